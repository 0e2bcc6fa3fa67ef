import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildCorpus, type ApplyCase } from '../../../apply/corpus.ts';
import { headersNamed } from '../../../apply/declarations.ts';
import type { FormName } from '../../../apply/forms/form.ts';
import { negativeKinds, type NegativeKind } from '../../../apply/negatives.ts';
import { ownHistory } from '../../../apply/sources/ownHistory.ts';
import { readFixtures } from '../../../apply/sources/readFixtures.ts';

const options = { casesEach: 6, negativesEach: 2 };
const sources = readFixtures();
const cases = buildCorpus(sources, options);

describe('buildCorpus', () => {
  it('builds the same cases from the same sources', () => {
    assert.deepEqual(buildCorpus(sources, options), cases);
  });

  it('gives each case another name', () => {
    assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
  });

  it('builds most kinds of negative cases', () => {
    const built = new Set(cases.filter(({ after }) => after === undefined).map(({ form }) => form));
    assert.ok(built.size >= negativeKinds.length - 2);
  });

  it('changes the file in each case that is not negative', () => {
    for (const { name, file, after } of cases) assert.notEqual(after, file.text, name);
  });

  it('keeps the line breaks and the end of the file', () => {
    const converted = cases.filter(
      ({ details }) => details.includes('CRLF') || details.includes('no final line break'),
    );
    assert.ok(converted.length > 10);
    for (const { name, file, after = '' } of converted) {
      assert.equal(/(?<!\r)\n/.test(after), /(?<!\r)\n/.test(file.text), name);
      assert.equal(after.endsWith('\n'), file.text.endsWith('\n'), name);
    }
  });

  it('uses this repository’s history if the clone has it', () => {
    for (const source of ownHistory()) assert.ok(buildCorpus([source], { casesEach: 1, negativesEach: 0 }).length > 5);
  });
});

describe('whole files', () => {
  it('are the file after the change without its last line break', () => {
    for (const { name, blocks, naming, after = '' } of casesOf('wholeFile')) {
      const code = naming === 'firstComment' ? blocks[0]!.code.replace(/^.*\n/, '') : blocks[0]!.code;
      assert.equal(code, after.replaceAll('\r\n', '\n').replace(/\n$/, ''), name);
    }
  });
});

describe('unified diffs', () => {
  it('are applied by git', () => {
    const applicable = casesOf('diff').filter(
      ({ details }) =>
        details.includes('headers git') &&
        !details.some((detail) => ['CRLF', 'trailing spaces', 'no final line break'].includes(detail)),
    );
    assert.ok(applicable.length > 0);
    for (const each of applicable) assert.equal(applyWithGit(each), each.after, each.name);
  });

  it('have no line numbers if the form says so', () => {
    for (const { name, blocks } of casesOf('diffWithoutNumbers')) assert.doesNotMatch(blocks[0]!.code, /@@ -\d/, name);
  });
});

describe('search texts', () => {
  it('occur once, and replacing them makes the change', () => {
    for (const each of casesOf('searchReplace')) {
      let text = withoutTrailingSpace(each.file.text);
      for (const { search, replace } of editsOf(each)) {
        assert.equal(text.split(`\n${search}`).length, 2, each.name);
        text = text.replace(`\n${search}`, () => `\n${replace}`);
      }
      assert.equal(text, withoutTrailingSpace(each.after ?? ''), each.name);
    }
  });
});

describe('elided text', () => {
  it('is a part of the file after the change, in the same order', () => {
    for (const form of ['elidedAround', 'elidedInside', 'elidedContainer'] as const)
      for (const { name, blocks, after = '' } of casesOf(form)) {
        const lines = after.split('\n').map((line) => line.trim());
        const shown = blocks[0]!.code.split('\n').map((line) => line.trim());
        let position = 0;
        let elided = 0;
        for (const line of shown) {
          const next = line === '' ? position - 1 : lines.indexOf(line, position);
          if (next < 0 && line !== '') elided += 1;
          else position = next + 1;
        }
        assert.ok(elided >= 1 && elided <= 8, name);
        assert.ok(shown.length < lines.length, name);
      }
  });
});

describe('negative cases', () => {
  it('declare the function twice if the form says so', () => {
    for (const { name, file, blocks, language } of casesOf('declaredTwice')) {
      const lines = file.text.split(/\r?\n/);
      const [header = ''] = blocks[0]!.code.split('\n');
      const same = lines.filter((line) => line.trim() === header.trim());
      assert.equal(same.length, 2, name);
      assert.ok(headersNamed(header, [header], language).length === 0);
    }
  });

  it('repeat the search text if the form says so', () => {
    for (const each of casesOf('searchTwice')) {
      const [edit] = editsOf(each);
      assert.equal(withoutTrailingSpace(each.file.text).split(edit!.search).length, 3, each.name);
    }
  });
});

function casesOf(form: FormName | NegativeKind): readonly ApplyCase[] {
  return cases.filter((each) => each.form === form);
}

function withoutTrailingSpace(text: string): string {
  return `\n${text.replaceAll(/[ \r]+$/gm, '')}${text.endsWith('\n') ? '' : '\n'}`;
}

function editsOf({ blocks }: ApplyCase): readonly { readonly search: string; readonly replace: string }[] {
  const edit = /^(?:<+|-+) (?:SEARCH|ORIGINAL)\n([^]*?)^=+\n([^]*?)^(?:>+|\++) (?:REPLACE|UPDATED)$/gm;
  return blocks.flatMap(({ code }) =>
    [...code.matchAll(edit)].map(([, search = '', replace = '']) => ({
      search: withoutTrailingSpace(search).slice(1),
      replace: withoutTrailingSpace(replace).slice(1),
    })),
  );
}

function applyWithGit({ file, blocks }: ApplyCase): string {
  const folder = mkdtempSync(join(tmpdir(), 'tally-apply-'));
  try {
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
    writeFileSync(join(folder, 'change.diff'), `${blocks[0]!.code}\n`);
    execFileSync('git', ['apply', 'change.diff'], { cwd: folder });
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

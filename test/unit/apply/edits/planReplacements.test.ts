import { strict as assert } from 'node:assert';
import { parseReplacements } from '../../../../src/apply/edits/parseReplacements.ts';
import { planFile } from '../../../../src/apply/planFile.ts';
import type { Plan } from '../../../../src/apply/planTypes.ts';

const planOf = (code: string, text: string): Plan =>
  planFile([{ code, info: '', before: '' }], { path: 'src/a.ts', text });

function afterOf(code: string, text: string): string {
  const plan = planOf(code, text);
  assert.ok(plan.kind === 'change', JSON.stringify(plan));
  return plan.after;
}

const file = 'one();\nif (a) {\n  two();\n}\nthree();\n';

describe('planReplacements', () => {
  it('reads the usual spellings of the markers', () => {
    const spellings = [
      ['<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'],
      ['<<<<< SEARCH', '=====', '>>>>> REPLACE'],
      ['<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED'],
      ['<<<<<<< HEAD', '=======', '>>>>>>> feature'],
      ['------- SEARCH', '=======', '+++++++ REPLACE'],
      ['src/a.ts\n<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'],
      ['<<<<<<< SEARCH\n:start_line:3\n-------', '=======', '>>>>>>> REPLACE'],
    ];
    for (const [search, divider, replace] of spellings)
      assert.equal(
        afterOf(`${search}\n  two();\n${divider}\n  2();\n${replace}`, file),
        file.replace('two', '2'),
        search,
      );
  });

  it('applies several replacements in any order', () => {
    const code =
      '<<<<<<< SEARCH\nthree();\n=======\n>>>>>>> REPLACE\n\n<<<<<<< SEARCH\none();\n=======\none(1);\n>>>>>>> REPLACE';
    assert.equal(afterOf(code, file), 'one(1);\nif (a) {\n  two();\n}\n');
  });

  it('inserts a new line once that ends one replacement and starts the next one', () => {
    const [old, added] = ['import b;\n\nclass A {\n', 'import b;\n\n@Named("a")\nclass A {\n'];
    const marked = (search: string, replace: string) =>
      `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
    const code = marked('import b;\n', 'import b;\n\n@Named("a")') + marked('class A {', '@Named("a")\nclass A {');
    assert.equal(afterOf(code, `${old}}\n`), `${added}}\n`);
    const twice = marked('a();\nadd(1);', 'b();\nadd(1);') + marked('add(1);\nc();', 'add(1);\nd();');
    assert.equal(afterOf(twice, 'a();\nadd(1);\nadd(1);\nc();\n'), 'b();\nadd(1);\nadd(1);\nd();\n');
  });

  it('indents the replacing lines like the file', () => {
    const code = '<<<<<<< SEARCH\ntwo();\n=======\nif (b) {\n  two();\n}\n>>>>>>> REPLACE';
    assert.equal(afterOf(code, file), file.replace('  two();', '  if (b) {\n    two();\n  }'));
  });

  it('keeps the spaces at the ends of lines, also of those that move', () => {
    const old = 'b;\na;  \nc;\nd;  \n';
    const code = '<<<<<<< SEARCH\nb;\na;\nc;\nd;\n=======\na;\nb;\nc;\nd;\ne;\n>>>>>>> REPLACE';
    assert.equal(afterOf(code, old), 'a;  \nb;\nc;\nd;  \ne;\n');
  });

  it('is unclear if the text occurs twice, even with another indentation', () => {
    const plan = planOf('<<<<<<< SEARCH\nf();\n=======\ng();\n>>>>>>> REPLACE', 'f();\nif (a) {\n  f();\n}\n');
    assert.ok(plan.kind === 'unclear' && plan.reason.kind === 'ambiguous' && plan.places.length === 2);
  });

  it('is unclear without a text to search for, unless the file is empty', () => {
    const code = '<<<<<<< SEARCH\n=======\na();\n>>>>>>> REPLACE';
    assert.equal(planOf(code, file).kind, 'unclear');
    assert.equal(afterOf(code, ''), 'a();\n');
  });

  it('is unclear if markers do not match up, and changes nothing if one text is not found', () => {
    const cut = planOf('<<<<<<< SEARCH\n  two();\n=======\n  2();', file);
    assert.ok(cut.kind === 'unclear' && cut.reason.kind === 'incomplete');
    const code =
      '<<<<<<< SEARCH\none();\n=======\n1();\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nno();\n=======\n>>>>>>> REPLACE';
    const missing = planOf(code, file);
    assert.ok(missing.kind === 'unclear' && missing.reason.kind === 'notFound');
  });
});

describe('parseReplacements', () => {
  it('returns undefined if a part is missing or nested', () => {
    for (const code of [
      '<<<<<<< SEARCH\n<<<<<<< SEARCH',
      '=======',
      '<<<<<<< SEARCH\n>>>>>>> REPLACE',
      '>>>>>>> REPLACE',
    ])
      assert.equal(parseReplacements(code.split('\n')), undefined, code);
  });
});

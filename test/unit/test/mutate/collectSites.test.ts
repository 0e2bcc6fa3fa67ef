import assert from 'node:assert/strict';
import ts from 'typescript';
import { collectSites } from '../../../mutate/collectSites.ts';
import { applyMutation, type MutationSite } from '../../../mutate/mutation.ts';
import type { TypeFacts } from '../../../mutate/typeFacts.ts';

const allTypes: TypeFacts = { isNumber: () => true, hasMethod: () => true };

describe('collectSites', () => {
  const examples: readonly (readonly [string, ...(readonly string[])])[] = [
    ['a < b;', 'a <= b;'],
    ['a <= b;', 'a < b;'],
    ['a > b;', 'a >= b;'],
    ['a >= b;', 'a > b;'],
    ['a === b;', 'a !== b;'],
    ['a !== b;', 'a === b;'],
    ['a && b;', 'a || b;'],
    ['a || b;', 'a && b;'],
    ['a ?? b;', 'a;', 'b;'],
    ['() => a ?? {};', '() => a;', '() => ({});'],
    ['a + b;', 'a - b;'],
    ['a - b;', 'a + b;'],
    ['a * b;', 'a / b;'],
    ['a / b;', 'a * b;'],
    ['a += b;', 'a -= b;'],
    ['a -= b;', 'a += b;'],
    ['!a;', 'a;'],
    ['-a;', 'a;'],
    ['if (a) b;', 'if (true) b;', 'if (false) b;'],
    ['a ? b : c;', 'true ? b : c;', 'false ? b : c;'],
    ['while (a) b;', 'while (false) b;'],
    ['do b; while (a)', 'do b; while (false)'],
    ['for (; a; ) b;', 'for (; false; ) b;'],
    ['a = 1_000;', 'a = 1001;', 'a = 999;'],
    ['a = -0;', 'a = 0;', 'a = -1;', 'a = -(-1);'],
    ['a = true;', 'a = false;'],
    ['a = false;', 'a = true;'],
    ["a = 'b';", "a = '';"],
    ['a = `b ${c}`;', "a = '';"],
    ['a = [...b, c];', 'a = [...[], c];'],
    ['a = { ...b, c };', 'a = { ...{}, c };'],
    ['a?.b;', 'a.b;'],
    ['a?.[b];', 'a[b];'],
    ['a = b?.(c);', 'a = b(c);'],
    ['a = b.some(c);', 'a = b.every(c);'],
    ['a = b.every(c);', 'a = b.some(c);'],
    ['a = Math.min(b);', 'a = Math.max(b);'],
    ['a = b.filter(c).d;', 'a = b.d;'],
    ['a = b.trim();', 'a = b;'],
    ['a = b.toSorted(c);', 'a = b;'],
    ['a();', ';'],
    ['await a();', ';'],
    ['void a();', ';'],
    ['for (;;) break;', 'for (;;) ;'],
    ['for (;;) continue;', 'for (;;) ;'],
    [
      'function a() { if (b) return; c; }',
      ...['true', 'false'].map((value) => `function a() { if (${value}) return; c; }`),
      'function a() { if (b) ; c; }',
    ],
  ];

  for (const [text, ...mutants] of examples) {
    it(`mutates ${text}`, () => assert.deepEqual(mutantsOf(text), mutants));
  }

  const withoutSites = [
    "import a from './a.ts';",
    "import { type A } from './a.ts';",
    "export * from './a.ts';",
    "type A = 'b' | 1 | true;",
    "interface A { b: 'c' }",
    "const a = b as 'c';",
    "const a = <T extends 'b'>(c: 'd'): 1 => c;",
    'declare const a: 1;',
    "a = import('./b.ts');",
    "a = l10n.t('b {0}', c);",
    "a = vscode.l10n.t({ message: 'b', comment: ['c'] });",
    "a = new RangeError('b');",
    'a = new Error(`b ${c}`);',
    "a = { 'b': c };",
    'a = { 1: c };',
    'a = b`c ${d}`;',
    "a = '';",
    'a = await b();',
    'function a() { return b; }',
    'class A extends B { constructor() { super(); } }',
    '/** Returns `1` if `a < b`. */ a = b;',
    'for (;;) b;',
    'f(...a).g;',
  ];

  for (const text of withoutSites) {
    it(`finds no mutation in ${text}`, () => assert.deepEqual(mutantsOf(text), []));
  }

  it('skips arithmetic operators whose result is not a number', () => {
    const types = { ...allTypes, isNumber: () => false };
    assert.deepEqual(mutantsOf('a + b;', types), []);
    assert.deepEqual(mutantsOf('a += b;', types), []);
  });

  it('does not replace a method by another method that the receiver does not have', () => {
    const types = { ...allTypes, hasMethod: () => false };
    assert.deepEqual(mutantsOf('a = b.some(c);', types), []);
  });

  it('does not remove a method call unless the receiver has `slice`, as strings and arrays do', () => {
    const types = { ...allTypes, hasMethod: () => false };
    assert.deepEqual(mutantsOf('a = b.filter(c);', types), []);
  });

  it('returns the line with and without the mutation, and the offset of the code that a test must execute to reach the mutation', () => {
    const [site] = sitesOf('const a = 1n;\n\n  const b = c &&\n    d;\n');
    assert.deepEqual(site, {
      file: 'src/a.ts',
      line: 3,
      name: '&& → ||',
      start: 29,
      end: 31,
      replacement: '||',
      before: 'const b = c &&',
      after: 'const b = c ||',
      executedAt: 27,
    });
  });

  it('adds ` #2` to the second name if two mutations of one line have the same name', () => {
    const names = sitesOf('a = b < c && d < e;\nf = g < h;').map(({ name }) => name);
    assert.deepEqual(names, ['< → <=', '&& → ||', '< → <= #2', '< → <=']);
  });
});

function mutantsOf(text: string, types = allTypes): readonly string[] {
  return sitesOf(text, types).map((site) => applyMutation(text, site));
}

function sitesOf(text: string, types = allTypes): readonly MutationSite[] {
  return collectSites('src/a.ts', ts.createSourceFile('src/a.ts', text, ts.ScriptTarget.Latest, true), types);
}

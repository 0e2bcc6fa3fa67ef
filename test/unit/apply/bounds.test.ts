import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { planFile } from '../../../src/apply/planFile.ts';
import { cpuTime } from '../cpuTime.ts';

const functionText = (index: number, value: string) =>
  `/** Returns a number that is derived from ${index}. */\nfunction derive${index}(first, second) {\n  if (first > second) {\n    return first - ${value};\n  }\n  return second;\n}\n`;

function functions(length: number, value = 'index'): string {
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)!.length) parts.push(functionText(parts.length, value));
  return parts.join('\n');
}

/** Generous, because other programs may slow the test down. The plans below take quadratic time if anything does. */
const maxMilliseconds = 15_000;

describe('planFile, with large and hostile texts', function () {
  this.timeout(120_000);
  const megabyte = 1_000_000;
  const file = functions(5 * megabyte);
  const texts: Readonly<Record<string, readonly [code: string, info: string, text: string, path?: string]>> = {
    'a function': [functionText(9_000, 'other'), 'ts', file],
    '1 MB of functions': [functions(megabyte, 'other'), 'ts', file],
    'a whole file of 1 MB': [functions(megabyte, 'other'), 'ts', functions(megabyte)],
    elisions: [
      functions(megabyte, 'other').replaceAll('  return second;\n', '  // ... existing code ...\n'),
      'ts',
      file,
    ],
    hunks: ['@@\n   return second;\n-nothing\n+more\n'.repeat(20_000), 'diff', file],
    replacements: ['<<<<<<< SEARCH\n  return second;\n=======\n>>>>>>> REPLACE\n'.repeat(15_000), '', file],
    brackets: ['{'.repeat(megabyte), 'ts', '{\n'.repeat(400_000)],
    'regular expressions': ['/[ ('.repeat(megabyte / 4), 'ts', '/[ ('.repeat(megabyte)],
    templates: ['`${'.repeat(megabyte / 3), 'ts', '`${'.repeat(megabyte)],
    spaces: [`x${' '.repeat(megabyte)}x`, 'ts', `y${' '.repeat(5 * megabyte)}y`],
    'equal lines': ['a;\n'.repeat(100_000), 'ts', 'a;\n'.repeat(450_000)],
    words: ['a '.repeat(megabyte / 2), 'c', `${'b '.repeat(190)}\n`.repeat(12_000), 'a.c'],
    branches: [
      'function b() {\n  c();\n}',
      'ts',
      `if (a) {\n${'} else if (a) {\n  b();\n'.repeat(100_000)}}\nfunction b() {}\n`,
    ],
    'look-alike lines': ['@@\n-a b\n+c\n', 'diff', `a b\n${' a b\n'.repeat(400_000)}`],
    'deep indentation': [
      Array.from({ length: 1_400 }, (_, index) => `${' '.repeat(index)}if x:`).join('\n'),
      'py',
      Array.from({ length: 3_000 }, (_, index) => `${' '.repeat(index)}if x:`).join('\n'),
      'a.py',
    ],
  };
  for (const [name, [code, info, text, path = 'a.ts']] of Object.entries(texts))
    it(`plans ${name} in bounded time`, () => {
      const time = cpuTime(() => planFile([{ code, info, before: '' }], { path, text }));
      assert.ok(time < maxMilliseconds, `${time} ms`);
    });

  it('throws no error, whatever the texts are', () => {
    const pieces = [
      '{',
      '}',
      '(',
      ')',
      '\n',
      '  ',
      'a',
      'function a() {',
      '@@',
      '-',
      '+',
      ' ',
      '"',
      '`',
      '/*',
      '*/',
      '//',
      '...',
    ];
    const markers = [
      '<<<<<<< SEARCH\n',
      '=======\n',
      '>>>>>>> REPLACE\n',
      '// ... existing code ...\n',
      'class A:',
      'a: 1',
      ';',
    ];
    const text = fc.array(fc.constantFrom(...pieces, ...markers), { maxLength: 40 }).map((parts) => parts.join(''));
    const paths = fc.constantFrom('a.ts', 'a.py', 'a.yml', 'a.c', 'a.rs', 'a.go', 'a.md', 'a');
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, paths, (codes, before, path) => {
        const blocks = codes.map((code) => ({ code, info: '', before: '' }));
        const plan = planFile(blocks, { path, text: before });
        if (plan.kind === 'unclear') for (const { startLine, endLine } of plan.places) assert.ok(startLine <= endLine);
      }),
      { numRuns: 500 },
    );
  });
});

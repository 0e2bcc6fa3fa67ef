import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('a run of lines between left-out code', () => {
  const test = (title: string, value: number) =>
    `it('${title}', () => {\n  const seen = load();\n  check(seen, ${value});\n  check(seen.all);\n});\n`;
  const file = [test('a', 1), test('b', 1), test('c', 1), test('d', 1)].join('\n');
  const elided = (...parts: readonly string[]) => `// ...\n${parts.join('\n')}// ...\n`;

  it('renames a declaration of which it keeps most lines', () => {
    assert.equal(
      applied('a.ts', file, elided(test('b', 1), test('e', 2), test('d', 1))),
      file.replace(test('c', 1), test('e', 2)),
    );
  });

  it('does not replace a declaration by a new one that has nothing in common with it', () => {
    const other = "it('e', async () => {\n  await start();\n});\n";
    assert.equal(applied('a.ts', file, elided(test('b', 1), other, test('d', 1))), 'incomplete');
  });

  it('renames no more declarations than it contains', () => {
    assert.equal(applied('a.ts', file, elided(test('a', 1), test('e', 2), test('d', 1))), 'incomplete');
  });

  it('changes the signatures of overloads', () => {
    const stub = (...types: readonly string[]) =>
      types.map((type) => `    @overload\n    def a(self, b: ${type}) -> None: ...\n`).join('');
    const python = (...types: readonly string[]) => `class A:\n    def z(self) -> int: ...\n${stub(...types)}`;
    assert.equal(
      applied('a.pyi', python('int', 'str', 'bytes'), `# ...\n${stub('int', 'float', 'bytes')}# ...`),
      python('int', 'float', 'bytes'),
    );
  });
});

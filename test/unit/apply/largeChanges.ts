import type { planFile } from '../../../src/apply/planFile.ts';

type Plan = typeof planFile;

/** A code block of a reply and a file that are large or hostile. Careless code would take quadratic time for them. */
export interface LargeChange {
  readonly block: Parameters<Plan>[0][number];
  readonly file: Parameters<Plan>[1];
  /** The kind of the expected plan. */
  readonly kind: ReturnType<Plan>['kind'];
}

const functionText = (index: number, value: string) =>
  `/** Returns a number that is derived from ${index}. */\nfunction derive${index}(first, second) {\n  if (first > second) {\n    return first - ${value};\n  }\n  return second;\n}\n`;

function functions(length: number, value = 'index'): string {
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)!.length) parts.push(functionText(parts.length, value));
  return parts.join('\n');
}

/** Returns the changes by their names. */
export function largeChanges(): Readonly<Record<string, LargeChange>> {
  const megabyte = 1_000_000;
  const file = functions(5 * megabyte);
  const change = (code: string, info: string, text: string, path = 'a.ts'): LargeChange => ({
    block: { code, info, before: '' },
    file: { path, text },
    kind: 'change',
  });
  const unclear = (...parameters: Parameters<typeof change>): LargeChange => ({
    ...change(...parameters),
    kind: 'unclear',
  });
  const elided = functions(megabyte, 'other').replaceAll('  return second;\n', '  // ... existing code ...\n');
  const indented = (count: number) =>
    Array.from({ length: count }, (_, index) => `${' '.repeat(index)}if x:`).join('\n');
  const branches = `if (a) {\n${'} else if (a) {\n  b();\n'.repeat(100_000)}}\nfunction b() {}\n`;
  return {
    'a function': change(functionText(9_000, 'other'), 'ts', file),
    '1 MB of functions': change(functions(megabyte, 'other'), 'ts', file),
    'a whole file of 1 MB': change(functions(megabyte, 'other'), 'ts', functions(megabyte)),
    elisions: change(elided, 'ts', file),
    hunks: unclear('@@\n   return second;\n-nothing\n+more\n'.repeat(20_000), 'diff', file),
    replacements: unclear('<<<<<<< SEARCH\n  return second;\n=======\n>>>>>>> REPLACE\n'.repeat(15_000), '', file),
    brackets: unclear('{'.repeat(megabyte), 'ts', '{\n'.repeat(400_000)),
    'regular expressions': unclear('/[ ('.repeat(megabyte / 4), 'ts', '/[ ('.repeat(megabyte)),
    templates: unclear('`${'.repeat(megabyte / 3), 'ts', '`${'.repeat(megabyte)),
    spaces: unclear(`x${' '.repeat(megabyte)}x`, 'ts', `y${' '.repeat(5 * megabyte)}y`),
    'equal lines': unclear('a;\n'.repeat(100_000), 'ts', 'a;\n'.repeat(450_000)),
    words: unclear('a '.repeat(megabyte / 2), 'c', `${'b '.repeat(190)}\n`.repeat(12_000), 'a.c'),
    branches: change('function b() {\n  c();\n}', 'ts', branches),
    'look-alike lines': unclear('@@\n-a b\n+c\n', 'diff', `a b\n${' a b\n'.repeat(400_000)}`),
    'deep indentation': unclear(indented(1_400), 'py', indented(3_000), 'a.py'),
  };
}

import type { Change } from './change.ts';
import { findDeclarations, headersNamed, type Declaration } from './declarations.ts';
import { areCompleteStatements, neighboursPiece } from './forms/piece.ts';
import { fenceNames, isPython, lineComment, type Language } from './languages.ts';
import type { Random } from './random.ts';
import { indentOf, isBlank, isDistinctive, placesOf } from './textMatch.ts';

export const negativeKinds = [
  'foreignDeclaration',
  'foreignLines',
  'foreignSearch',
  'newMemberAlone',
  'declaredTwice',
  'searchTwice',
  'hunkTwice',
  'cutDeclaration',
  'cutFile',
  'cutSearch',
  'shell',
  'output',
  'otherLanguage',
] as const;

export type NegativeKind = (typeof negativeKinds)[number];

/** A block that must not change the file. */
export interface NegativeWriting {
  readonly code: string;
  readonly info: string;
  readonly before: string;
  /** The lines of the file, if not those before the change. */
  readonly lines?: readonly string[];
}

/** Language of the fence, code, and the language of the corpus that it is in. */
const otherCode: readonly (readonly [string, string, Language?])[] = [
  ['sql', 'SELECT id, name\nFROM items\nWHERE stock > 0\nORDER BY name;'],
  ['html', '<ul class="cart">\n  <li>Apple</li>\n</ul>'],
  ['css', '.cart {\n  display: flex;\n}'],
  ['yaml', 'services:\n  web:\n    image: node:22\n    ports:\n      - "3000:3000"'],
  ['python', 'def total(items):\n    return sum(item.price for item in items)', 'Python'],
  ['rust', 'fn total(items: &[Item]) -> u64 {\n    items.iter().map(|item| item.price).sum()\n}', 'Rust'],
  [
    'go',
    'func total(items []Item) int {\n\tsum := 0\n\tfor _, item := range items {\n\t\tsum += item.Price\n\t}\n\treturn sum\n}',
    'Go',
  ],
  ['ruby', 'def total(items)\n  items.sum(&:price)\nend'],
];

type NegativeWriter = (change: Change, random: Random, others: readonly Change[]) => NegativeWriting | undefined;

export const negativeWriters: Readonly<Record<NegativeKind, NegativeWriter>> = {
  foreignDeclaration: (change, random, others) => {
    const foreign = others.flatMap(({ after, language }) =>
      findDeclarations(after, language)
        .filter((each) => isShort(each) && headersNamed(each.name, change.before, change.language).length === 0)
        .filter(({ start }) => indentOf(after[start]!) === '')
        .map(({ start, end }) => after.slice(start, end))
        .filter((lines) => !lines.slice(1, -1).some((line) => isDistinctive(line) && change.before.includes(line))),
    );
    return foreign.length === 0 ? undefined : code(change, random.pick(foreign), random);
  },
  foreignLines: (change, random, others) => {
    const foreign = others.flatMap((other) => {
      const piece = neighboursPiece(other, other.hunks, 2);
      const lines = piece === undefined ? [] : other.after.slice(piece.afterStart, piece.afterEnd);
      const isForeign = lines.every((line) => !isDistinctive(line) || placesOf([line], change.before).length === 0);
      const declares = lines.some((line) => headersNamed(line, [line], other.language).length > 0);
      return lines.length > 0 && isForeign && !declares ? [lines] : [];
    });
    return foreign.length === 0 ? undefined : code(change, random.pick(foreign), random);
  },
  foreignSearch: (change, random, others) => {
    const other = others.find(({ hunks }) => hunks.some(({ beforeStart, beforeEnd }) => beforeEnd - beforeStart >= 1));
    const hunk = other?.hunks.find(({ beforeStart, beforeEnd }) => beforeEnd - beforeStart >= 1);
    if (other === undefined || hunk === undefined) return undefined;
    const old = other.before.slice(Math.max(0, hunk.beforeStart - 1), hunk.beforeEnd);
    if (placesOf(old, change.before).length > 0 || !old.some(isDistinctive)) return undefined;
    return searchBlock(change, old, other.after.slice(hunk.afterStart, hunk.afterEnd), random);
  },
  newMemberAlone: (change, random) => {
    const added = findDeclarations(change.after, change.language).filter(
      (each) => isShort(each) && headersNamed(each.name, change.before, change.language).length === 0,
    );
    const alone = added.filter(({ start, end }) =>
      change.hunks.some(({ afterStart, afterEnd }) => start >= afterStart && end <= afterEnd + 1),
    );
    if (alone.length === 0) return undefined;
    const { start, end } = random.pick(alone);
    return code(change, change.after.slice(start, end), random);
  },
  declaredTwice: (change, random) => {
    const pair = duplicated(change, random);
    return pair && { ...code(change, pair.fragment, random), lines: pair.lines };
  },
  searchTwice: (change, random) => {
    const { before } = change;
    const isRepeated = (line: number): boolean =>
      before.slice(line, line + 2).filter(isDistinctive).length === 2 &&
      placesOf(before.slice(line, line + 2), before).length === 2;
    const repeated = before.flatMap((_, line) => (isRepeated(line) ? [line] : []));
    if (repeated.length === 0) return undefined;
    const line = random.pick(repeated);
    const old = before.slice(line, line + 2);
    return searchBlock(change, old, [old[0]!, changeLine(old[1]!, change.language)], random);
  },
  hunkTwice: (change, random) => {
    const pair = duplicated(change, random);
    if (pair === undefined) return undefined;
    const { original, fragment } = pair;
    const at = original.findIndex((line, index) => line !== fragment[index]);
    const context = original.slice(Math.max(0, at - 3), at);
    const below = original.slice(at + 1, at + 3);
    const lines = [
      ...context.map((line) => ` ${line}`),
      `-${original[at]!}`,
      `+${fragment[at]!}`,
      ...below.map((line) => ` ${line}`),
    ];
    return { code: ['@@ @@', ...lines].join('\n'), info: 'diff', before: '', lines: pair.lines };
  },
  cutDeclaration: (change, random) => {
    const changed = declarationsOf(change).filter(({ start, end }) => end - start >= 8);
    if (changed.length === 0 || isPython(change.language)) return undefined;
    const { start, end } = random.pick(changed);
    const lines = cut(change.after.slice(start, start + Math.ceil((end - start) * 0.6)));
    return areCompleteStatements(lines, false) ? undefined : code(change, lines, random);
  },
  cutFile: (change, random) => {
    const lines = cut(change.after.slice(0, Math.ceil(change.after.length * 0.6)));
    return lines.length > 300 || areCompleteStatements(lines, false) ? undefined : code(change, lines, random);
  },
  cutSearch: (change, random) => {
    const hunk = change.hunks.find(
      ({ beforeStart, beforeEnd, afterStart, afterEnd }) => beforeEnd - beforeStart >= 1 && afterEnd - afterStart >= 2,
    );
    if (hunk === undefined) return undefined;
    const whole = searchBlock(
      change,
      change.before.slice(hunk.beforeStart, hunk.beforeEnd),
      change.after.slice(hunk.afterStart, hunk.afterEnd),
      random,
    );
    return {
      ...whole,
      code: whole.code
        .split('\n')
        .slice(0, random.pick([-1, -2]))
        .join('\n'),
    };
  },
  shell: (_, random) => ({
    code: random.pick([
      'npm install\nnpm test',
      '$ npm run build',
      'pip install -r requirements.txt\npython manage.py migrate',
      'cargo build --release && cargo test',
      'git add .\ngit commit -m "Fix the bug"',
      'curl -sSL https://example.com/install.sh | sh',
      'cd build && cmake .. && make -j4',
      'go test ./...',
    ]),
    info: random.pick(['bash', 'sh', 'shell', 'console', 'zsh', 'powershell', '']),
    before: random.pick(['Run the tests:\n\n', 'Then install it:\n\n', '']),
  }),
  output: (_, random) => ({
    code: random.pick([
      '  12 passing (34ms)\n  1 failing\n\n  1) cart adds items:\n     AssertionError: expected 3 to equal 4',
      'Traceback (most recent call last):\n  File "main.py", line 4, in <module>\n    main()\nTypeError: unsupported operand type(s)',
      'error[E0382]: borrow of moved value: `items`\n --> src/main.rs:8:20',
      'FAIL\texample.com/shop/cart\t0.012s\n--- FAIL: TestTotal (0.00s)\n    cart_test.go:14: got 3, want 4',
      '{\n  "status": 200,\n  "items": []\n}',
      'Total: 12.50\nItems: 3',
    ]),
    info: random.pick(['text', 'output', 'console', 'plaintext', 'log']),
    before: random.pick(['This prints:\n\n', 'The output is:\n\n', 'You should see:\n\n']),
  }),
  otherLanguage: ({ language }, random) => {
    const [info, text] = random.pick(otherCode.filter(([, , not]) => not !== language));
    return { code: text, info, before: random.pick(['The same in another language:\n\n', 'And the page:\n\n', '']) };
  },
};

function code({ language }: Change, lines: readonly string[], random: Random): NegativeWriting {
  return {
    code: lines.join('\n'),
    info: random.pick(fenceNames[language]),
    before: random.pick(['Here is the code:\n\n', 'Use this:\n\n', '']),
  };
}

function searchBlock(change: Change, old: readonly string[], now: readonly string[], random: Random): NegativeWriting {
  const lines = ['<<<<<<< SEARCH', ...old, '=======', ...now, '>>>>>>> REPLACE'];
  return { code: lines.join('\n'), info: random.pick(fenceNames[change.language]), before: '' };
}

function isShort({ start, end }: Declaration): boolean {
  return end - start >= 3 && end - start <= 40;
}

function declarationsOf({ after, language, hunks }: Change): readonly Declaration[] {
  return findDeclarations(after, language).filter(({ start, end }) =>
    hunks.some(({ afterStart, afterEnd }) => afterStart < end && afterEnd > start),
  );
}

/** Cuts the last line in its middle, as a reply at the limit of its length. */
function cut(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1)!;
  return [...lines.slice(0, -1), last.slice(0, Math.max(indentOf(last).length + 2, Math.floor(last.length / 2)))];
}

/** Adds a comment to a line, so that the line differs. */
function changeLine(line: string, language: Language): string {
  return `${line.trimEnd()} ${lineComment(language)} TODO: handle errors`;
}

/** Returns a file that contains a declaration twice with equal text, and a fragment that changes one line of it. */
function duplicated(
  { before, language }: Change,
  random: Random,
):
  | { readonly lines: readonly string[]; readonly original: readonly string[]; readonly fragment: readonly string[] }
  | undefined {
  const declarations = findDeclarations(before, language);
  const outer = declarations.filter(({ start, end }) => indentOf(before[start]!) === '' && end - start <= 120);
  const candidates = outer.flatMap((container) =>
    declarations
      .filter(({ start, end }) => start > container.start && end <= container.end)
      .filter((each) => isShort(each) && headersNamed(each.name, before, language).length === 1)
      .map((inner) => ({ container, inner })),
  );
  if (candidates.length === 0) return undefined;
  const { container, inner } = random.pick(candidates);
  const copy = before.slice(container.start, container.end);
  const renamed = copy.map((line, index) =>
    index === 0 ? line.replaceAll(container.name, `${container.name}2`) : line,
  );
  const lines = [...before.slice(0, container.end), '', '', ...renamed, ...before.slice(container.end)];
  const original = before.slice(inner.start, inner.end);
  const body = original.flatMap((line, index) =>
    index >= inner.bodyStart - inner.start && isDistinctive(line) && /;$|\w\)?$/.test(line) ? [index] : [],
  );
  if (body.length === 0 || isBlank(original[0]!)) return undefined;
  const changed = random.pick(body);
  return {
    lines,
    original,
    fragment: original.map((line, index) => (index === changed ? changeLine(line, language) : line)),
  };
}

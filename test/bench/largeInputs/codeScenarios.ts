import { matchPath, similarPaths } from '../../../src/apply/matchPath.ts';
import { namedPaths } from '../../../src/apply/namedPaths.ts';
import { planFile } from '../../../src/apply/planFile.ts';
import { fitCode, maxFittedLength, type Indentation } from '../../../src/common/code/fitCode.ts';
import { uniqueIndexOf } from '../../../src/common/code/uniqueIndexOf.ts';
import { createFuzzyMatcher } from '../../../src/common/fuzzyMatcher.ts';
import { largeChanges } from '../../unit/apply/largeChanges.ts';
import { cpuTime } from '../cpuTime.ts';
import { least, ratioScenario, timeScenario, type Scenario } from './scenario.ts';

const spaces: Indentation = { insertSpaces: true, tabSize: 4 };

/** The beginnings of long paths in a repository. */
const pathStarts: Readonly<Record<string, string>> = {
  'long paths': '',
  'long paths without a name': '/',
  'long paths with backslashes': String.raw`\b\\`,
};

/** White space after the indentation of a line. Only spaces and tabs indent a line. */
const lineSpaces: Readonly<Record<string, string>> = {
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'form feeds': '\f',
};

/** The functions of the layers apply and common. */
export const codeScenarios = (): readonly Scenario[] => [
  ...Object.entries(largeChanges()).map(([name, { block, file }]) =>
    timeScenario(`planning a change: ${name}`, 10_000, () => cpuTime(() => planFile([block], file))),
  ),
  ...Object.entries(pathStarts).map(([name, start]) =>
    ratioScenario(`matching 3,000 ${name} with a path, to splitting them`, 2, () => {
      const paths = Array.from({ length: 3_000 }, (_, index) => `${index}/${start}${'a/'.repeat(1_800)}a.ts`);
      const splitting = cpuTime(() => paths.map((path) => path.split('/').join('/')));
      const matching = cpuTime(() => matchPath('b/a.ts', paths, ['project']));
      return (matching + cpuTime(() => similarPaths('b/a.ts', paths))) / splitting;
    }),
  ),
  timeScenario('finding the path of a code block with 1 MB that looks like paths', 2_000, () => {
    const long = 'a/'.repeat(500_000);
    const before = `**${long}\n${'`a.ts` '.repeat(100_000)}`;
    return cpuTime(() => namedPaths({ info: long, code: `// ${long}`, before }));
  }),
  timeScenario('searching 1 MB of equal lines for half of them', 1_000, () => {
    const line = '0,0,0,0,0,0,0,0\n';
    const first = '0,0,0,0,0,0,0,1\n';
    return cpuTime(() => {
      uniqueIndexOf(first + line.repeat(60_000), first + line.repeat(30_000));
      uniqueIndexOf(line.repeat(60_000), first + line.repeat(30_000));
      uniqueIndexOf(line.repeat(60_000), line.repeat(30_000));
    });
  }),
  ...Object.entries(lineSpaces).map(([name, space]) =>
    ratioScenario(`fitting code into a line with 1,000,000 ${name} after its indentation, to 1,000`, 30, () => {
      const [long, short] = [1_000_000, 1_000].map((length) => least(() => fittingTime(space, length)));
      return long! / (short! + 20 / 30);
    }),
  ),
  ...['main', 'index', 'settings', 'configuration', 'src-main'].map((query) =>
    timeScenario(`finding ${query} in texts that contain its letters in very many ways`, 1_000, () => {
      const texts = hostileTexts(query).flatMap((text) => Array.from({ length: 100 }, (_, index) => `${text}${index}`));
      const match = createFuzzyMatcher({ minScatteredLength: 2, maxGap: 40 });
      return cpuTime(() => match(query, [...texts, query], String));
    }),
  ),
  timeScenario('finding a word in 20,000 long paths with accents', 3_000, () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `${'한'.repeat(300)}/é${index}`);
    return cpuTime(() => createFuzzyMatcher()('key', ['key', ...long, 'key'], String));
  }),
];

/** Returns the CPU time of 500 insertions into a line with `length` times `space`. */
function fittingTime(space: string, length: number): number {
  // A letter ends the indentation. Other white space than spaces and tabs is no indentation.
  const startLine = ` ${space === ' ' ? 'y' : space}${space.repeat(length)}z`;
  const withoutEnd = startLine.slice(0, -1);
  return cpuTime(() => {
    for (let index = 0; index < 500; index += 1) {
      const beforeSpace = { startLine, startCharacter: 2, endLine: withoutEnd, endCharacter: 2 } as const;
      fitCode('a\nb', { ...beforeSpace, kind: 'cursor' }, spaces);
      for (const startCharacter of [1, length - index])
        fitCode(
          'a',
          { startLine, startCharacter, endLine: startLine, endCharacter: startCharacter, kind: 'cursor' },
          spaces,
        );
      maxFittedLength({ length: 1, lines: 1, tabs: 0 }, startLine, spaces);
    }
  });
}

/** Returns texts that contain the letters of the query in very many ways, but not the query. */
function hostileTexts(query: string): readonly string[] {
  const letters = Array.from(query.slice(0, -1));
  const last = query.slice(-1);
  const blocks = (size: number) => letters.map((each) => each.repeat(size)).join('');
  return [
    `${query.slice(0, -1).repeat(60)}/${last}`,
    blocks(10),
    `${Array.from(blocks(10), (each) => `${each}🦀`).join('')}-${last}`,
    `${Array.from(blocks(10), (each) => `${each}-`).join('')}${'-'.repeat(50)}${last}`,
    `${blocks(25)} ${last}`,
    `${letters.join('-')}-`.repeat(40),
  ];
}

/**
 * `node test/apply/report.ts --known`: runs the engine with the known cases of the apply corpus. Prints the outcomes by
 * form and by language, and the names of the failed cases. `--case TEXT` prints the cases whose names contain TEXT.
 * `--held-out` runs the held-out cases, and prints only totals. Needs Node.js 24 (`node_modules/.bin/node`).
 */
import { parseArgs } from 'node:util';
import { describeCase, describeFailures, describeTotals } from './describeResults.ts';
import { evaluate, misnamedCases, type FileFinder, type PlanFile } from './evaluate.ts';
import { buildStandardCorpus } from './standardCorpus.ts';

const { values } = parseArgs({
  options: {
    known: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    case: { type: 'string' },
    engine: { type: 'string', default: new URL('../../src/apply/', import.meta.url).pathname },
  },
});

const { planFile } = (await import(`${values.engine}/planFile.ts`)) as { readonly planFile: PlanFile };
const finder = await loadFinder(values.engine);
const corpus = await buildStandardCorpus(console.error);

if (values.case !== undefined) {
  const { case: text } = values;
  for (const result of evaluate(
    corpus.known.filter(({ name }) => name.includes(text)),
    planFile,
  ))
    console.log(describeCase(result));
} else if (values['held-out']) {
  console.log(describeTotals(evaluate(corpus.heldOut, planFile)));
} else {
  const results = evaluate(corpus.known, planFile);
  console.log(describeTotals(results));
  console.log(describeFailures(results));
  if (finder !== undefined) {
    const misnamed = misnamedCases(corpus.known, finder).map(({ name, naming }) => `not found by ${naming}: ${name}`);
    console.log(misnamed.join('\n'));
    console.log(`${misnamed.length} files not found by their names`);
  }
}

/** Returns undefined as long as the engine cannot find files by their names. */
async function loadFinder(folder: string): Promise<FileFinder | undefined> {
  try {
    const { namedPath } = (await import(`${folder}/namedPath.ts`)) as Pick<FileFinder, 'namedPath'>;
    const { matchPath } = (await import(`${folder}/matchPath.ts`)) as Pick<FileFinder, 'matchPath'>;
    return { namedPath, matchPath };
  } catch {
    return undefined;
  }
}

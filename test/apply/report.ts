/**
 * `npm run apply`: runs the engine with the known cases of the apply corpus (see rules.md). Prints the outcomes by form
 * and by language, and the names of the failed cases. Options:
 * - `--case TEXT` prints the known cases whose names contain TEXT, with their outcomes.
 * - `--held-out` runs the held-out cases, and prints only totals. `--later` does so with the later sources.
 * - `--cases NUMBER` runs up to NUMBER cases for each language and form, instead of 6. More cases find more defects.
 * - `--engine FOLDER` uses the engine in another folder than `src/apply`.
 */
import { parseArgs } from 'node:util';
import { describeCase, describeFailures, describeTotals } from './describeResults.ts';
import { evaluate, misnamedCases } from './evaluate.ts';
import { loadEngine } from './loadEngine.ts';
import { buildStandardCorpus } from './standardCorpus.ts';

const { values } = parseArgs({
  options: {
    known: { type: 'boolean' },
    'held-out': { type: 'boolean', default: false },
    later: { type: 'boolean', default: false },
    case: { type: 'string' },
    cases: { type: 'string', default: '6' },
    engine: { type: 'string' },
  },
});

const engine = await loadEngine(values.engine);
const casesEach = Number(values.cases);
const part = values.later ? 'later' : values['held-out'] ? 'heldOut' : 'known';
if (part !== 'known' && casesEach !== 6) throw new Error('The held-out cases have a fixed number.');
const cases = await buildStandardCorpus(part, console.error, casesEach);

if (part !== 'known') {
  console.log(describeTotals(evaluate(cases, engine.planFile)));
} else if (values.case === undefined) {
  const results = evaluate(cases, engine.planFile);
  const misnamed = misnamedCases(cases, engine).map(({ name, naming }) => `not found by ${naming}: ${name}`);
  console.log([describeTotals(results), describeFailures(results), ...misnamed].join('\n'));
  console.log(`${misnamed.length} files not found by their names`);
} else {
  const { case: text } = values;
  const chosen = cases.filter(({ name }) => name.includes(text));
  for (const result of evaluate(chosen, engine.planFile)) console.log(describeCase(result));
}

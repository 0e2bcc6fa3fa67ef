import type { ApplyCase } from '../apply/corpus.ts';
import { describeTotals } from '../apply/describeResults.ts';
import { countOutcomes, evaluate, isNegative, misnamedCases, type CaseResult } from '../apply/evaluate.ts';
import { loadEngine } from '../apply/loadEngine.ts';
import { buildStandardCorpus } from '../apply/standardCorpus.ts';
import type { Figure } from './figure.ts';

const [leastCases, leastLanguages, leastLookAlikes] = [400, 5, 30];

/**
 * Measures the outcomes of the apply corpus (see test/apply/rules.md), for known and for held-out packages. Prints the
 * outcomes by language and by form.
 */
export async function measureApply(): Promise<readonly Figure[]> {
  const engine = await loadEngine();
  const known = await buildStandardCorpus('known', console.error);
  const heldOut = await buildStandardCorpus('heldOut', console.error);
  const parts = [
    ['known', evaluate(known, engine.planFile)],
    ['held-out', evaluate(heldOut, engine.planFile)],
  ] as const;
  for (const [part, results] of parts) console.log(`\nApply, ${part} changes\n${describeTotals(results)}`);
  const all = [...known, ...heldOut];
  return [
    ...sizesOf(all.filter(({ after }) => after !== undefined)),
    ...parts.flatMap(([part, results]) => figuresOf(part, results)),
    {
      name: `files not found by their names, of ${all.length}`,
      value: misnamedCases(all, engine).length,
      unit: '',
      atMost: 0,
    },
  ];
}

/** Returns by how much the corpus is too small, without the negative cases. */
function sizesOf(cases: readonly ApplyCase[]): readonly Figure[] {
  const languages = new Set(cases.map(({ language }) => language)).size;
  const alike = (100 * cases.filter(({ hasLookAlikes }) => hasLookAlikes).length) / cases.length;
  const missing = (name: string, unit: string, value: number, least: number): Figure => ({
    name: `${name} (${value.toFixed(0)}) below ${least}`,
    value: Math.max(0, least - value),
    unit,
    atMost: 0,
  });
  return [
    missing('changes of the corpus', '', cases.length, leastCases),
    missing('languages of the corpus', '', languages, leastLanguages),
    missing('share of changes with look-alikes', '%', alike, leastLookAlikes),
  ];
}

function figuresOf(part: string, results: readonly CaseResult[]): readonly Figure[] {
  const positive = countOutcomes(results.filter((result) => !isNegative(result.case)));
  const negative = countOutcomes(results.filter((result) => isNegative(result.case)));
  return [
    {
      name: `${part} changes in replies that are not applied exactly, of ${positive.cases}`,
      value: (100 * (positive.cases - positive.exact)) / positive.cases,
      unit: '%',
      atMost: 5,
    },
    {
      name: `${part} changes in replies that are applied wrongly, of ${positive.cases}`,
      value: positive.wrong,
      unit: 'changes',
      atMost: 0,
    },
    {
      name: `${part} replies that belong nowhere, but are applied, of ${negative.cases}`,
      value: negative.cases - negative.asked,
      unit: 'replies',
      atMost: 0,
    },
  ];
}

import { countOutcomes, evaluate, isNegative, type CaseResult } from '../apply/evaluate.ts';
import { loadEngine } from '../apply/loadEngine.ts';
import { buildStandardCorpus } from '../apply/standardCorpus.ts';
import type { Figure } from './figure.ts';

/** Measures the outcomes of the apply corpus (see test/apply/rules.md), for known and for held-out packages. */
export async function measureApply(): Promise<readonly Figure[]> {
  const { planFile } = await loadEngine();
  const known = evaluate(await buildStandardCorpus('known', console.error), planFile);
  const heldOut = evaluate(await buildStandardCorpus('heldOut', console.error), planFile);
  return [...figuresOf('known', known), ...figuresOf('held-out', heldOut)];
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
      name: `${part} changes in replies that are applied wrongly, of ${positive.cases + negative.cases}`,
      value: positive.wrong + negative.cases - negative.asked,
      unit: 'changes',
      atMost: 0,
    },
  ];
}

import type { ApplyCase } from './corpus.ts';
import type { FileText, Plan, ReplyBlock } from '../../src/apply/planTypes.ts';

export type PlanFile = (blocks: readonly ReplyBlock[], file: FileText) => Plan;

export type Outcome = 'exact' | 'asked' | 'wrong';

export interface CaseResult {
  readonly case: ApplyCase;
  readonly outcome: Outcome;
  /** True if the outcome is the expected one. */
  readonly passes: boolean;
  /** The result in a few words. */
  readonly plan: string;
}

export interface OutcomeCounts {
  readonly cases: number;
  readonly exact: number;
  readonly asked: number;
  readonly wrong: number;
}

/** Plans all cases. An error of `planFile` counts as a wrong outcome. */
export function evaluate(cases: readonly ApplyCase[], planFile: PlanFile): readonly CaseResult[] {
  return cases.map((each) => {
    const plan = planSafely(each, planFile);
    const outcome = outcomeOf(plan, each);
    return {
      case: each,
      outcome,
      passes: outcome === (each.after === undefined ? 'asked' : 'exact'),
      plan: plan instanceof Error ? `error: ${plan.message}` : plan.kind === 'unclear' ? plan.reason.kind : plan.kind,
    };
  });
}

function planSafely({ blocks, file }: ApplyCase, planFile: PlanFile): Plan | Error {
  try {
    return planFile(blocks, file);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function outcomeOf(plan: Plan | Error, { after }: ApplyCase): Outcome {
  if (plan instanceof Error) return 'wrong';
  if (plan.kind === 'unclear') return 'asked';
  return plan.kind === 'change' && plan.after === after ? 'exact' : 'wrong';
}

export function countOutcomes(results: readonly CaseResult[]): OutcomeCounts {
  const count = (wanted: Outcome): number => results.filter(({ outcome }) => outcome === wanted).length;
  return { cases: results.length, exact: count('exact'), asked: count('asked'), wrong: count('wrong') };
}

export function isNegative({ after }: ApplyCase): boolean {
  return after === undefined;
}

/** Finds the file that a reply names among all files of its source. */
export interface FileFinder {
  readonly namedPaths: (block: ReplyBlock) => readonly string[];
  readonly matchPath: (named: string, paths: readonly string[]) => readonly string[];
}

/** Returns the cases that name a file, and whose first block does not lead to this file alone. */
export function misnamedCases(
  cases: readonly ApplyCase[],
  { namedPaths, matchPath }: FileFinder,
): readonly ApplyCase[] {
  return cases.filter(({ form, blocks, named, file, paths }) => {
    if (named === undefined || form === 'diffSeveralFiles') return false;
    const [found, ...others] = namedPaths(blocks[0]!);
    return found === undefined || others.length > 0 || matchPath(found, paths)[0] !== file.path;
  });
}

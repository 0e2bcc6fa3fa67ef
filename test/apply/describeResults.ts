import { countOutcomes, isNegative, type CaseResult, type OutcomeCounts } from './evaluate.ts';

/** Returns tables of the outcomes by form and by language, and the totals. Names no case. */
export function describeTotals(results: readonly CaseResult[]): string {
  const positive = results.filter((result) => !isNegative(result.case));
  const negative = results.filter((result) => isNegative(result.case));
  const alike = positive.filter((result) => result.case.hasLookAlikes);
  return [
    table('form', positive, (result) => result.case.form),
    table('language', positive, (result) => result.case.language),
    table('negative case', negative, (result) => result.case.form),
    describeCounts('with look-alikes', countOutcomes(alike)),
    describeCounts('all changes', countOutcomes(positive)),
    describeCounts('all negative cases', countOutcomes(negative)),
  ].join('\n\n');
}

function table(title: string, results: readonly CaseResult[], groupOf: (result: CaseResult) => string): string {
  const groups = Map.groupBy(results, groupOf);
  return [
    `by ${title}:`,
    ...[...groups].map(([name, group]) => `  ${describeCounts(name, countOutcomes(group))}`),
  ].join('\n');
}

function describeCounts(name: string, { cases, exact, asked, wrong }: OutcomeCounts): string {
  const percentage = cases === 0 ? '' : ` (${((100 * exact) / cases).toFixed(1)} % exact)`;
  return `${name.padEnd(20)} ${cases} cases: ${exact} exact, ${asked} asked, ${wrong} wrong${percentage}`;
}

/** Returns a line for each case whose outcome is not the expected one. */
export function describeFailures(results: readonly CaseResult[]): string {
  return results
    .filter(({ passes }) => !passes)
    .map(({ outcome, plan, case: { name, details } }) => `${outcome} (${plan})  ${name}  [${details.join(', ')}]`)
    .join('\n');
}

/** Returns the blocks of a case and its result. */
export function describeCase({ case: each, outcome, plan }: CaseResult): string {
  const blocks = each.blocks.map(({ before, info, code }) => `${before}\`\`\`${info}\n${code}\n\`\`\``);
  return [
    `=== ${each.name}`,
    `[${each.details.join(', ')}] naming ${each.naming}`,
    ...blocks,
    `--- ${outcome} (${plan})`,
  ].join('\n');
}

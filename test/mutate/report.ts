import { findAcceptance, type Acceptance } from './acceptance.ts';
import type { MutationSite } from './mutation.ts';
import type { MutantResult } from './tryMutant.ts';

/**
 * Returns the line to print after a mutant has been tested. The line says that the mutant was killed (a test failed) or
 * that it survived.
 */
export function describeResult({ site, killed, killedBy }: MutantResult): string {
  const mutant = `${site.file}:${site.line}  ${site.name}`;
  return killed ? `killed    ${mutant}  by ${killedBy.replaceAll(/\s+/g, ' ').slice(0, 200)}` : `survived  ${mutant}`;
}

/**
 * Returns the report to print at the end. It lists first the survivors that are not accepted, and then the accepted
 * survivors with the reasons. For each survivor, it shows the source line before and after the mutation. The last line
 * of the report has the counts.
 */
export function describeResults(results: readonly MutantResult[], acceptances: readonly Acceptance[]): string {
  const survivors = results
    .filter(({ killed }) => !killed)
    .map(({ site }) => ({ site, reason: findAcceptance(acceptances, site)?.reason }));
  const missed = survivors.filter(({ reason }) => reason === undefined);
  const accepted = survivors.filter(({ reason }) => reason !== undefined);
  return [
    ...missed.map(({ site }) => describeSurvivor(site)),
    ...accepted.map(({ site, reason }) => `${describeSurvivor(site)}\n  accepted: ${reason ?? ''}`),
    summary(results.length - survivors.length, missed.length, accepted.length),
  ].join('\n\n');
}

function describeSurvivor({ file, line, name, before, after }: MutationSite): string {
  return `${file}:${line}  ${name}\n  - ${before}\n  + ${after}`;
}

function summary(killed: number, survived: number, accepted: number): string {
  const count = killed + survived;
  const percentage = count === 0 ? '' : ` (${((100 * killed) / count).toFixed(0)} %)`;
  const apart = accepted === 0 ? '' : `, ${accepted} accepted apart`;
  return `killed ${killed}, survived ${survived} of ${count}${percentage}${apart}`;
}

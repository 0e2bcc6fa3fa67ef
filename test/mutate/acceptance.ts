import type { MutationSite } from './mutation.ts';

/**
 * A mutant, which is the project with one mutation, that survives all tests but needs no further test.
 * Its file, the text of its line and its mutation identify it, so that line numbers may change.
 * Without a line, accepts the mutation everywhere in the file, for example in a table of data.
 */
export interface Acceptance {
  /** Path from the project's folder, with `/`. */
  readonly file: string;
  /** The first source line that the mutation changes, trimmed. */
  readonly line?: string;
  /** The mutation's name as printed, such as `< → <=`; without a line, the name without a number such as `#2`. */
  readonly mutation: string;
  /** Why no unit test has to fail, for example because the mutant is equivalent or a slower test fails. */
  readonly reason: string;
}

/** Returns the acceptance of a mutation, or undefined. Identical lines of one file share their acceptances. */
export function findAcceptance(acceptances: readonly Acceptance[], site: MutationSite): Acceptance | undefined {
  return acceptances.find((acceptance) => accepts(acceptance, site));
}

/** Returns the acceptances for `files` that match none of `sites`. */
export function staleAcceptances(
  acceptances: readonly Acceptance[],
  files: readonly string[],
  sites: readonly MutationSite[],
): readonly Acceptance[] {
  return acceptances.filter(
    (acceptance) => files.includes(acceptance.file) && !sites.some((site) => accepts(acceptance, site)),
  );
}

function accepts({ file, line, mutation }: Acceptance, site: MutationSite): boolean {
  if (file !== site.file) return false;
  if (line === undefined) return mutation === site.name.replace(/ #\d+$/, '');
  return line === site.before && mutation === site.name;
}

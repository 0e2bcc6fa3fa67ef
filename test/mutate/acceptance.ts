import type { MutationSite } from './mutation.ts';

/**
 * Accepts that all unit tests pass although the source code has a certain mutation (a small change).
 * Identifies the mutation by file, line and name. The line is given as text, so that the acceptance stays valid when
 * line numbers change. Without a line, accepts the mutation everywhere in the file, for example in a table of data.
 */
export interface Acceptance {
  /** Path relative to the project's folder, with `/` as separator. */
  readonly file: string;
  /** The text of the first source line that the mutation changes, trimmed. */
  readonly line?: string;
  /**
   * The mutation's name as `npm run mutate` prints it, such as `< → <=` or `number + 1 #2`.
   * Without `line`, this name has no number such as `#2`, and matches mutations with any number.
   */
  readonly mutation: string;
  /**
   * The reason why no unit test has to fail. For example, a slower test fails, or the mutation is equivalent, which
   * means that it does not change the behaviour.
   */
  readonly reason: string;
}

/**
 * Returns an acceptance that matches the mutation at `site`, or undefined if there is none.
 * An acceptance matches the mutation in all identical lines of its file.
 */
export function findAcceptance(acceptances: readonly Acceptance[], site: MutationSite): Acceptance | undefined {
  return acceptances.find((acceptance) => accepts(acceptance, site));
}

/** Returns the acceptances that name one of `files`, but match no mutation in `sites`. */
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

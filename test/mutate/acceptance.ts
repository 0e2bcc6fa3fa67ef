import type { MutationSite } from './mutation.ts';

/** A survivor that needs no test. It is found by its content, so that lines may move. */
export interface Acceptance {
  /** Path from the project's folder, with `/`. */
  readonly file: string;
  /** The source line without its indentation. */
  readonly line: string;
  /** The mutation's name as printed, such as `< → <=`. */
  readonly mutation: string;
  /** Why no test has to fail: equivalent, harmless, or the slower test that fails. */
  readonly reason: string;
}

/** The acceptance of a mutation; undefined if there is none. Identical lines of one file share their acceptances. */
export function findAcceptance(acceptances: readonly Acceptance[], site: MutationSite): Acceptance | undefined {
  return acceptances.find((acceptance) => accepts(acceptance, site));
}

/** The acceptances for one of `files` whose line or mutation no longer exists. */
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
  return file === site.file && line === site.before && mutation === site.name;
}

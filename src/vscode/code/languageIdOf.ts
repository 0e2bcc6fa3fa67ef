import { isJsonObject } from '../../common/json.ts';

/** A language that an extension contributes. */
export interface ContributedLanguage {
  readonly id: string;
  /** The language's aliases, file names, and file extensions without their dot, all in lower case. */
  readonly names: ReadonlySet<string>;
}

/** Returns the languages in an extension's package.json, except languages whose id is not a string. */
export function contributedLanguages(packageJson: unknown): readonly ContributedLanguage[] {
  const contributes = isJsonObject(packageJson) ? packageJson['contributes'] : undefined;
  const languages: unknown = isJsonObject(contributes) ? contributes['languages'] : undefined;
  if (!Array.isArray(languages)) return [];
  return languages.flatMap((language: unknown) => {
    if (!isJsonObject(language) || typeof language['id'] !== 'string') return [];
    const extensions = stringsIn(language['extensions']).map((extension) => extension.replace(/^\./, ''));
    const names = [...stringsIn(language['aliases']), ...stringsIn(language['filenames']), ...extensions];
    return [{ id: language['id'], names: new Set(names.map((name) => name.toLowerCase())) }];
  });
}

/** Additional language names that models use, with their language ids. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['console', 'shellscript'],
  ['golang', 'go'],
  ['node', 'javascript'],
  ['python3', 'python'],
  ['shell', 'shellscript'],
]);

/**
 * Returns the language id for the language name of a code fence. Case is ignored. Returns `plaintext` if the name is
 * unknown, or if its id is not in `ids`.
 */
export function languageIdOf(name: string, ids: readonly string[], languages: readonly ContributedLanguage[]): string {
  const lower = name.toLowerCase();
  const normalizedName = otherNames.get(lower) ?? lower;
  const id =
    ids.find((each) => each.toLowerCase() === normalizedName) ??
    languages.find(({ names }) => names.has(normalizedName))?.id;
  return id !== undefined && ids.includes(id) ? id : 'plaintext';
}

function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/**
 * `code`: source code and documentation, in which unquoted values are mostly expressions. `data`: everything else, such
 * as configuration files, logs, and text that the user typed or pasted.
 */
export type TextKind = 'code' | 'data';

/**
 * Returns the secrets that the rule finds in a text. The text is at most one window long (see findSecrets.ts). Each
 * repetition in the patterns that a rule matches against the text is bounded, so that the rule takes linear time.
 */
export type SecretRule = (text: string, kind: TextKind) => Iterable<string>;

const codeFile =
  /\.(?:[cm]?[jt]sx?|py|pyi|ipynb|rb|go|rs|java|kt|kts|cs|fs|vb|c|h|cc|cpp|cxx|hpp|m|mm|php|swift|scala|clj|ex|exs|erl|hs|ml|lua|pl|pm|r|jl|dart|vue|svelte|astro|html?|css|s[ac]ss|less|map|md|mdx|markdown|rst|adoc|tex|d\.ts|flow)$/i;

/** Returns the kind of the text of the file at `path`. An empty path means text that is not from a file. */
export function textKindOf(path: string): TextKind {
  return codeFile.test(path) ? 'code' : 'data';
}

import { languageNamed } from './languages.ts';

/** Longer paths are ignored, because each folder of a new file is looked up. */
export const maxPathLength = 400;
/** The maximum length of a line that is searched for a path or a heading. */
export const maxLineLength = 1_000;

/** A path, or the name of a file. Parentheses, brackets and spaces occur in the routes of some frameworks. */
const pathPattern = /^(?:[A-Za-z]:)?[\\/]?(?:[\w@.~+()[\]$ -]+[\\/])*[\w@.~+()[\]$ -]+$/;
/** Products, abbreviations and members of objects that look like names of files. */
const otherNames =
  /^(?:(?:node|next|vue|react|express|nuxt|three|d3|ember|backbone|socket|angular|chart|discord|moment|nest|alpine|electron|require|p5)\.(?:js|io)|asp\.net|e\.g|i\.e|[ap]\.m|process\.env|(?:res|req|resp|ctx|self|this)\.\w+)$/i;
const otherExtensions =
  /^(?:txt|lock|csv|tsv|mod|sum|proto|graphql|gql|tf|tfvars|bazel|bzl|nix|zig|erl|ex|exs|clj|pl|r|jl)$/i;
const plainNames =
  /^(?:Dockerfile|Makefile|Gemfile|Rakefile|Procfile|LICENSE|README|CHANGELOG|Jenkinsfile|Vagrantfile)$/;
/** The name of a host before a path, as in `example.org/cart.html`. */
const host = /^(?:www\.|[\w-]+\.(?:com|org|net|io|dev|edu|gov)\/)/i;
/** A position after a path: `:12`, `:12:3`, `:12-20`, `#L12-L20` or ` (lines 12-20)`. */
const position = /(?::\d{1,9}(?:[:-]\d{1,9})?|#L\d{1,9}(?:-L?\d{1,9})?|\s{1,3}\([^()]{1,40}\))$/;
/** A word before a path that says only that it is one, as in `Updated file: src/cart.ts`. */
const label =
  /^(?:(?:new|updated?|modified|changed?|edit(?:ed)?|created?|in|file|file ?name|file ?path|path|location|@file)(?:\s{0,3}:\s{0,3}|\s{1,3})){0,3}/i;
/** A line of signs around a path, as in `=== src/cart.py ===`. */
const frame = /^[=*#~─-]{2,20}\s|\s[=*#~─-]{2,20}$/g;
/** A path before its description, as in `src/cart.ts - the cart` or `src/cart.ts: the cart`. */
const described = /^([^\s:,]{1,400})(?::|,|\s{1,3}(?:-{1,2}|–|—))\s/;

/** Returns the text without a position at its end if it is a path. A name without folders needs a known extension. */
export function asPath(text: string): string | undefined {
  const path = text.trim().replace(position, '').trim();
  if (!isPathText(path) || otherNames.test(path) || host.test(path)) return undefined;
  const name = baseName(path);
  const extension = /[^.]\.(\w{1,12})$/.exec(name)?.[1] ?? (name.startsWith('.') ? name.slice(1) : '');
  if (plainNames.test(name)) return path;
  // Without a letter, it is a version such as `v1.2`.
  if (!/[A-Za-z]/.test(extension)) return undefined;
  if (name !== path && !/\s/.test(path)) return path;
  if (/\s/.test(path)) return undefined;
  return languageNamed(extension) !== undefined || otherExtensions.test(extension) ? path : undefined;
}

/** Returns the part of a path after the last slash or backslash. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Returns true for the extension of a file that programs read or write. */
export function isDataFile(path: string): boolean {
  return /\.(?:csv|tsv|txt|log|lock|sum|dat|bin|db|sqlite|parquet|xlsx?|docx?|pdf|png|jpe?g|gif|webp|ico|mp[34]|wav|zip|t?gz)$/i.test(
    path,
  );
}

/** Returns true for a text in the form of a path, whatever its extension. */
export function isPathText(text: string): boolean {
  return text.length <= maxPathLength && pathPattern.test(text);
}

/** Returns the path in a text that contains only a path with a label, a frame or a description. */
export function labelledPath(text: string): string | undefined {
  const content = text
    .trim()
    .replaceAll(frame, '')
    .trim()
    .replace(label, '')
    .replace(/^[`"']|[`"']?:?$/g, '');
  return asPath(content) ?? asPath(described.exec(content)?.[1] ?? '');
}

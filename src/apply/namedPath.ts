import { parseDiff } from './edits/parseDiff.ts';
import { parseInfo } from './infoString.ts';
import { languageNamed } from './languages.ts';
import type { ReplyBlock } from './planTypes.ts';

/** The maximum length of a line that is searched for a path. */
const maxLineLength = 1_000;
/** Longer paths are ignored, because each folder of a new file is looked up. */
const maxPathLength = 400;
/** The maximum number of lines of prose, from the end, that are searched for a heading. */
const maxProseLines = 20;

/** A path, or the name of a file. Parentheses, brackets and spaces occur in the routes of some frameworks. */
const pathPattern = /^(?:[A-Za-z]:)?[\\/]?(?:[\w@.~+()[\]$ -]+[\\/])*[\w@.~+()[\]$ -]+$/;
/** Names of products that look like names of files. */
const productNames =
  /^(?:node|next|vue|react|express|nuxt|three|d3|ember|backbone|asp|socket|angular)\.(?:js|net|io)$/i;
const otherExtensions =
  /^(?:txt|lock|csv|tsv|mod|sum|proto|graphql|gql|tf|tfvars|bazel|bzl|nix|zig|erl|ex|exs|clj|pl|r|jl)$/i;
const plainNames =
  /^(?:Dockerfile|Makefile|Gemfile|Rakefile|Procfile|LICENSE|README|CHANGELOG|Jenkinsfile|Vagrantfile)$/;
/** A position after a path: `:12`, `:12:3`, `:12-20`, `#L12-L20` or ` (lines 12-20)`. */
const position = /(?::\d{1,9}(?:[:-]\d{1,9})?|#L\d{1,9}(?:-L?\d{1,9})?|\s{1,3}\([^()]{1,40}\))$/;

/** Returns the path that the reply names for a block, as it is written; undefined if it names none. */
export function namedPath(block: ReplyBlock): string | undefined {
  return pathInDiff(block) ?? pathInInfo(block.info) ?? pathInFirstLine(block.code) ?? pathInProse(block.before);
}

/**
 * Returns the path in the first line of a block if this line is only a comment with a path, or a path before the first
 * marker of a replacement.
 */
export function pathInFirstLine(code: string): string | undefined {
  const lines = code.slice(0, 2 * maxLineLength).split(/\r?\n/, 6);
  const index = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#!'));
  const line = lines[index] ?? '';
  const comment = commentText(line);
  if (comment !== undefined) return asPath(withoutLabel(comment));
  const isBeforeMarker = /^\s{0,9}(?:<{5,9}|-{5,9} SEARCH)/.test(lines[index + 1] ?? '');
  return isBeforeMarker ? asPath(withoutLabel(line.trim().replace(/^[`*]{1,3}|[`*:]{1,4}$/g, ''))) : undefined;
}

/** Returns the text of a line that is only a comment. */
function commentText(line: string): string | undefined {
  const text = line.slice(0, maxLineLength).trim();
  const open = /^(?:\/\/+!?|#+|--|;+|%+|\/\*+|<!--|\{\/\*|""")(?=[\s\w./@])/.exec(text)?.[0];
  if (open === undefined) return undefined;
  return text
    .slice(open.length)
    .replace(/(?:\*+\/\}?|-->|""")$/, '')
    .trim();
}

function withoutLabel(text: string): string {
  return text.replace(/^(?:file|filename|file name|filepath|path|in|update|updated)\s{0,3}[: ]\s{0,3}/i, '');
}

function pathInDiff({ code, info }: ReplyBlock): string | undefined {
  if (!/^(?:\+\+\+|---|\*\*\* (?:Update|Add)) /m.test(code) && !/^(?:diff|patch)\b/.test(info)) return undefined;
  const [first] = parseDiff(code);
  return ifNotTooLong(first?.newPath ?? first?.oldPath);
}

function ifNotTooLong(path: string | undefined): string | undefined {
  return path !== undefined && path.length <= maxPathLength ? path : undefined;
}

function pathInInfo(info: string): string | undefined {
  const { path } = parseInfo(info);
  if (path === undefined) return undefined;
  const text = path.replace(/^(?:\/\/|#)\s{0,3}/, '').replace(/^[(`"']|[)`"']$/g, '');
  return asPath(text) ?? (/[\\/]/.test(text) && pathPattern.test(text) ? ifNotTooLong(text) : undefined);
}

/** Returns the path in the last line of the text before a block, else in the nearest heading above. */
function pathInProse(before: string): string | undefined {
  const lines = before
    .slice(-maxProseLines * maxLineLength)
    .split(/\r?\n/)
    .slice(-maxProseLines)
    .map((line) => line.trim().slice(0, maxLineLength))
    .filter((line) => line !== '');
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  return pathInLine(last) ?? lines.slice(0, -1).reverse().filter(isHeading).map(pathInLine).find(Boolean);
}

function isHeading(line: string): boolean {
  return /^#{1,6}\s/.test(line) || /^(?:\d{1,3}[.)]\s{1,3})?\*\*[^*]+\*\*:?$/.test(line);
}

/** Returns the only path in a line of prose. If there are several, returns the path that the line starts with. */
function pathInLine(line: string): string | undefined {
  const marked = [...line.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\]\(([^()\s]+)\)/g)]
    .map(([, code, bold, link]) => asPath((code ?? bold ?? link ?? '').replace(/^`|`?:?$/g, '')))
    .filter((path) => path !== undefined);
  const paths = marked.length > 0 ? marked : plainPaths(line);
  const distinct = [...new Set(paths)];
  if (distinct.length === 1) return distinct[0];
  const isNamedFirst = /^(?:#{1,6}\s+|\*\*)?(?:in|file|update|edit|change)?:?\s*[`*]{0,3}/i.exec(line)?.[0] ?? '';
  return distinct.find((path) => line.startsWith(path, isNamedFirst.length));
}

/** Returns the paths among the words of a line that introduces a block: a heading, or a line that ends with a colon. */
function plainPaths(line: string): readonly string[] {
  const isLabelled = /^(?:file|filename|path)\s{0,3}:/i.test(line);
  if (!isHeading(line) && !isLabelled && !line.endsWith(':') && /\s/.test(line)) return [];
  const words = line.replace(/^#{1,6}\s/, '').split(/\s+/);
  return words
    .map((word) => asPath(word.replace(/^[(`*_"']{1,4}/, '').replace(/[)`*_"':,.]{1,5}$/, '')))
    .filter((path) => path !== undefined);
}

/** Returns the text without a position at its end if it is a path. A name without folders needs a known extension. */
function asPath(text: string): string | undefined {
  const path = text.trim().replace(position, '').trim();
  if (path.length > maxPathLength || !pathPattern.test(path) || path.includes('://') || productNames.test(path))
    return undefined;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const extension = /[^.]\.(\w{1,12})$/.exec(name)?.[1] ?? (name.startsWith('.') ? name.slice(1) : '');
  if (plainNames.test(name)) return path;
  if (extension === '') return undefined;
  if (name !== path && !/\s/.test(path)) return path;
  if (/^process\.env$/.test(name) || /\s/.test(path)) return undefined;
  return languageNamed(extension) !== undefined || otherExtensions.test(extension) ? path : undefined;
}

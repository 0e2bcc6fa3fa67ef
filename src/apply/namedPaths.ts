import { parseDiff } from './edits/parseDiff.ts';
import { withoutStatements } from './completeness/keptNames.ts';
import { parseInfo } from './infoString.ts';
import { canContain, languageNamed, languageOfPath } from './languages.ts';
import { splitCode } from './lines/fileLines.ts';
import { baseName, isDataFile, isPathText, labelledPath, maxLineLength, maxPathLength } from './pathText.ts';
import type { ReplyBlock } from './planTypes.ts';
import { pathsInProse } from './prosePaths.ts';

/** The number of lines at the start of a file or a block in which a line can name the file. */
const maxLinesToPath = 6;
/** Lines that are often before the first comment of a file. */
const linesBefore = /^\s*(?:$|#!|# -\*-|<\?php\s*$|<\?xml\b|<!doctype\b|["']use \w+["'];?\s*$)/i;

/**
 * Returns the path that the reply names for a block, as it is written. Returns several if the reply does not say clearly
 * which of them it means, and none if it names none.
 */
export function namedPaths(block: ReplyBlock): readonly string[] {
  const path = pathInDiff(block) ?? pathInInfo(block.info) ?? pathLine(block.code)?.path;
  return path === undefined ? pathsInProse(block.before, (file) => canHold(file, block)) : [path];
}

/** Returns false if a block of a programming language or of markup cannot be a part of a file. */
function canHold(path: string, { info }: ReplyBlock): boolean {
  const language = languageNamed(parseInfo(info).language);
  const isProgram = language !== undefined && language.id !== 'shell' && !withoutStatements.has(language.id);
  return !isProgram || (!isDataFile(path) && canContain(languageOfPath(path), language));
}

/** A line of a block that only names the file. */
interface PathLine {
  readonly index: number;
  readonly path: string;
}

/**
 * Returns the first line of a block, apart from lines such as `#!/bin/sh`, if it is only a comment with a path, or a path
 * before the first marker of a replacement.
 */
function pathLine(code: string): PathLine | undefined {
  const lines = code.slice(0, 2 * maxLineLength).split(/\r?\n/, maxLinesToPath);
  const index = lines.findIndex((line) => !linesBefore.test(line));
  const line = lines[index] ?? '';
  const isBeforeMarker = /^\s{0,9}(?:<{5,9}|-{5,9} SEARCH)/.test(lines[index + 1] ?? '');
  const text = commentText(line) ?? (isBeforeMarker ? line.trim().replace(/^[`*]{1,3}|[`*:]{1,4}$/g, '') : '');
  const path = labelledPath(text);
  return path === undefined ? undefined : { index, path };
}

/** Removes a first line that only names the file, unless the file has it, too. */
export function withoutPathLine(
  code: readonly string[],
  path: string,
  fileLines: readonly string[],
): readonly string[] {
  const named = pathLine(code.slice(0, maxLinesToPath).join('\n'));
  if (named === undefined) return code;
  const { index } = named;
  if (fileLines.slice(0, maxLinesToPath).some((line) => line.trim() === code[index]?.trim())) return code;
  if (baseName(named.path) !== baseName(path)) return code;
  const isBlankAfter = code[index + 1]?.trim() === '';
  return [...code.slice(0, index), ...code.slice(index + (isBlankAfter ? 2 : 1))];
}

/** Returns the code of a block as it belongs into the file with a path, without a first line that only names the file. */
export function codeFor(path: string, code: string): string {
  return withoutPathLine(splitCode(code), path, []).join('\n');
}

/** Returns the text of a line that is only a comment. */
function commentText(line: string): string | undefined {
  const text = line.slice(0, maxLineLength).trim();
  const open = /^(?:\/\/+!?|#+|--|;+|%+|\/\*+|<!--|\{\/\*|"""|\{\{!--|\{#|\(\*|<%#)(?=[\s\w./@=*~─-])/.exec(text)?.[0];
  if (open === undefined) return undefined;
  return text
    .slice(open.length)
    .replace(/(?:\*+\/\}?|-->|"""|--\}\}|#\}|\*\)|%>)$/, '')
    .trim();
}

function pathInDiff({ code, info }: ReplyBlock): string | undefined {
  if (!/^(?:\+\+\+|---|\*\*\* (?:Update|Add)) /m.test(code) && !/^(?:diff|patch)\b/.test(info)) return undefined;
  const [first] = parseDiff(code);
  const path = first?.newPath ?? first?.oldPath;
  return path !== undefined && path.length <= maxPathLength ? path : undefined;
}

function pathInInfo(info: string): string | undefined {
  const { path } = parseInfo(info);
  if (path === undefined) return undefined;
  const text = path
    .replace(/^(?:\/\/|#)\s{0,3}/, '')
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll(/^[`"']|[`"']$/g, '');
  return labelledPath(text) ?? (/[\\/]/.test(text) && isPathText(text) ? text : undefined);
}

import type { Language } from '../languages.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';

const ofModule = /^(?:import\s[^=]{0,400}$|import\s*["'{*]|export\s)/;
const ofCommonJs = /^(?:module\.exports\b|exports\.\w|(?:const|let|var)\s[^=]{1,400}=\s*require\()/;

/**
 * Returns true if the edits bring the syntax of ES modules into a CommonJS file without removing all of its `require` and
 * `module.exports`. Such a file cannot be loaded. The block then probably is the whole file.
 */
export function mixesModuleSystems(
  edits: readonly LineEdit[],
  fileLines: readonly string[],
  language: Language,
): boolean {
  if (language.id !== 'javascript') return false;
  const has = (lines: readonly string[], pattern: RegExp) => lines.some((line) => pattern.test(line));
  const added = edits.flatMap(({ lines }) => lines);
  return (
    has(added, ofModule) &&
    has(fileLines, ofCommonJs) &&
    !has(fileLines, ofModule) &&
    has(editedLines(fileLines, edits), ofCommonJs)
  );
}

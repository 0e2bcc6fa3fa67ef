import type { Language } from '../languages.ts';
import { scanCode } from '../outline/scanCode.ts';
import { editedLines, type LineEdit } from '../lines/fileLines.ts';

const ofModule = /^(?:import\s[^=]{0,400}$|import\s*["'{*]|export\s)/;
const ofCommonJs = /(?<![.\w$])(?:require\s{0,9}\(|module\.exports\b)|^exports\.\w/;

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
  if (!has(added, ofModule)) return false;
  const old = scanCode(fileLines, language).code;
  if (!has(old, ofCommonJs) || has(old, ofModule)) return false;
  return has(scanCode(editedLines(fileLines, edits), language).code, ofCommonJs);
}

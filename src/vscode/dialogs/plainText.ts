import * as vscode from 'vscode';
import { splitCode } from '../../common/code/hiddenCharacters.ts';

const maxNameLength = 120;
/** The number of characters that are kept from the end of a long name, because the end has the file extension. */
const endLength = 40;
const maxStartLength = 200;
const maxQuoteLength = 40;
const maxNames = 10;

/**
 * Returns a name, such as a file's name or path, in a form for sentences. The result has at most 120 characters, and
 * keeps the start and the end of a longer name. Tabs, line breaks and hidden characters are replaced with U+FFFD,
 * because they could make the sentence look different or push it out of view.
 */
export function plainName(name: string): string {
  const cut =
    name.length > maxNameLength ? `${name.slice(0, maxNameLength - endLength - 1)}…${name.slice(-endLength)}` : name;
  return replaceHidden(cut).replace(/[\t\n\r]/g, '\ufffd');
}

/** Returns the name of a file without its folders, in a form for sentences (see plainName). */
export function fileName(uri: vscode.Uri): string {
  return plainName(uri.path.slice(uri.path.lastIndexOf('/') + 1));
}

/** Returns the title of a session in a form for sentences and lists (see plainName), or `Untitled` for an empty title. */
export function shownTitle(title: string): string {
  return title === '' ? vscode.l10n.t('Untitled') : plainName(title);
}

/**
 * Returns the start of a text in a form for lists, at most 200 characters. Each run of white space is replaced with a
 * single space, and hidden characters are replaced with U+FFFD.
 */
export function plainStart(text: string): string {
  const cut = text.length > maxStartLength ? `${text.slice(0, maxStartLength - 1)}…` : text;
  return replaceHidden(cut).replace(/\s+/g, ' ');
}

/**
 * Returns the start of a text in a form for a quote in a sentence, at most 40 characters. Is like `plainStart`, but ends
 * behind a word if the last word does not fit, unless this word is longer than half of the quote.
 */
export function plainQuote(text: string): string {
  const start = plainStart(text.trim());
  if (start.length <= maxQuoteLength) return start;
  const cut = start.slice(0, maxQuoteLength - 1);
  const end = start.charAt(cut.length) === ' ' ? cut.length : cut.lastIndexOf(' ');
  const words = end < maxQuoteLength / 2 ? cut : cut.slice(0, end);
  return `${words.replace(/[\s\ud800-\udbff]+$/, '')}…`;
}

function replaceHidden(text: string): string {
  return splitCode(text.toWellFormed(), 0, text.length, 0)
    .map((run) => run.text)
    .join('');
}

/** Returns a line for each of the first 10 names (see plainName). If there are more, a last line gives their number. */
export function plainNames(names: readonly string[]): string {
  const lines = names.slice(0, maxNames).map(plainName);
  if (names.length > maxNames) lines.push(vscode.l10n.t('{0} more', names.length - maxNames));
  return lines.join('\n');
}

/** Returns the names like `plainNames`, in a form for a sentence: with commas between. */
export function nameList(names: readonly string[]): string {
  return plainNames(names).replaceAll('\n', ', ');
}

/**
 * Returns a text in which VS Code finds no links. In notifications, VS Code shows `[text](command:…)` as a link that
 * runs any command. A zero width space between `]` and `(` prevents this.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

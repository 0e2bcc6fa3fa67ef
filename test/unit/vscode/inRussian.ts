import { readFileSync } from 'node:fs';
import { config } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CleanUp } from '../cleanUp.ts';

/**
 * Sets the language to Russian until the end of the test. The texts stay English, but the forms for the plural
 * categories `few` and `many` end with the name of their category in brackets.
 */
export function inRussian(cleanUp: CleanUp): void {
  const bundle = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as Readonly<Record<string, unknown>>;
  const forms = Object.keys(bundle).flatMap((key) => {
    const [, message, category] = /^(.*)\/(few|many)$/.exec(key) ?? [];
    return message === undefined ? [] : [[key, `${message} [${category}]`] as const];
  });
  config({ contents: Object.fromEntries(forms) });
  Object.assign(vscode.env, { language: 'ru' });
  cleanUp(() => {
    config({ contents: {} });
    Object.assign(vscode.env, { language: 'en' });
  });
}

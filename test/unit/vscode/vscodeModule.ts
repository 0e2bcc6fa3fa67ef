/**
 * Lets unit tests load files that import 'vscode': mocha requires this file before all tests. The module contains
 * only the texts, in English, from the library that VS Code itself uses. Everything else of VS Code is undefined here.
 */
import { registerHooks } from 'node:module';

const source = `export { default as l10n } from '@vscode/l10n'; export const env = { language: 'en' };`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: new URL('vscode.mjs', import.meta.url).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === new URL('vscode.mjs', import.meta.url).href
      ? { source, format: 'module', shortCircuit: true }
      : next(url, context),
});

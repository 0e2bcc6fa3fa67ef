/**
 * Lets unit tests load files that import 'vscode'. Mocha requires this file before all tests. The replacement exports
 * only `l10n`, from the library that VS Code itself uses, and the English `env`. The rest of the API is undefined.
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

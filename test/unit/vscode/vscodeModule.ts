/**
 * Replaces the module 'vscode', so that unit tests can load files that import 'vscode'. Mocha loads this file before
 * all tests. The replacement has only these exports: `l10n` from the library `@vscode/l10n`, an `env` whose language is
 * English, an `EventEmitter`, a `Disposable`, a `CancellationTokenSource` without events, `ThemeColor`, `MarkdownString`, a `Uri` for files, an empty `Range`, the values of some enumerations, `commands` that do
 * nothing, a `window` that shows neither warnings nor progress, and a `workspace` without folders whose
 * file systems are writable.
 */
import { registerHooks } from 'node:module';

const source = `
  import { posix } from 'node:path';
  export { default as l10n } from '@vscode/l10n';
  export const env = { language: 'en' };
  export class EventEmitter {
    #listeners = new Set();
    event = (listener) => {
      this.#listeners.add(listener);
      return { dispose: () => this.#listeners.delete(listener) };
    };
    fire(value) {
      for (const listener of this.#listeners) listener(value);
    }
    dispose() {
      this.#listeners.clear();
    }
  }
  export class Disposable {
    static from(...disposables) {
      return { dispose: () => disposables.forEach((each) => each.dispose()) };
    }
  }
  export class CancellationTokenSource {
    token = { isCancellationRequested: false };
    cancel() {
      this.token.isCancellationRequested = true;
    }
    dispose() {}
  }
  export class ThemeColor {
    constructor(id) {
      this.id = id;
    }
  }
  export class MarkdownString {
    constructor(value) {
      this.value = value;
    }
  }
  export class Uri {
    constructor(path) {
      this.scheme = 'file';
      this.path = path;
      this.fsPath = path;
    }
    static file(path) {
      return new Uri(path);
    }
    static joinPath({ path }, ...segments) {
      return new Uri(posix.join(path, ...segments));
    }
    toString() {
      return 'file://' + this.path;
    }
  }
  export class Range {}
  export const StatusBarAlignment = { Right: 2 };
  export const QuickPickItemKind = { Separator: -1 };
  export const ConfigurationTarget = { Global: 1 };
  export const InputBoxValidationSeverity = { Info: 1 };
  export const ProgressLocation = { Notification: 15 };
  export const commands = { executeCommand: async () => undefined };
  export const window = {
    showWarningMessage: async () => undefined,
    withProgress: async (options, task) => task(),
  };
  export const workspace = { fs: { isWritableFileSystem: () => true }, getWorkspaceFolder: () => undefined };`;

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

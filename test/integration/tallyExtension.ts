import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
  };
}

/** Returns the Tally Chat extension of the running VS Code. */
export function tallyExtension(): Omit<vscode.Extension<unknown>, 'packageJSON'> & { readonly packageJSON: Manifest } {
  const extension = vscode.extensions.getExtension('tally.tally-chat');
  if (extension === undefined) throw new Error('The extension is not installed in this VS Code.');
  return extension;
}

/**
 * Agrees to use the service and the API key that the environment sets. Answers the dialog of _Check Connection_ in the
 * place of the user, because no command of VS Code clicks the buttons of a dialog.
 */
export async function useServiceOfEnvironment(): Promise<void> {
  const { window } = vscode;
  const { showWarningMessage } = window;
  const answer = async (_message: string, _options: unknown, ...buttons: readonly string[]) =>
    Promise.resolve(buttons.find((button) => button === 'Use This Service'));
  try {
    // This module is in the extension's folder. VS Code therefore gives it the same `window` as the extension.
    Object.assign(window, { showWarningMessage: answer });
    await vscode.commands.executeCommand('tally.checkConnection');
  } finally {
    Object.assign(window, { showWarningMessage });
  }
}

const savedDispatchersKey = Symbol.for('tally.test.globalDispatchers');

/**
 * Returns the current global dispatchers of undici, and those that were saved before the extension's activation. Undici
 * is the HTTP client behind Node's `fetch`. Its global dispatchers send the `fetch` requests of all extensions in the
 * extension host.
 */
export function globalDispatchers(): { readonly before: readonly unknown[]; readonly now: readonly unknown[] } {
  const before = Reflect.get(globalThis, savedDispatchersKey) as readonly unknown[] | undefined;
  if (before === undefined) throw new Error('The global dispatchers were not saved before activation.');
  return { before, now: readGlobalDispatchers() };
}

/**
 * Saves undici's current global dispatchers, so that `globalDispatchers` can return them later. Throws if the extension
 * is already active.
 */
export function saveGlobalDispatchers(): void {
  if (tallyExtension().isActive) throw new Error('The extension is active already.');
  Reflect.set(globalThis, savedDispatchersKey, readGlobalDispatchers());
}

function readGlobalDispatchers(): readonly unknown[] {
  return [1, 2].map((version): unknown => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));
}

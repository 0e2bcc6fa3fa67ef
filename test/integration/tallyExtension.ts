import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly default: unknown; readonly scope?: string }>>;
    };
  };
}

/** Our extension, as this VS Code knows it. */
export function tallyExtension(): Omit<vscode.Extension<unknown>, 'packageJSON'> & { readonly packageJSON: Manifest } {
  const extension = vscode.extensions.getExtension('tally.tally-chat');
  if (extension === undefined) throw new Error('The extension is not installed in this VS Code.');
  return extension;
}

const savedSlots = Symbol.for('tally.test.dispatcherSlots');

/**
 * The slots through which every extension's `fetch` runs: as they were when the tests were loaded, which must
 * be before the extension is active, and now.
 */
export function dispatcherSlots(): { readonly before: readonly unknown[]; readonly now: readonly unknown[] } {
  const before = Reflect.get(globalThis, savedSlots) as readonly unknown[] | undefined;
  if (before === undefined) throw new Error('The slots were not saved before activation.');
  return { before, now: readSlots() };
}

/** To be called first, while the extension is not active yet. */
export function saveDispatcherSlots(): void {
  if (tallyExtension().isActive) throw new Error('The extension is active already.');
  Reflect.set(globalThis, savedSlots, readSlots());
}

function readSlots(): readonly unknown[] {
  return [1, 2].map((version): unknown => Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`)));
}

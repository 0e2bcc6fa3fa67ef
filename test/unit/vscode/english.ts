import type * as vscode from 'vscode';

/** Texts as VS Code gives them when it speaks English. */
export const english: typeof vscode.l10n = {
  bundle: undefined,
  uri: undefined,
  t: (...args: readonly unknown[]) => {
    const [message, ...values] = args;
    if (typeof message !== 'string') throw new TypeError('Only the form with a message is used.');
    return message.replaceAll(/\{(\d+)\}/g, (_, index) => String(values[Number(index)]));
  },
};

/**
 * A script that killedDataCommands.test.ts runs in a separate process. Runs a command for the data of all workspaces.
 * Prints `begins`, and each message that the command shows. Exports again and again, each time with another recorded
 * balance. After each export, prints `exported` and the amount of the balance. In each question, the acting button is
 * pressed. Usage:
 * `dataProcess.ts <command> <user> <archive> <firstNumber>`
 */
import { writeSync } from 'node:fs';
import * as vscode from 'vscode';
import type { DataCommandId } from '../../../../src/vscode/data/dataCommands.ts';
import { openDataWindow } from './dataWindow.ts';

const [command = '', user = '', archive = '', firstNumber = ''] = process.argv.slice(2);

const report = (line: string) => writeSync(1, `${line.replaceAll('\n', ' ')}\n`);

answerQuestions();
const window = openDataWindow(user);
await window.deletions.ready;
await Promise.all([window.ledger.refresh(), window.balance.load()]);
report('begins');
if (command === 'tally.exportData') {
  for (let number = Number(firstNumber) + 1; ; number += 1) {
    await window.store.set({ amount: number, spentBefore: 0, at: number, isWarned: false });
    await window[command]();
    report(`exported ${number}`);
  }
}
await window[command as DataCommandId]();
report('ends');
// Waits to be killed.
setInterval(() => undefined, 60_000);

function answerQuestions(): void {
  const uri = vscode.Uri.file(archive);
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  const showMessage = async (message: string, ...choices: readonly unknown[]) => {
    report(message);
    return Promise.resolve(choices.at(-1));
  };
  Object.assign(vscode.window, {
    showWarningMessage: showMessage,
    showInformationMessage: showMessage,
    showErrorMessage: showMessage,
    showSaveDialog: async () => Promise.resolve(uri),
    showOpenDialog: async () => Promise.resolve([uri]),
    withProgress: async (_: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run(undefined, token),
  });
}

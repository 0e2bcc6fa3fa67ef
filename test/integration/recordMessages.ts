import * as vscode from 'vscode';

/** Replaces VS Code's messages during each test of a suite. Returns a function that returns the messages of the test. */
export function recordMessages(): () => readonly string[] {
  const { showWarningMessage, showInformationMessage } = vscode.window;
  let messages: string[] = [];
  beforeEach(() => {
    messages = [];
    const record = async (message: string) => Promise.resolve(void messages.push(message));
    Object.assign(vscode.window, { showWarningMessage: record, showInformationMessage: record });
  });
  afterEach(() => {
    Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
  });
  return () => messages;
}

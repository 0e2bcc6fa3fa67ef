/**
 * Returns true if a text has at least 1,000 characters, or at least 10 lines, not counting trailing blank lines. A
 * pasted text of this length becomes an attachment. In the message box, it would push the typed text out of view.
 */
export function isLongPaste(text: string): boolean {
  return text.length >= 1_000 || text.trimEnd().split('\n', 10).length >= 10;
}

/** Returns the language id from clipboard data of VS Code's type `vscode-editor-data`, or '' if there is no id. */
export function pastedLanguage(data: string): string {
  try {
    const { mode } = JSON.parse(data) as { mode?: unknown };
    return typeof mode === 'string' ? mode : '';
  } catch {
    return '';
  }
}

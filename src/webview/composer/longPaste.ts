/**
 * Returns true for at least 1,000 characters, or at least 10 lines without trailing blank lines. Such a paste becomes
 * an attachment, because it would push the written text out of view.
 */
export function isLongPaste(text: string): boolean {
  return text.length >= 1_000 || text.trimEnd().split('\n', 10).length >= 10;
}

/** Returns the language id in `vscode-editor-data`, a clipboard type of VS Code; empty if `data` has no id. */
export function pastedLanguage(data: string): string {
  try {
    const { mode } = JSON.parse(data) as { mode?: unknown };
    return typeof mode === 'string' ? mode : '';
  } catch {
    return '';
  }
}

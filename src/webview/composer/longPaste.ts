/** Whether pasted text is so long that it would bury what is being written: it becomes a chip. */
export function isLongPaste(text: string): boolean {
  return text.length >= 1_000 || text.trimEnd().split('\n', 10).length >= 10;
}

/** The language that an editor of VS Code copied from; empty for other sources. `data` is of the type `vscode-editor-data`. */
export function pastedLanguage(data: string): string {
  try {
    const { mode } = JSON.parse(data) as { mode?: unknown };
    return typeof mode === 'string' ? mode : '';
  } catch {
    return '';
  }
}

/** Replaces a range of a text field as if typed, so that undo restores it. Focuses the field. */
export function replaceText(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus();
  box.setSelectionRange(start, end);
  // Deprecated, but the only access to the text field's undo history.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (start !== end || text !== '') document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

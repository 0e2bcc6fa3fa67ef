/** Replaces a part of a text field as if it had been typed, so that undo brings back what was there. */
export function replaceText(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus();
  box.setSelectionRange(start, end);
  // Deprecated, but the only way to the text field's own history.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (start !== end || text !== '') document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

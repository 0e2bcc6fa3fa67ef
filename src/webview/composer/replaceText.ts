/** Focuses a text field and replaces a range as if the user had typed, so that undo restores the replaced text. */
export function replaceText(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus();
  box.setSelectionRange(start, end);
  // `execCommand` is deprecated, but it is the only access to the text field's undo history.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (start !== end || text !== '') document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

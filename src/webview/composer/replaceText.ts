/** Focuses a text field and replaces a range as if the user had typed `text`. Undo restores the replaced text. */
export function replaceText(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus();
  box.setSelectionRange(start, end);
  // `execCommand` is deprecated, but no other API uses the text field's undo history.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  if (start !== end || text !== '') document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

/** Returns true for Ctrl+F and Cmd+F. */
export function opensFind({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey;
}

/** Prevents VS Code from handling the key as well. */
export function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

import * as l10n from '@vscode/l10n';
import { isComposing, readMessageKey } from '../composer/messageKey.ts';
import { consume, element } from '../dom.ts';

/**
 * Creates a title input. Calls `onEnd` once: on Enter or blur with the trimmed text, on Escape with the old title.
 * `hadFocus` is true if the input still has the focus when `onEnd` is called.
 */
export function createTitleInput(title: string, onEnd: (text: string, hadFocus: boolean) => void): HTMLInputElement {
  const input = element('input', {
    type: 'text',
    class: 'session-rename',
    dir: 'auto',
    'aria-label': l10n.t('Session title'),
    value: title,
    maxlength: '200',
    spellcheck: 'false',
  });
  let hasEnded = false;
  const end = (text: string) => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(text, document.activeElement === input);
  };
  input.addEventListener('keydown', (event) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' || event.key === 'Escape') {
      consume(event);
      end(event.key === 'Enter' ? input.value.trim() : title);
    } else if (readMessageKey(event, 'enter') !== undefined) {
      // The browser handles undo and redo. VS Code gets all other keys, so that its key bindings work.
      event.stopPropagation();
    }
  });
  input.addEventListener('blur', () => end(input.value.trim()));
  return input;
}

/**
 * Shows a title input in place of `title` until the user has ended the edit. Calls `save` with the new title, unless it is
 * unchanged. Does nothing if the title is already edited.
 */
export function editTitle(title: HTMLElement, save: (title: string) => void): void {
  // A second click may have come before this code was loaded.
  if (!title.isConnected) return;
  const before = title.textContent;
  const input = createTitleInput(before, (text, hadFocus) => {
    input.replaceWith(title);
    if (hadFocus) title.focus();
    if (text !== before) save(text);
  });
  title.replaceWith(input);
  input.focus();
  input.select();
}

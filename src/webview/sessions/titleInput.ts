import * as l10n from '@vscode/l10n';
import { isComposing, readMessageKey } from '../composer/messageKey.ts';
import type { DidChangeHeading } from '../../common/protocol/sessionProtocol.ts';
import { consume, element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

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
 * Shows a title input in place of `button` until the user has ended the edit. Posts the new title, unless it is unchanged.
 * Does nothing if the title is already edited, or if the button has meanwhile got another title or belongs to another
 * session than when the user clicked it.
 *
 * @param clicked The heading that was shown when the user clicked its title.
 * @param shown The heading that is shown now.
 */
export function editTitle(
  button: HTMLElement,
  clicked: DidChangeHeading,
  shown: DidChangeHeading,
  { post }: PanelContext,
): void {
  const { sessionId: id, title } = clicked;
  // A second click, or another session, may have come before this code was loaded.
  if (!button.isConnected || shown.sessionId !== id || shown.title !== title) return;
  const input = createTitleInput(title, (text, hadFocus) => {
    input.replaceWith(button);
    if (hadFocus) button.focus();
    if (text !== title) post({ type: 'renameSession', id, title: text });
  });
  button.replaceWith(input);
  input.focus();
  input.select();
}

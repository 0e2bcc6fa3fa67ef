import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { isLongPaste, pastedLanguage } from './longPaste.ts';

/**
 * Turns long pasted text into an attachment, and reports pasted images to the extension. The text goes into the message
 * box instead if the user pastes with Ctrl+Shift+V or Cmd+Shift+V, or if the draft is not loaded yet.
 */
export interface PasteAsChip {
  /** Returns true if the user's last input became an attachment. Undo must then insert the attachment as text. */
  readonly wasLast: () => boolean;
}

export function createPasteAsChip(
  box: HTMLTextAreaElement,
  post: (message: FromWebviewMessage) => void,
  isLoaded: () => boolean,
): PasteAsChip {
  let isPlainWanted = false;
  let wasLast = false;

  box.addEventListener('keydown', ({ key, shiftKey, ctrlKey, metaKey }) => {
    isPlainWanted = shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';
  });
  box.addEventListener('input', () => {
    wasLast = false;
  });
  box.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isPlain = isPlainWanted;
    isPlainWanted = false;
    const isImage =
      text === '' && [...(event.clipboardData?.items ?? [])].some((item) => item.type.startsWith('image/'));
    if (isImage) post({ type: 'refuseImage' });
    if (isPlain || !isLoaded() || !isLongPaste(text)) return;
    event.preventDefault();
    wasLast = true;
    post({
      type: 'attachPasted',
      text,
      languageId: pastedLanguage(event.clipboardData?.getData('vscode-editor-data') ?? ''),
    });
  });
  return { wasLast: () => wasLast };
}

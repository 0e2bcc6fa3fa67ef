import * as l10n from '@vscode/l10n';
import type { OfferedFileView } from '../../common/protocol/noticeProtocol.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { createAttachmentLabel } from '../attachmentLabel.ts';
import { element, icon, onFirstClick } from '../dom.ts';

/**
 * Returns a function that shows the offered file in `place` as a button that attaches the file, or removes the button.
 *
 * @param focusMessage Called when the focused button is removed or was pressed.
 */
export function createOfferedFile(
  post: (message: FromWebviewMessage) => void,
  place: HTMLElement,
  focusMessage: () => void,
): (file: OfferedFileView | undefined) => void {
  return (file) => {
    if (place.contains(document.activeElement)) focusMessage();
    place.replaceChildren();
    if (file === undefined) return;
    const { id, label, tokens, price } = file;
    const button = element(
      'button',
      { type: 'button', class: 'offer', title: l10n.t('Add {0}', `${label} (${tokens} · ${price})`) },
      element('span', { class: 'chip-name' }, icon('add'), createAttachmentLabel(label)),
      element('span', { class: 'size' }, element('span', { class: 'tokens' }, `${tokens} · `), price),
    );
    button.addEventListener(
      'click',
      onFirstClick(() => {
        post({ type: 'addOfferedFile', id });
        focusMessage();
      }),
    );
    place.append(button);
  };
}

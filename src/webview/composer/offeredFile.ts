import * as l10n from '@vscode/l10n';
import type { OfferedFileView } from '../../common/protocol/noticeProtocol.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { createAttachmentLabel } from '../attachmentLabel.ts';
import { element, icon, onFirstClick } from '../dom.ts';
import { reactionTime } from '../focus/pageFocus.ts';

/**
 * Returns a function that shows the offered file in `place` as a button that attaches the file, or removes the button.
 * The button keeps the focus when its file or price changes. After its file has changed, it ignores clicks for half a
 * second.
 *
 * @param leave Called when the focused button is removed or was pressed. Must move the focus.
 */
export function createOfferedFile(
  post: (message: FromWebviewMessage) => void,
  place: HTMLElement,
  leave: () => void,
): (file: OfferedFileView | undefined) => void {
  const button = element('button', { type: 'button', class: 'offer' });
  let shown: OfferedFileView | undefined;
  let changeTime = -Infinity;
  button.addEventListener(
    'click',
    onFirstClick(() => {
      if (shown === undefined || performance.now() - changeTime < reactionTime) return;
      post({ type: 'addOfferedFile', id: shown.id });
      leave();
    }),
  );

  return (file) => {
    if (file === undefined) {
      if (place.contains(document.activeElement)) leave();
      button.remove();
    } else {
      if (shown !== undefined && shown.id !== file.id) changeTime = performance.now();
      showTexts(button, file);
      if (!button.isConnected) place.append(button);
    }
    shown = file;
  };
}

function showTexts(button: HTMLButtonElement, { label, tokens, price }: OfferedFileView): void {
  button.title = l10n.t('Add {0}', `${label} (${tokens} · ${price})`);
  button.replaceChildren(
    element('span', { class: 'chip-name' }, icon('add'), createAttachmentLabel(label)),
    element('span', { class: 'size' }, element('span', { class: 'tokens' }, `${tokens} · `), price),
  );
}

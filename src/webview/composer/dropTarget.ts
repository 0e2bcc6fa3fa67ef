import * as l10n from '@vscode/l10n';
import type { PanelContext } from '../panelContext.ts';
import { element, icon } from '../dom.ts';
import { droppedUris, hasDroppedUris } from './droppedUris.ts';

/**
 * Attaches files and editors that are dropped anywhere on `root`, if the dropped data contains their URIs. VS Code
 * passes drops to a webview only while Shift is held. Returns an overlay, which appears while data with URIs is dragged
 * over `root`.
 */
export function dropTarget({ post }: PanelContext, root: HTMLElement, onDropped: () => void): HTMLElement {
  const cover = element(
    'div',
    { class: 'drop-cover', hidden: true },
    element('div', {}, icon('add'), l10n.t('Drop to add to your message')),
  );

  root.addEventListener('dragover', (event) => {
    // Prevent the default action for files, because the browser would open a dropped file in place of the panel. Keep
    // the default action for text, which inserts the text into a text field.
    const { dataTransfer } = event;
    if (dataTransfer === null || !(hasDroppedUris(dataTransfer) || dataTransfer.types.includes('Files'))) return;
    event.preventDefault();
    const isTaken = hasDroppedUris(dataTransfer);
    dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
    cover.hidden = !isTaken;
  });
  root.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !root.contains(relatedTarget)) cover.hidden = true;
  });
  root.addEventListener('drop', (event) => {
    cover.hidden = true;
    const { dataTransfer } = event;
    if (dataTransfer === null || !(hasDroppedUris(dataTransfer) || dataTransfer.types.includes('Files'))) return;
    event.preventDefault();
    const uris = droppedUris(dataTransfer);
    if (uris.length === 0) return;
    post({ type: 'addFiles', uris });
    onDropped();
  });
  return cover;
}

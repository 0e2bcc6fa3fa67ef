import type { AttachmentView } from '../../common/protocol.ts';
import { attachmentLabel } from '../attachmentLabel.ts';
import { element, icon, iconButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** The pieces of code that will go with the message; each can be removed. */
export interface AttachmentChips {
  readonly element: HTMLElement;
  readonly show: (attachments: readonly AttachmentView[]) => void;
}

/** `onRemoved` is called when a cross was pressed, whose button is about to go. */
export function attachmentChips(context: PanelContext, onRemoved: () => void): AttachmentChips {
  const list = element('ul', { class: 'chips', hidden: true });

  function chip({ id, label, size }: AttachmentView): HTMLElement {
    const name = context.strings.removeAttachment.replace('{0}', () => label);
    const remove = iconButton('close', name, () => {
      context.post({ type: 'removeAttachment', id });
      onRemoved();
    });
    const item = element('li', { class: 'chip', title: label }, icon('file-code'), attachmentLabel(label));
    if (size !== '') item.append(element('span', { class: 'size' }, size));
    item.append(remove);
    return item;
  }

  return {
    element: list,
    show: (attachments) => {
      list.replaceChildren(...attachments.map(chip));
      list.hidden = attachments.length === 0;
    },
  };
}

import * as l10n from '@vscode/l10n';
import { instructionsId, type AttachmentView } from '../../common/protocol/draftProtocol.ts';
import { createAttachmentLabel } from '../attachmentLabel.ts';
import { element, icon, iconButton } from '../dom.ts';
import { createKeyedList } from '../keyedList.ts';
import { leaveItem } from '../focus/leaveItem.ts';
import type { PanelContext } from '../panelContext.ts';

/** The attachments of the message that the user is writing. The user can switch each one on or off, or remove it. */
export interface AttachmentChips {
  readonly element: HTMLElement;
  readonly show: (attachments: readonly AttachmentView[]) => void;
}

interface Chip {
  readonly element: HTMLElement;
  readonly update: (attachment: AttachmentView) => void;
}

export interface AttachmentChipEvents {
  /** Called when the last attachment is removed by its button, or any attachment by a click. Must move the focus. */
  readonly onLeave: () => void;
  /**
   * Called when the user clicks the name of a pasted attachment that cannot be opened. The callback must insert the
   * attachment's text into the message box, and remove the attachment.
   */
  readonly onInsert: (id: string) => void;
}

export function createAttachmentChips(
  { post }: PanelContext,
  { onLeave, onInsert }: AttachmentChipEvents,
): AttachmentChips {
  const list = element('ul', { class: 'chips', hidden: true });
  const chips = createKeyedList<AttachmentView, Chip>(list, ({ id }) => id, chip);

  function chip(attachment: AttachmentView): Chip {
    const { id, label } = attachment;
    // Both texts have a place, so that the buttons do not move under the pointer when one text replaces the other.
    const size = element('span', { class: 'chip-tokens' });
    const notSent = element('span', { class: 'not-sent' }, l10n.t('not sent'));
    // `update` sets the icon and the name.
    const eye = iconButton('', '', () => post({ type: 'toggleAttachment', id }));
    const remove = iconButton('close', l10n.t('Remove {0}', label), (click) => {
      post({ type: 'removeAttachment', id });
      leaveItem(click, onLeave);
    });
    remove.hidden = id === instructionsId;
    const item = element(
      'li',
      { class: 'chip' },
      chipName(attachment),
      element('span', { class: 'chip-end' }, element('span', { class: 'size' }, size, notSent), eye, remove),
    );
    return {
      element: item,
      update: ({ isOff = false, size: tokens }) => {
        item.classList.toggle('off', isOff);
        size.textContent = tokens;
        remove.ariaDisabled = null;
        eye.ariaLabel = eye.title = isOff ? l10n.t('Switch on {0}', label) : l10n.t('Switch off {0}', label);
        eye.replaceChildren(icon(isOff ? 'eye-closed' : 'eye'));
      },
    };
  }

  /** Creates the attachment's name. The name is a button if the attachment can be opened or put into the message box. */
  function chipName({ id, label, canOpen = false, isPasted = false }: AttachmentView): HTMLElement {
    const content = [
      icon(isPasted ? 'clippy' : id === instructionsId ? 'note' : 'file-code'),
      createAttachmentLabel(label),
    ];
    if (!canOpen && !isPasted) return element('span', { class: 'chip-name', title: label }, ...content);
    const title = canOpen ? l10n.t('Open {0}', label) : l10n.t('Put into the message box: {0}', label);
    const button = element('button', { type: 'button', class: 'chip-name', title, 'aria-label': title }, ...content);
    button.addEventListener('click', () => (canOpen ? post({ type: 'openAttachment', id }) : onInsert(id)));
    return button;
  }

  return {
    element: list,
    show: (attachments) => {
      chips.show(attachments);
      list.hidden = attachments.length === 0;
    },
  };
}

import * as l10n from '@vscode/l10n';
import type { QueuedMessageView } from '../../common/protocol/draftProtocol.ts';
import type { QueuePrices } from '../../common/protocol/estimateProtocol.ts';
import { createAttachmentLabel } from '../attachmentLabel.ts';
import { element, icon, iconButton, onFirstClick } from '../dom.ts';
import { createKeyedList } from '../keyedList.ts';
import { leaveItem } from '../focus/leaveItem.ts';
import { createListTabStop } from '../focus/listTabStop.ts';
import { awaitNotice } from '../notices/awaitNotice.ts';
import type { PanelContext } from '../panelContext.ts';
import { createPutBackKey, type PutBackEvents } from './putBackKey.ts';

/** The list of queued messages, between the conversation and the message box. */
export interface QueueView {
  readonly element: HTMLElement;
  readonly show: (queue: readonly QueuedMessageView[]) => void;
  /** Announces that messages are now held or, while a reply runs, that a message was added. */
  readonly announceChange: (before: readonly QueuedMessageView[], after: readonly QueuedMessageView[]) => void;
  /** Shows the estimated costs of the messages. Shows no cost if it is undefined. */
  readonly setPrices: (prices: QueuePrices | undefined) => void;
  /** `isRunning` must be true while any reply runs. The Send buttons are then hidden. */
  readonly setRunning: (isRunning: boolean) => void;
}

export interface QueueEvents extends PutBackEvents {
  /** Must resolve when the extension has answered. Until then, all buttons of this message are disabled. */
  readonly onSend: (id: string) => Promise<unknown>;
  /**
   * Called when a message is edited, or removed by a click. Must move the focus to the message box. When the last message
   * is removed with the keyboard, the focus moves to the notice with Undo instead.
   */
  readonly onLeave: () => void;
}

interface QueueItem {
  readonly element: HTMLElement;
  readonly update: (message: QueuedMessageView) => void;
  readonly setState: (state: QueueItemState) => void;
}

interface QueueItemState {
  readonly isRunning: boolean;
  readonly isPressed: boolean;
  readonly price: string;
  /** True if the sentence above the list says that the messages are sent when the reply is complete. */
  readonly isSentLater: boolean;
}

/** Maximum shown length of a message in characters. Only two lines are visible. More text would slow the layout. */
const maxShownLength = 500;

export function createQueueView({ ask, announce }: PanelContext, events: QueueEvents): QueueView {
  const notSent = l10n.t('Queued. Not sent yet.');
  const sentLater = l10n.t('Queued. Sent when the reply is complete.');
  const sentence = element('p');
  const list = element('ul');
  const region = element(
    'section',
    { class: 'queue', 'aria-label': l10n.t('Queued messages'), hidden: true },
    sentence,
    list,
  );
  const updateTabStop = createListTabStop(list);
  const items = createKeyedList<QueuedMessageView, QueueItem>(list, ({ id }) => id, queueItem);
  const pressed = new Set<string>();
  let shownQueue: readonly QueuedMessageView[] = [];
  let isRunning = false;
  let prices: QueuePrices = {};
  const putBackKey = createPutBackKey(ask, () => isRunning, events);

  function queueItem(message: QueuedMessageView): QueueItem {
    const { id } = message;
    const handlePress = (action: (click: MouseEvent) => Promise<unknown>) =>
      onFirstClick((click) => {
        if (pressed.has(id)) return;
        pressed.add(id);
        refresh();
        void action(click).then(() => {
          pressed.delete(id);
          refresh();
        });
      });
    return createQueueItem(message, {
      onSend: handlePress(async () => events.onSend(id)),
      onEdit: handlePress(async () => {
        events.onLeave();
        putBackKey.setPossible((await ask({ type: 'editQueued', id })) === true);
      }),
      onRemove: handlePress(async (click) => {
        leaveItem(click, click.detail === 0 ? awaitNotice : events.onLeave);
        return ask({ type: 'removeQueued', id });
      }),
    });
  }

  function refresh(): void {
    // The sentence is above the first message, so it must be true for this message.
    const isSentLater = isRunning && shownQueue[0]?.isHeld === false;
    sentence.textContent = isSentLater ? sentLater : notSent;
    for (const [id, item] of items.entries())
      item.setState({ isRunning, isPressed: pressed.has(id), price: prices[id] ?? '', isSentLater });
    updateTabStop();
  }

  return {
    element: region,
    show: (queue) => {
      shownQueue = queue;
      items.show(queue);
      region.hidden = queue.length === 0;
      refresh();
    },
    announceChange: (before, after) => {
      const changed = changeOf(before, after, isRunning);
      if (changed !== undefined) announce(changed === 'held' ? notSent : sentLater);
    },
    setPrices: (value = {}) => {
      prices = value;
      refresh();
    },
    setRunning: (value) => {
      isRunning = value;
      refresh();
    },
  };
}

/** Handlers of clicks on the buttons of a queued message. */
interface QueueItemEvents {
  readonly onSend: (click: MouseEvent) => void;
  readonly onEdit: (click: MouseEvent) => void;
  readonly onRemove: (click: MouseEvent) => void;
}

function createQueueItem(initial: QueuedMessageView, { onSend, onEdit, onRemove }: QueueItemEvents): QueueItem {
  const { id, text, attachments } = initial;
  let message = initial;
  const shown = text.slice(0, maxShownLength);
  const textElement = element('div', { class: 'queue-text', dir: 'auto', id: `queued-${id}`, title: shown }, shown);
  const send = iconButton('send', l10n.t('Send queued message'), onSend);
  const edit = iconButton('edit', l10n.t('Edit queued message'), onEdit);
  const remove = iconButton('trash', l10n.t('Remove queued message'), onRemove);
  const buttons = [send, edit, remove];
  for (const button of buttons) button.setAttribute('aria-describedby', textElement.id);
  const content = element('div', { class: 'queue-content' }, textElement, ...fileList(attachments));
  const price = element('div', { class: 'queue-price', id: `queued-price-${id}` });
  send.setAttribute('aria-describedby', `${textElement.id} ${price.id}`);
  const hold = element('div', { class: 'queue-price' });
  content.append(price, hold);
  const toolbar = { class: 'queue-actions', role: 'toolbar', 'aria-labelledby': textElement.id };
  return {
    element: element('li', { class: 'queue-item' }, content, element('div', toolbar, ...buttons)),
    update: (changed) => (message = changed),
    setState: (state) => {
      send.hidden = state.isRunning;
      price.textContent = state.price;
      hold.textContent = holdText(message, state);
      hold.hidden = hold.textContent === '';
      for (const button of buttons) button.ariaDisabled = state.isPressed ? 'true' : null;
    },
  };
}

/** Returns when a message is sent; an empty string if the sentence above the list says so. */
function holdText({ isHeld, isOfOther = false }: QueuedMessageView, state: QueueItemState): string {
  if (!isHeld) return state.isRunning && !state.isSentLater ? l10n.t('Sent when the reply is complete.') : '';
  return isOfOther
    ? l10n.t('From another session. Not sent until you send it here.')
    : l10n.t('Not sent until you send it.');
}

function fileList(attachments: QueuedMessageView['attachments']): readonly HTMLElement[] {
  const files = attachments.map(({ label }) =>
    element('li', { class: 'queue-file', title: label }, icon('file-code'), createAttachmentLabel(label)),
  );
  return files.length === 0 ? [] : [element('ul', { class: 'queue-files' }, ...files)];
}

/** Returns `held` if a message was held, `added` if messages were only added, and otherwise undefined. */
function changeOf(
  before: readonly QueuedMessageView[],
  after: readonly QueuedMessageView[],
  isRunning: boolean,
): 'held' | 'added' | undefined {
  const states = new Map(before.map(({ id, isHeld }) => [id, isHeld]));
  const isAdded = ({ id }: QueuedMessageView) => isRunning && !states.has(id);
  if (after.some((each) => each.isHeld && (isAdded(each) || states.get(each.id) === false))) return 'held';
  return after.some(isAdded) ? 'added' : undefined;
}

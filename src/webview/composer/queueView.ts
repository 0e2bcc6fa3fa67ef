import * as l10n from '@vscode/l10n';
import type { QueuedMessageView } from '../../common/protocol/draftProtocol.ts';
import type { QueuePrices } from '../../common/protocol/estimateProtocol.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { createAttachmentLabel } from '../attachmentLabel.ts';
import { element, icon, iconButton, onFirstClick } from '../dom.ts';
import { createKeyedList } from '../keyedList.ts';
import { leaveItem } from '../focus/leaveItem.ts';
import { createListTabStop } from '../focus/listTabStop.ts';
import { awaitNotice } from '../notices/awaitNotice.ts';
import type { PanelContext } from '../panelContext.ts';

/** The list of queued messages, between the conversation and the message box. */
export interface QueueView {
  readonly element: HTMLElement;
  /**
   * Shows the messages. If `isChange` is true, also scrolls an added message into view, and announces that messages are
   * now held or, while a reply runs, that a message was added or is no longer held.
   */
  readonly show: (queue: readonly QueuedMessageView[], isChange: boolean) => void;
  /** Shows the estimated costs of the messages. Shows no cost if it is undefined. */
  readonly setPrices: (prices: QueuePrices | undefined) => void;
  /** `isRunning` must be true while any reply runs. Messages that are sent automatically have no Send button then. */
  readonly setRunning: (isRunning: boolean) => void;
}

export interface QueueEvents {
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
  /** True if the text above the list does not say when the messages are sent, because this differs between them. */
  readonly isMixed: boolean;
}

/** Maximum shown length of a message in characters. Only two lines are visible. More text would slow the layout. */
const maxShownLength = 500;

export function createQueueView({ ask, announce }: PanelContext, events: QueueEvents): QueueView {
  const heading = element('p');
  const list = element('ul');
  const region = element(
    'section',
    { class: 'queue', 'aria-label': l10n.t('Queued messages'), hidden: true },
    heading,
    list,
  );
  const updateTabStop = createListTabStop(list);
  const items = createKeyedList<QueuedMessageView, QueueItem>(list, ({ id }) => id, queueItem);
  const pressed = new Set<string>();
  let shownQueue: readonly QueuedMessageView[] = [];
  let isRunning = false;
  let prices: QueuePrices = {};
  /** The message to scroll into view when it is added, and again when its first price makes it higher. */
  let addedId: string | undefined;

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
        await ask({ type: 'editQueued', id });
      }),
      onRemove: handlePress(async (click) => {
        leaveItem(click, click.detail === 0 ? awaitNotice : events.onLeave);
        return ask({ type: 'removeQueued', id });
      }),
    });
  }

  function refresh(): void {
    const sentLater = isRunning ? shownQueue.filter(({ isHeld }) => !isHeld).length : 0;
    const isMixed = sentLater > 0 && sentLater < shownQueue.length;
    const when = sentLater > 0 ? l10n.t('Sent when the reply is complete.') : l10n.t('Not sent yet.');
    const reasons = shownQueue.flatMap(({ heldReason }) => heldReason ?? []);
    heading.textContent = [countText(shownQueue.length), ...(isMixed ? [] : [when]), ...reasons].join(' ');
    for (const [id, item] of items.entries())
      item.setState({ isRunning, isPressed: pressed.has(id), price: prices[id] ?? '', isMixed });
    updateTabStop();
  }

  function showAdded(): void {
    const index = shownQueue.findIndex(({ id }) => id === addedId);
    const item = list.children[index];
    if (item === undefined) return;
    scrollTo(list, item);
    if (addedId !== undefined && prices[addedId] !== undefined) addedId = undefined;
  }

  return {
    element: region,
    show: (queue, isChange) => {
      const before = shownQueue;
      shownQueue = queue;
      items.show(queue);
      region.hidden = queue.length === 0;
      refresh();
      if (!isChange) return;
      const changed = changeOf(before, queue, isRunning);
      if (changed === 'held') announce(l10n.t('Queued. Not sent yet.'));
      if (changed === 'automatic') announce(l10n.t('Queued. Sent when the reply is complete.'));
      const added = queue.findLast(({ id }) => before.every((each) => each.id !== id));
      addedId = added?.id ?? addedId;
      showAdded();
    },
    setPrices: (value = {}) => {
      prices = value;
      refresh();
      showAdded();
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
      send.hidden = state.isRunning && (!message.isHeld || message.isWaiting === true);
      price.textContent = state.price;
      hold.textContent = holdText(message, state);
      hold.hidden = hold.textContent === '';
      for (const button of buttons) button.ariaDisabled = state.isPressed ? 'true' : null;
    },
  };
}

/** Returns the number of messages as a sentence. */
function countText(count: number): string {
  return pluralText(count, document.documentElement.lang, {
    one: l10n.t('{0} queued message.', count),
    few: l10n.t({ message: '{0} queued messages.', args: [count], comment: 'few' }),
    many: l10n.t({ message: '{0} queued messages.', args: [count], comment: 'many' }),
    other: l10n.t('{0} queued messages.', count),
  });
}

/** Scrolls only the list, because `scrollIntoView` would also scroll what is around it. */
function scrollTo(list: HTMLElement, item: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
}

/** Returns when a message is sent; an empty string if the text above the list says so. */
function holdText({ isHeld, isOfOther = false, isWaiting = false }: QueuedMessageView, state: QueueItemState): string {
  if (isHeld && isOfOther) return l10n.t('From another session. Not sent until you send it here.');
  if (isHeld && isWaiting) return l10n.t('Waits for the message that you are editing.');
  if (!state.isMixed) return '';
  return isHeld ? l10n.t('Not sent until you send it.') : l10n.t('Sent when the reply is complete.');
}

function fileList(attachments: QueuedMessageView['attachments']): readonly HTMLElement[] {
  const files = attachments.map(({ label }) =>
    element('li', { class: 'queue-file', title: label }, icon('file-code'), createAttachmentLabel(label)),
  );
  return files.length === 0 ? [] : [element('ul', { class: 'queue-files' }, ...files)];
}

/**
 * Returns `held` if a message was held. Otherwise, returns `automatic` if a message was added or is no longer held, so that
 * it is sent after the running reply. Otherwise, returns undefined.
 */
function changeOf(
  before: readonly QueuedMessageView[],
  after: readonly QueuedMessageView[],
  isRunning: boolean,
): 'held' | 'automatic' | undefined {
  const states = new Map(before.map(({ id, isHeld }) => [id, isHeld]));
  const isAdded = ({ id }: QueuedMessageView) => isRunning && !states.has(id);
  if (after.some((each) => each.isHeld && (isAdded(each) || states.get(each.id) === false))) return 'held';
  const isReleased = ({ id, isHeld }: QueuedMessageView) => isRunning && !isHeld && states.get(id) === true;
  return after.some((each) => isAdded(each) || isReleased(each)) ? 'automatic' : undefined;
}

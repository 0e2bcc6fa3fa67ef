import type { WorkspaceChatEvent } from '../../../chat/conversation/conversationEvent.ts';

const pricedEvents: ReadonlySet<WorkspaceChatEvent['type']> = new Set([
  'queueChanged',
  'messagesAdded',
  'costSoFarChanged',
  'instructionsSwitched',
  'sessionChanged',
  'exchangeDeleted',
  'exchangeRestored',
]);

/** Returns true if the event may change the price of a message with the same text and attachments. */
export function mayChangePrices(event: WorkspaceChatEvent): boolean {
  const isBooked = event.type === 'replyChanged' && event.reply.cost !== undefined;
  return isBooked || pricedEvents.has(event.type);
}

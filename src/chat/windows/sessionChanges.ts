import { addAll } from '../../common/addAll.ts';
import type { ChatSessionEvent } from '../conversation/conversationEvent.ts';
import type { Message, Reply } from '../messages/message.ts';

/**
 * Returns the events that turn the messages `before` into the messages `after`. Returns undefined if no events can
 * express the changes, for example after a deletion. The caller must then reload the session.
 */
export function sessionChanges(
  before: readonly Message[],
  after: readonly Message[],
): readonly ChatSessionEvent[] | undefined {
  const events: ChatSessionEvent[] = [];
  for (const [index, old] of before.entries()) {
    const message = after[index];
    if (message?.id !== old.id || message.kind !== old.kind) return undefined;
    const changes =
      message.kind === 'reply' && old.kind === 'reply'
        ? replyChanges(old, message)
        : isSame(old, message)
          ? []
          : undefined;
    if (changes === undefined) return undefined;
    addAll(events, changes);
  }
  const messages = after.slice(before.length);
  return messages.length === 0 ? events : [...events, { type: 'messagesAdded', messages }];
}

function replyChanges(before: Reply, after: Reply): readonly ChatSessionEvent[] | undefined {
  const events: ChatSessionEvent[] = [];
  for (const part of ['reasoning', 'text'] as const) {
    // This comparison is much faster than `startsWith`.
    if (after[part] === before[part]) continue;
    if (!after[part].startsWith(before[part])) return undefined;
    events.push({ type: 'textAppended', replyId: after.id, part, text: after[part].slice(before[part].length) });
  }
  if (!isSame({ ...before, text: '', reasoning: '' }, { ...after, text: '', reasoning: '' }))
    events.push({ type: 'replyChanged', reply: after });
  return events;
}

/**
 * Compares two messages, or the values of their fields. An undefined field counts as missing. Does not compare them as
 * JSON, because formatting texts of many megabytes would block the process.
 */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isFields(one) || !isFields(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

/** Returns true for an object or an array. */
function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

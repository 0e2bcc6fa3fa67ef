import type { Acceptance } from '../acceptance.ts';

export const acceptedInChat: readonly Acceptance[] = [
  {
    file: 'src/chat/conversation/messageQueue.ts',
    line: 'while (draft.queue.length > 0 && this.#maySend(session)) {',
    mutation: '> → >=',
    reason: 'Equivalent: the loop also ends when the queue has no first message.',
  },
  {
    file: 'src/chat/conversation/quietTimer.ts',
    line: 'if (timer === undefined || milliseconds !== duration) start(milliseconds);',
    mutation: 'condition → true',
    reason: 'Starts a timer for each sign of life, which only takes more time.',
  },
  {
    file: 'src/chat/conversation/quietTimer.ts',
    line: 'timer = milliseconds > 0 ? setTimeout(check, milliseconds) : undefined;',
    mutation: 'number + 1',
    reason: 'No timeout is as short as a millisecond.',
  },
  {
    file: 'src/chat/conversation/shownSession.ts',
    line: 'if (sessionId.get() !== this.#current.id) await sessionId.set(this.#current.id);',
    mutation: 'condition → true',
    reason: 'Stores the same id again, which has no effect.',
  },
  {
    file: 'src/chat/conversation/textSaver.ts',
    line: 'clearTimeout(timer);',
    mutation: 'call removed',
    reason: 'Harmless: after an early save, the old timer still fires, and saves the next text too early.',
  },
  {
    file: 'src/chat/conversation/workspaceChat.ts',
    line: 'const message = this.draft.queue.find((each) => each.id === id);',
    mutation: 'find → findLast',
    reason: 'Equivalent: the ids of queued messages are unique.',
  },
  {
    file: 'src/chat/messages/carryOver.ts',
    line: 'const index = messages.findIndex((message) => message.id === questionId);',
    mutation: 'findIndex → findLastIndex',
    reason: 'Equivalent: the ids of messages are unique.',
  },
  {
    file: 'src/chat/messages/transcript.ts',
    line: "if (typeof value !== 'object' || value === null || !('type' in value)) return false;",
    mutation: '|| → &&',
    reason: 'Equivalent: the operator `in` throws for these values, and `parseRecord` catches the error.',
  },
  {
    file: 'src/chat/messages/transcript.ts',
    line: "if (typeof value !== 'object' || value === null || !('type' in value)) return false;",
    mutation: 'return removed',
    reason: 'Equivalent: such a value has no known type, or parseRecord catches the error.',
  },
  {
    file: 'src/chat/sessions/sessionStore.ts',
    line: 'if (!/^[\\w-]{1,64}$/.test(id)) throw new Error(`Not the id of a session: ${id.slice(0, 64)}`);',
    mutation: 'number + 1',
    reason: 'The error quotes one character less.',
  },
  {
    file: 'src/chat/windows/leasedSession.ts',
    line: 'if (!isBegun) await this.#refresh();',
    mutation: 'condition → true',
    reason: 'Reads the lease once more, which only takes more time.',
  },
  {
    file: 'src/chat/windows/leasedSession.ts',
    line: 'if (!isOurs) access.#isBusyElsewhere = (await dependencies.leases.holder(id)).isBusy;',
    mutation: 'condition → true',
    reason: 'Equivalent: a lease that was just acquired is not busy.',
  },
  {
    file: 'src/chat/windows/leasedSession.ts',
    line: '#becomingBusy = Promise.resolve(true);',
    mutation: 'true → false',
    reason: 'Equivalent: the first request replaces the value before anything reads it.',
  },
  {
    file: 'src/chat/windows/leasedSession.ts',
    line: 'this.#isReleasing = true;',
    mutation: 'true → false',
    reason: 'Equivalent: nothing acquires the lease between the first and a second release.',
  },
  {
    file: 'src/chat/windows/sessionLease.ts',
    line: 'await files.write(fileName(id), format(isBusy), { flush: false });',
    mutation: 'false → true',
    reason: 'Flushes the file to disk, which only takes more time.',
  },
];

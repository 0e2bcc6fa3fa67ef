import type { Acceptance } from '../acceptance.ts';

export const acceptedInConversation: readonly Acceptance[] = [
  {
    file: 'src/chat/conversation/nextCosts.ts',
    line: 'if (latest !== undefined) this.#state.changeReply({ ...latest, nextCosts });',
    mutation: 'condition → true',
    reason: 'Equivalent: the session always has the reply, because messages are never removed from memory.',
  },
  {
    file: 'src/chat/conversation/chatSession.ts',
    line: 'if (reply !== undefined) this.#state.changeReply({ ...reply, state, progress });',
    mutation: 'condition → true',
    reason: 'Equivalent: the session always has the reply, because messages are never removed from memory.',
  },
  {
    file: 'src/chat/conversation/chatSession.ts',
    line: 'if (reply !== undefined) this.#endSaved = this.#state.endReply(reply, ending);',
    mutation: 'condition → true',
    reason: 'Equivalent: the session always has the reply, because messages are never removed from memory.',
  },
  {
    file: 'src/chat/conversation/messageEdits.ts',
    line: "await sessions.append(sessionId, records, { flush: true, ifRefused: 'ask' });",
    mutation: 'string emptied',
    reason: 'Equivalent: WriteBuffer asks the user unless the value is `reject` or `keep`.',
  },
  {
    file: 'src/chat/conversation/messageEdits.ts',
    line: "if (permit === undefined) return 'refused';",
    mutation: 'string emptied',
    reason: 'Equivalent: the caller returns false for each text except `notSent`.',
  },
  {
    file: 'src/chat/conversation/messageQueue.ts',
    line: 'while (this.#next() !== undefined && this.#maySend(session)) {',
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
    file: 'src/chat/conversation/quietTimer.ts',
    line: 'let duration = 0;',
    mutation: 'number - 1',
    reason: 'Equivalent: the timer is off for each number up to 0, and the first sign of life sets the duration.',
  },
  {
    file: 'src/chat/conversation/receiveReply.ts',
    line: "return toReplyEnding({ end: 'incomplete', charged, exchange: { bytes: 0, endedAfter: 0 } }, 0);",
    mutation: 'number + 1',
    reason: 'Equivalent: the number of bytes is not saved.',
  },
  {
    file: 'src/chat/conversation/receiveReply.ts',
    line: "return toReplyEnding({ end: 'incomplete', charged, exchange: { bytes: 0, endedAfter: 0 } }, 0);",
    mutation: 'number - 1',
    reason: 'Equivalent: the number of bytes is not saved.',
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
    file: 'src/chat/conversation/textSaver.ts',
    line: 'const saveIntervalMilliseconds = 1_000;',
    mutation: 'number + 1',
    reason: 'The text is saved one millisecond later.',
  },
  {
    file: 'src/chat/conversation/textSaver.ts',
    line: 'const saveIntervalMilliseconds = 1_000;',
    mutation: 'number - 1',
    reason: 'The text is saved one millisecond earlier.',
  },
  {
    file: 'src/chat/conversation/workspaceChat.ts',
    line: 'const message = this.draft.queue.find((each) => each.id === id);',
    mutation: 'find → findLast',
    reason: 'Equivalent: the ids of queued messages are unique.',
  },
  {
    file: 'src/chat/conversation/sessionRecovery.ts',
    line: 'for (const id of ids) await shown.runExclusive(async () => recover(id)).catch((error: unknown) => errors.push(error));',
    mutation: 'push → unshift',
    reason: 'Harmless: if several sessions cannot be recovered, reports the last error instead of the first.',
  },
];

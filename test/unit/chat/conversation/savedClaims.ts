import { strict as assert } from 'node:assert';
import type { ChatSession } from '../../../../src/chat/conversation/chatSession.ts';
import type { Message } from '../../../../src/chat/messages/message.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';

type SeenSession = Pick<ChatSession, 'id' | 'messages'>;

/**
 * Remembers what a window showed, and what of it counted as saved: what it showed while no write was kept in memory and
 * no error had been reported. Checks both against the files.
 */
export function createSavedClaims() {
  const saved = new Map<string, readonly Message[]>();
  const seen = new Map<string, SeenSession>();
  return {
    /** The session is shown, or its reply runs in the background. */
    see: (session: SeenSession) => seen.set(session.id, session),
    /** The session is shown as saved, except for a running reply. */
    save: ({ id, messages }: SeenSession) => saved.set(id, messages),
    /** The messages with these ids were deleted or restored. */
    change: ({ id, messages }: SeenSession) => {
      const kept = new Set(messages.map((message) => message.id));
      const claimed = saved.get(id);
      if (claimed !== undefined)
        saved.set(
          id,
          claimed.filter((message) => kept.has(message.id)),
        );
    },
    /** The session was deleted, or its deletion failed, so that nothing is known about it. */
    forget: (id: string) => {
      saved.delete(id);
      seen.delete(id);
    },
    /**
     * Checks that the files have all messages that counted as saved, and that the messages in the files are the
     * beginning of the shown conversation. Also checks that each reply in the files is the beginning of the shown reply,
     * and the whole of it if it is `complete`.
     */
    assertSaved: async (folder: string) => {
      const files = createNodeFileStore(folder);
      const sessions = createSessionStore(files, Date.now);
      for (const [id, session] of seen) {
        const { messages } = await sessions.load(id);
        const claimed = saved.get(id) ?? [];
        assert.ok(messages.length >= claimed.length, 'A saved message is missing.');
        assert.deepEqual(messages.map(idOf), session.messages.slice(0, messages.length).map(idOf));
        for (const [index, message] of claimed.entries()) if (hasEnded(message)) assertSame(messages[index]!, message);
        for (const message of messages) assertBeginning(message, session.messages);
        // A reloaded window shows, and counts as saved, what is in the files.
        saved.set(id, messages);
        seen.set(id, { id, messages });
      }
    },
  };
}

function idOf({ id }: Message): string {
  return id;
}

function hasEnded(message: Message): boolean {
  return message.kind === 'question' || message.ending !== undefined;
}

function assertSame(message: Message, shown: Message): void {
  assert.deepEqual(contentOf(message), contentOf(shown));
}

/** Checks that no text is missing before other text, and that an incomplete reply is not shown as complete. */
function assertBeginning(message: Message, shown: readonly Message[]): void {
  const whole = shown.find(({ id }) => id === message.id);
  if (message.kind !== 'reply' || whole?.kind !== 'reply') return;
  assert.ok(whole.text.startsWith(message.text), 'The text has a gap.');
  assert.ok(whole.reasoning.startsWith(message.reasoning), 'The reasoning has a gap.');
  if (message.state === 'complete') assertSame(message, whole);
}

function contentOf(message: Message) {
  return message.kind === 'question'
    ? { text: message.text }
    : { state: message.state, text: message.text, reasoning: message.reasoning };
}

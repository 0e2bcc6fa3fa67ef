import type { SpendPermit } from '../../common/spendPermit.ts';
import { noHistory, type Cost } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import { editMessage, type EditedMessage } from '../messages/carryOver.ts';
import { toRequestText } from '../messages/requestMessages.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { ChatSession, RequestOptions } from './chatSession.ts';
import type { MeteredSend } from './meteredSend.ts';

/** An edited message, saved as the last question of a new session, and permitted to be sent. */
export interface SavedEdit {
  readonly sessionId: string;
  readonly questionId: string;
  readonly permit: SpendPermit;
}

/** The price of an edited message without its reply, and the number of messages that it carries over. */
export interface EditEstimate {
  readonly cost: Cost;
  readonly carried: number;
}

/** Edited messages: each starts a new session that carries over what was said before it. */
export interface MessageEdits {
  /** Undefined if there is no such question. */
  estimate(session: ChatSession, questionId: string, text: string): Promise<EditEstimate | undefined>;
  /** Asks the spend guard, then saves the new session. The session that is shown is not changed. */
  save(session: ChatSession, questionId: string, text: string): Promise<SavedEdit | 'notSent' | 'refused'>;
}

export interface MessageEditDependencies {
  readonly requests: Pick<MeteredSend, 'permit'>;
  readonly meter: Pick<Meter, 'estimate'>;
  readonly options: () => RequestOptions;
  readonly sessions: Pick<SessionStore, 'append'>;
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createMessageEdits({
  requests,
  meter,
  options,
  sessions,
  createId,
  now,
}: MessageEditDependencies): MessageEdits {
  const price = async ({ carried, question }: EditedMessage) =>
    meter.estimate(toRequestText(options().mode, carried, question, noHistory));

  return {
    async estimate(session, questionId, text) {
      const edited = editMessage(session.messages, questionId, { text, id: '', at: 0 });
      return edited && { cost: await price(edited), carried: edited.carried.length };
    },
    async save(session, questionId, text) {
      const edited = editMessage(session.messages, questionId, { text, id: createId(), at: now() });
      if (edited === undefined || session.isRunning) return 'notSent';
      const sessionId = createId();
      const permit = await requests.permit({ sessionId, estimate: async () => price(edited), isAutomatic: false });
      if (permit === undefined) return 'refused';
      const { kind, ...record } = edited.question;
      const carried = { type: 'carried', from: session.id, messages: edited.carried } as const;
      await sessions.append(sessionId, [carried, { type: 'question', ...record }], { flush: true });
      return { sessionId, questionId: edited.question.id, permit };
    },
  };
}

import { WriteDeclinedError } from '../../common/fileStore.ts';
import type { SpendPermit } from '../../common/spendPermit.ts';
import { noHistory, type Cost } from '../../meter/cost.ts';
import type { Meter } from '../../meter/meter.ts';
import { editMessage, type EditedMessage } from '../messages/carryOver.ts';
import { dueInstructions, toRequestText, type RequestTarget } from '../messages/requestMessages.ts';
import type { SessionStore } from '../sessions/sessionStore.ts';
import type { ChatSession, SendOptions } from './chatSession.ts';
import type { MeteredSend } from './meteredSend.ts';
import type { RequestOptions } from './requestOptions.ts';

/**
 * An edited message, saved as the last question of a new session. `permit` is the spend guard's permission to send it.
 */
export interface SavedEdit {
  /** The id of the session with the original message. */
  readonly from: string;
  readonly sessionId: string;
  readonly questionId: string;
  readonly permit: SpendPermit;
}

export interface EditEstimate {
  /** The estimated cost of sending the edited message, without the cost of the reply. */
  readonly cost: Cost;
  /** The number of earlier messages that are copied to the new session. */
  readonly carried: number;
  /** The user's instructions, if the edited message sends them. `cost` then includes them. */
  readonly instructions: string | undefined;
}

/**
 * Edits sent messages. An edit starts a new session. The new session begins with copies of the accepted turns (see
 * AcceptedTurn) that precede the message in the old session. The edited message follows the copies.
 */
export interface MessageEdits {
  /**
   * Estimates the cost of sending the question with the new text `text`. Returns undefined if `session` does not have
   * the question.
   */
  estimate(session: ChatSession, questionId: string, text: string): Promise<EditEstimate | undefined>;
  /**
   * Asks the spend guard, then saves the new session. Does not change `session`. Returns `notSent` if `session`
   * does not have the question, or if a reply of `session` is running. Returns `refused` if the message has neither text
   * nor attachments, if the guard refuses, or if `session` was closed meanwhile. If the disk refuses to save the new
   * session, asks the user, and returns `refused` if the user declines to send unsaved.
   */
  save(
    session: ChatSession,
    questionId: string,
    text: string,
    options: SendOptions,
  ): Promise<SavedEdit | 'notSent' | 'refused'>;
}

export interface MessageEditDependencies {
  readonly requests: Pick<MeteredSend, 'permit'>;
  readonly meter: Pick<Meter, 'estimate' | 'mostCost'>;
  readonly options: () => RequestOptions;
  /** Returns the origin of the configured service. */
  readonly origin: () => string;
  readonly sessions: Pick<SessionStore, 'append'>;
  readonly createId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createMessageEdits({
  requests,
  meter,
  options,
  origin,
  sessions,
  createId,
  now,
}: MessageEditDependencies): MessageEdits {
  // The new session keeps the switch of the old session.
  const targetOf = ({ carried, question }: EditedMessage, session: ChatSession): RequestTarget => {
    const { mode, instructions: text } = options();
    const target = { mode, origin: origin() };
    const instructions = dueInstructions(target, carried, question, session.instructions.isOff() ? '' : text);
    return { ...target, instructions };
  };
  const requestText = (edited: EditedMessage, session: ChatSession) =>
    toRequestText(targetOf(edited, session), edited.carried, edited.question, noHistory);

  return {
    async estimate(session, questionId, text) {
      const edited = editMessage(session.messages, questionId, { text, id: '', at: 0 });
      if (edited === undefined) return undefined;
      const target = targetOf(edited, session);
      const cost = await meter.estimate(toRequestText(target, edited.carried, edited.question, noHistory));
      return { cost, carried: edited.carried.length, instructions: target.instructions };
    },
    async save(session, questionId, text, { shownPrice }) {
      const edited = editMessage(session.messages, questionId, { text, id: createId(), at: now() });
      if (edited === undefined || session.isRunning) return 'notSent';
      if (edited.question.content.trim() === '') return 'refused';
      const sessionId = createId();
      const permit = await requests.permit({
        sessionId,
        estimate: async () => meter.estimate(requestText(edited, session)),
        mostCost: () => meter.mostCost(requestText(edited, session)),
        isAutomatic: false,
        shownPrice,
      });
      // All data may have been deleted while the user was asked. Do not save the copies of deleted messages.
      if (permit === undefined || session.isClosed) return 'refused';
      const { kind, ...record } = edited.question;
      const carried = { type: 'carried', from: session.id, messages: edited.carried } as const;
      const off = session.instructions.isOff() ? [{ type: 'instructions', isOff: true } as const] : [];
      const records = [carried, { type: 'question', ...record } as const, ...off];
      try {
        await sessions.append(sessionId, records, { flush: true, ifRefused: 'ask' });
      } catch (error) {
        if (error instanceof WriteDeclinedError) return 'refused';
        throw error;
      }
      return { from: session.id, sessionId, questionId: edited.question.id, permit };
    },
  };
}

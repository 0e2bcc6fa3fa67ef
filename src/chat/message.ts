import type { ChatEnd } from '../api/client.ts';
import type { ReplyState } from '../common/protocol.ts';
import type { Cost } from '../meter/cost.ts';
import type { Attachment } from './attachment.ts';

export type Message = Question | Reply;

export interface Question {
  readonly kind: 'question';
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What the person wrote. */
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** What is sent: the text with its attachments. */
  readonly content: string;
}

export interface Reply {
  readonly kind: 'reply';
  readonly id: string;
  readonly questionId: string;
  readonly at: number;
  readonly text: string;
  readonly state: ReplyState;
  /** Once it has ended. */
  readonly ending?: ReplyEnding;
  /** Once it is booked. */
  readonly cost?: Cost;
}

/** How a reply ended, with all that its booking needs. */
export interface ReplyEnding extends Omit<ChatEnd, 'error'> {
  readonly error?: ReplyError;
}

/** What is kept of an error: enough to put it into words again after a reload. Never the key. */
export interface ReplyError {
  readonly name: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly detail: string;
  readonly requestId?: string | undefined;
}

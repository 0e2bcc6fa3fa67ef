import type { ChatEnd, ChatEvent } from '../../api/chatEvent.ts';
import type { APIError } from '../../api/errors.ts';
import type { ReplyPart, ReplyState } from '../../common/protocol/conversationProtocol.ts';
import type { ReplyEnding, ReplyError, ReplyProgress } from '../messages/message.ts';
import { createQuietTimer } from './quietTimer.ts';
import { createTextSaver } from './textSaver.ts';

export interface ReceiveReplyOptions {
  /** How long nothing may come without the person being asked: milliseconds; 0 is as long as it takes. */
  readonly firstByteTimeout: number;
  readonly idleTimeout: number;
  readonly now: () => number;
  /** Text that came goes to disk about every second. */
  readonly save: (part: ReplyPart, text: string) => Promise<void>;
  readonly onProgress: (state: ReplyState, progress: ReplyProgress | undefined) => void;
  readonly onText: (part: ReplyPart, text: string) => void;
}

/** A reply that is on its way. */
export interface ReceivedReply {
  /** Resolves when it has ended and all of its text is saved. */
  readonly ended: Promise<ChatEnd>;
  /** Sends at once what is to be sent once more. */
  readonly sendNow: () => void;
  /** The person knows that nothing comes, and waits. */
  readonly keepWaiting: () => void;
}

/** Takes the events of one reply: its text, what it waits for, and how it ended. */
export function receiveReply(events: AsyncIterable<ChatEvent>, options: ReceiveReplyOptions): ReceivedReply {
  const { firstByteTimeout, idleTimeout, now, save, onProgress, onText } = options;
  const savers = {
    text: createTextSaver(async (text) => save('text', text)),
    reasoning: createTextSaver(async (text) => save('reasoning', text)),
  };
  let state: ReplyState = 'connecting';
  let progress: ReplyProgress | undefined;
  let sendNow: (() => void) | undefined;

  const change = (nextState: ReplyState, next: ReplyProgress | undefined) => {
    if (state === nextState && progress?.kind === next?.kind) return;
    state = nextState;
    progress = next;
    onProgress(state, progress);
  };
  const flow = () => change(state, state === 'streaming' ? undefined : { kind: 'waiting' });
  const timer = createQuietTimer(now, (since) => change(state, { kind: 'quiet', since }));

  const take = (event: Exclude<ChatEvent, { type: 'end' }>) => {
    sendNow = undefined;
    switch (event.type) {
      case 'connected':
        timer.signOfLife(firstByteTimeout);
        flow();
        break;
      case 'alive':
        timer.signOfLife(idleTimeout);
        flow();
        break;
      case 'text':
      case 'reasoning':
        timer.signOfLife(idleTimeout);
        change('streaming', undefined);
        savers[event.type].add(event.text);
        onText(event.type, event.text);
        break;
      case 'connecting':
        change('connecting', { kind: 'connecting' });
        break;
      case 'repeating': {
        const { error, at } = event;
        timer.stop();
        sendNow = event.sendNow;
        change('connecting', { kind: 'repeating', error: replyError(error), at });
      }
    }
  };

  const receive = async (): Promise<ChatEnd> => {
    change('connecting', { kind: 'connecting' });
    try {
      for await (const event of events) {
        if (event.type === 'end') return event;
        take(event);
      }
    } finally {
      timer.stop();
      await Promise.all([savers.reasoning.save(), savers.text.save()]);
    }
    return { end: 'incomplete', charged: 'yes', exchange: { bytes: 0, endedAfter: 0 } };
  };

  return {
    ended: receive(),
    sendNow: () => sendNow?.(),
    keepWaiting: () => {
      if (progress?.kind !== 'quiet') return;
      timer.keepWaiting();
      flow();
    },
  };
}

/** What is kept of how a request ended. */
export function replyEnding(ended: ChatEnd): ReplyEnding {
  const { end, charged, finishReason, usage, notices, exchange } = ended;
  const error = endError(ended);
  return {
    end,
    charged,
    finishReason,
    usage,
    ...(notices === undefined ? {} : { notices }),
    ...(error === undefined ? {} : { error }),
    ...(exchange.endedAfter === 0 ? {} : { elapsed: Math.round(exchange.endedAfter) }),
    ...(exchange.textAfter === undefined ? {} : { textAfter: Math.round(exchange.textAfter) }),
  };
}

/** What is kept of the error that a request ended with. */
export function endError({ error, charged, exchange }: ChatEnd): ReplyError | undefined {
  if (error === undefined) return undefined;
  return { ...replyError(error), elapsed: exchange.endedAfter, mayBeCharged: charged !== 'no' };
}

/** What is kept of an error of a request that goes on. */
export function replyError({ name, status, code, detail, requestId, body, retryAfter }: APIError): ReplyError {
  return { name, status, code, detail, requestId, body, retryAfter };
}

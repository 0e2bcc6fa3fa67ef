import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Usage } from '../common/usage.ts';
import { parseChatChunk } from './chatChunk.ts';
import { describeErrorValue, parseJson, type ErrorBody } from './errorBody.ts';

/** What the stream said apart from its text, known at its end. */
export interface ChatStreamSummary {
  /** `[DONE]` or a finish reason came: the reply is whole. */
  readonly isComplete: boolean;
  readonly finishReason: string | undefined;
  /** The last one that came; cumulative reports are never summed. */
  readonly usage: Usage | undefined;
  /** An error that the service sent inside the stream. */
  readonly error: ErrorBody | undefined;
  /** Bytes came, and not one event of them could be read. */
  readonly isUnreadable: boolean;
}

export interface ChatStreamDecoder {
  /** Nothing that follows can matter: `[DONE]` or an error came. */
  readonly isFinished: boolean;
  /** Takes the next bytes, cut anywhere, and returns the text that they complete. */
  push(bytes: Uint8Array): string;
  /** Ends the stream: a last event counts although no blank line follows it. */
  finish(): string;
  summary(): ChatStreamSummary;
}

/** Server-sent events in OpenAI's chunk format, from bytes to text. */
export function createChatStreamDecoder(): ChatStreamDecoder {
  const utf8 = new TextDecoder('utf-8');
  let text = '';
  let isFinished = false;
  let isComplete = false;
  let finishReason: string | undefined;
  let usage: Usage | undefined;
  let error: ErrorBody | undefined;
  let hasBytes = false;
  let hasReadableEvent = false;

  const takeEvent = ({ event, data }: EventSourceMessage) => {
    if (data === '' || isFinished) return;
    if (data.trim() === '[DONE]') {
      isFinished = true;
      isComplete = true;
      hasReadableEvent = true;
      return;
    }
    const value = parseJson(data);
    if (event === 'error') {
      error = describeErrorValue(value ?? data);
      isFinished = true;
      hasReadableEvent = true;
      return;
    }
    // The reply was paid for: one bad event must not cost the rest of it.
    if (value === undefined) return;
    hasReadableEvent = true;
    const chunk = parseChatChunk(value);
    text += chunk.text;
    if (chunk.error !== undefined) {
      error = chunk.error;
      isFinished = true;
    }
    usage = chunk.usage ?? usage;
    if (chunk.finishReason !== undefined) {
      finishReason = chunk.finishReason;
      isComplete = true;
    }
  };
  const parser = createParser({ onEvent: takeEvent });

  const takeText = () => {
    const taken = text;
    text = '';
    return taken;
  };

  return {
    get isFinished() {
      return isFinished;
    },
    push(bytes) {
      hasBytes = true;
      parser.feed(utf8.decode(bytes, { stream: true }));
      return takeText();
    },
    finish() {
      parser.feed(utf8.decode() + '\n\n');
      return takeText();
    },
    summary: () => ({ isComplete, finishReason, usage, error, isUnreadable: hasBytes && !hasReadableEvent }),
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { ChatEnd, ChatEvent, Repetition } from './chatEvent.ts';
import type { ChatRequest, StreamChat } from './client.ts';
import {
  APIConnectionError,
  maxRetryAfterMilliseconds,
  RateLimitError,
  type APIError,
  type NotSentError,
} from './errors.ts';
import { isCertificateCode } from './network/transportErrors.ts';

export interface RepeatOptions {
  /**
   * Returns a number from 0 (inclusive) to 1 (exclusive), as Math.random does. The number adds jitter to the backoff.
   */
  readonly random: () => number;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Like StreamChat, but may retry the request. Calls `refuse` before each retry. If `refuse` resolves with an error, the
 * request is not retried and ends with this error.
 */
export type RepeatingStreamChat = (
  request: ChatRequest,
  signal: AbortSignal,
  refuse: RefuseRepeat,
) => AsyncIterable<ChatEvent>;

/**
 * Resolves with the reason for which the request must not be sent again, or with undefined if it may be sent. Never
 * rejects. `isByUser` is true if the user skipped the wait.
 */
export type RefuseRepeat = (isByUser: boolean) => Promise<NotSentError | undefined>;

/**
 * Returns a function that sends requests with `streamChat`. The function retries a request only if the request was
 * certainly not charged.
 *
 * After connection errors that may be temporary, a request is retried at most twice. After a rate limit, a request is
 * retried at most once, and only if the service sent a Retry-After of at most 60 seconds. The two limits are counted
 * separately. A `repeating` event announces each retry, so that the user can cancel the request or skip the wait.
 */
export function repeatRequests(streamChat: StreamChat, options: RepeatOptions): RepeatingStreamChat {
  return async function* repeated(request, signal, refuse) {
    const past: APIError[] = [];
    for (;;) {
      let ended: ChatEnd | undefined;
      for await (const event of streamChat(request, signal)) {
        if (event.type === 'end') ended = event;
        else yield event;
      }
      if (ended === undefined) return;
      const wait = waitBeforeRepeat(ended, past, options.random());
      if (wait === undefined || ended.error === undefined) {
        yield { type: 'end', ...ended };
        return;
      }
      past.push(ended.error);
      const skipped = new AbortController();
      const repetition: Repetition = {
        error: ended.error,
        at: options.now() + wait,
        sendNow: () => skipped.abort(),
      };
      yield { type: 'repeating', ...repetition };
      await pause(wait, signal, skipped.signal);
      if (signal.aborted) {
        const { error, ...rest } = ended;
        yield { type: 'end', ...rest, end: 'stopped' };
        return;
      }
      const refusal = await refuse(skipped.signal.aborted);
      if (refusal !== undefined) {
        yield { type: 'end', ...ended, error: refusal };
        return;
      }
      yield { type: 'connecting' };
    }
  };
}

/** Resolves after the given time, or earlier if one of the signals aborts. Never rejects. */
async function pause(milliseconds: number, ...signals: readonly AbortSignal[]): Promise<void> {
  await delay(milliseconds, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
}

/**
 * Returns true if a retry cannot help, because a certificate is not trusted, the proxy is not supported, the proxy
 * refused the tunnel with a 4xx status, `fetch` blocks the port, or the server does not support TLS.
 */
function isLasting(error: APIConnectionError): boolean {
  const { code = '' } = error;
  return (
    isCertificateCode(code.replace(/^PROXY_/, '')) ||
    /^PROXY_4|^(UNSUPPORTED_PROXY|BLOCKED_PORT|ERR_SSL_WRONG_VERSION_NUMBER)$/.test(code)
  );
}

const maxConnectRepeats = 2;
const firstBackoffMilliseconds = 500;

/** Returns the milliseconds to wait before the retry, or undefined if the request must not be retried. */
function waitBeforeRepeat({ charged, error }: ChatEnd, past: readonly APIError[], random: number): number | undefined {
  if (charged !== 'no') return undefined;
  if (error instanceof RateLimitError) {
    const hasWaited = past.some((each) => each instanceof RateLimitError);
    const { retryAfter } = error;
    return hasWaited || retryAfter === undefined || retryAfter > maxRetryAfterMilliseconds ? undefined : retryAfter;
  }
  if (!(error instanceof APIConnectionError) || isLasting(error)) return undefined;
  const repeats = past.filter((each) => each instanceof APIConnectionError).length;
  return repeats < maxConnectRepeats ? firstBackoffMilliseconds * 2 ** repeats * (0.75 + random / 2) : undefined;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { ChatEnd, Repetition } from './chatEvent.ts';
import type { ChatRequest, StreamChat } from './client.ts';
import { APIConnectionError, RateLimitError, type APIError } from './errors.ts';
import { isCertificateCode } from './network/connectFailure.ts';

export interface RepeatOptions {
  /** Of 0 to below 1, as Math.random: spreads the repetitions of many clients. */
  readonly random: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Repeats a request that was surely not charged, and only as the person can see, stop or skip it: at most twice when no
 * connection came about, and once when the service is busy and says for how long. Nothing else is ever repeated.
 */
export function repeatRequests(streamChat: StreamChat, options: RepeatOptions): StreamChat {
  return async function* repeated(request: ChatRequest, signal: AbortSignal) {
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
      yield { type: 'connecting' };
    }
  };
}

/** Resolves after so many milliseconds, or as soon as one of the signals aborts. */
async function pause(milliseconds: number, ...signals: readonly AbortSignal[]): Promise<void> {
  await delay(milliseconds, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
}

/** A certificate is as bad the next time, and so is what a proxy refuses. */
function isLasting(error: APIConnectionError): boolean {
  const { code = '' } = error;
  return isCertificateCode(code.replace(/^PROXY_/, '')) || /^PROXY_4|^UNSUPPORTED_PROXY$/.test(code);
}

const maxConnectRepeats = 2;
const firstBackoff = 500;
const maxRetryAfter = 60_000;

/** Milliseconds until the request may be sent once more; undefined when it may not without the person's word. */
function waitBeforeRepeat({ charged, error }: ChatEnd, past: readonly APIError[], random: number): number | undefined {
  if (charged !== 'no') return undefined;
  if (error instanceof RateLimitError) {
    const hasWaited = past.some((each) => each instanceof RateLimitError);
    const { retryAfter } = error;
    return hasWaited || retryAfter === undefined || retryAfter > maxRetryAfter ? undefined : retryAfter;
  }
  if (!(error instanceof APIConnectionError) || isLasting(error)) return undefined;
  const repeats = past.filter((each) => each instanceof APIConnectionError).length;
  return repeats < maxConnectRepeats ? firstBackoff * 2 ** repeats * (0.75 + random / 2) : undefined;
}

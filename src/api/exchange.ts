import { shownWord } from './errorBody.ts';
import { headerValue } from './retryAfter.ts';
import type { TransportResponse } from './network/transport.ts';

/** What is known of one request's way over the network. Times are milliseconds since it was handed over. */
export interface Exchange {
  readonly status?: number;
  /** The service's own id of the request. */
  readonly requestId?: string;
  readonly route?: TransportResponse['route'];
  /** Of the body, as it was decoded. */
  readonly bytes: number;
  readonly connectedAfter?: number;
  readonly respondedAfter?: number;
  readonly textAfter?: number;
  readonly endedAfter: number;
}

/** Notes what happens to one request, for the log and for the details of an error. */
export interface ExchangeRecorder {
  connected(): void;
  responded(response: TransportResponse, apiKey: string): void;
  received(bytes: number): void;
  /** Text of the answer, or of its reasoning, came. */
  receivedText(): void;
  readonly isConnected: () => boolean;
  readonly facts: () => Exchange;
}

export function createExchangeRecorder(): ExchangeRecorder {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  let facts: Omit<Exchange, 'endedAfter' | 'bytes'> = {};
  let bytes = 0;
  return {
    connected() {
      facts = { ...facts, connectedAfter: elapsed() };
    },
    responded({ status, headers, route }, apiKey) {
      const requestId = shownWord(headerValue(headers, 'x-request-id') ?? headerValue(headers, 'request-id'), apiKey);
      facts = {
        ...facts,
        status,
        route,
        respondedAfter: elapsed(),
        ...(requestId === undefined ? {} : { requestId }),
      };
    },
    received(length) {
      bytes += length;
    },
    receivedText() {
      if (facts.textAfter === undefined) facts = { ...facts, textAfter: elapsed() };
    },
    isConnected: () => facts.connectedAfter !== undefined,
    facts: () => ({ ...facts, bytes, endedAfter: elapsed() }),
  };
}

import { headerValue, type TransportResponse } from './network/transport.ts';
import { redactWord } from './redact.ts';

/**
 * Facts about one attempt to send a request, for the log and the details of an error. All times are milliseconds since
 * the start of the attempt.
 */
export interface Exchange {
  readonly status?: number;
  /** The service's id of the request, redacted. */
  readonly requestId?: string;
  readonly route?: TransportResponse['route'];
  /** The number of decompressed bytes that were read from the body. */
  readonly bytes: number;
  readonly connectedAfter?: number;
  /** The time at which the headers of the response arrived. */
  readonly respondedAfter?: number;
  /** The time at which the first piece of text or reasoning was decoded. */
  readonly textAfter?: number;
  readonly endedAfter: number;
}

/** Collects the facts about one attempt while it runs. */
export interface ExchangeRecorder {
  connected(): void;
  responded(response: TransportResponse, apiKey: string): void;
  received(bytes: number): void;
  /** Called for each piece of text or reasoning. Only the first call has an effect. */
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
      const requestId = redactWord(headerValue(headers, 'x-request-id') ?? headerValue(headers, 'request-id'), apiKey);
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

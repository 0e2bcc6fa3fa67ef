import type { ConnectionPhase } from './connectionPhase.ts';
import type { NetworkSettings } from './networkSettings.ts';
import type { Route } from './route.ts';

/**
 * One HTTP request. Over our own connection headers go out as given and no others but `host`, `connection` and
 * `content-length`; VS Code's `fetch` adds some.
 */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Instead of what the settings say. */
  readonly transport?: NetworkSettings['transport'];
  /**
   * The connection stands: from now on the request may have been received, and charged. VS Code's `fetch` does not say
   * when that is: there it comes with the answer, or before a rejection or a stop that leaves it open.
   */
  onConnected(): void;
  /** A step of connecting succeeded; not with VS Code's `fetch`. */
  onPhase?(phase: ConnectionPhase): void;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decoded, should it come with a content-encoding. A body that was cut off ends, or throws, after what came of it. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly route: Route;
  /** Closes the connection, whatever is still to come. */
  close(): void;
}

/**
 * Sends a request, at most once; rejects with the signal's reason or with the error of the system, of undici, or one of
 * ours that has a `code`. When VS Code's network did not reach the service either, with an AggregateError: ours first.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

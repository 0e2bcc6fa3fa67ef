import type { APIError } from '../errors.ts';
import type { ConnectionPhase, Route } from './transport.ts';
import type { CertificateFacts } from './transportErrors.ts';

/** The result of Check Connection. */
export interface ConnectionReport {
  /** The URL that was requested. */
  readonly address: string;
  /** One attempt as the settings say. If our own connection failed, also a second attempt over VS Code's `fetch`. */
  readonly attempts: readonly [ConnectionAttempt, ...ConnectionAttempt[]];
}

export interface ConnectionAttempt {
  /** Undefined if the proxy settings are invalid. The outcome is an error then. */
  readonly route: Route | undefined;
  /** The steps that succeeded. Empty over VS Code's fetch, which reports none. */
  readonly phases: readonly ConnectionPhase[];
  readonly outcome: ConnectionOutcome;
}

/** `milliseconds` is the time from the start of the attempt to its outcome. For a response, it ends at the headers. */
export type ConnectionOutcome = { readonly milliseconds: number } & (
  | ConnectionAnswer
  /** The connection was established, but no response came in time. */
  | { readonly kind: 'silence' }
  /** `certificate` is set if the error is an untrusted certificate. */
  | { readonly kind: 'error'; readonly error: APIError; readonly certificate: CertificateFacts | undefined }
);

/**
 * An HTTP response. `redirect`: 3xx. `proxyAuthentication`: 407. `failure`: 5xx. For any other status, `page` means
 * HTML, from the service or a proxy, and `service` means any other content.
 */
export interface ConnectionAnswer {
  readonly kind: 'service' | 'page' | 'redirect' | 'proxyAuthentication' | 'failure';
  readonly status: number;
  /** The service's error message, or the title of the HTML page; may be empty. */
  readonly detail: string;
}

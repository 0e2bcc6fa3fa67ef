import type { APIError } from '../errors.ts';
import type { ConnectionPhase, Route } from './transport.ts';
import type { CertificateFacts } from './transportErrors.ts';

/** The result of Check Connection. */
export interface ConnectionReport {
  /** The URL that was requested. */
  readonly address: string;
  /** One over the network that the settings choose, and a second one over VS Code's if our own connection failed. */
  readonly attempts: readonly [ConnectionAttempt, ...ConnectionAttempt[]];
}

export interface ConnectionAttempt {
  /** Undefined if no route could be found; the outcome is an error then. */
  readonly route: Route | undefined;
  /** The steps that succeeded. Empty with VS Code's network. */
  readonly phases: readonly ConnectionPhase[];
  readonly outcome: ConnectionOutcome;
}

/** `milliseconds` is the time from the start of the attempt to its outcome; for an answer, to its headers. */
export type ConnectionOutcome = { readonly milliseconds: number } & (
  | ConnectionAnswer
  /** The connection was established, but no answer came. */
  | { readonly kind: 'silence' }
  /** `certificate` is the one that is not trusted. */
  | { readonly kind: 'error'; readonly error: APIError; readonly certificate: CertificateFacts | undefined }
);

/**
 * An HTTP answer. `redirect`: 3xx. `proxyAuthentication`: 407. `failure`: 5xx. Of the other statuses, `page` is HTML,
 * from the service or from something in between, and `service` is anything else.
 */
export interface ConnectionAnswer {
  readonly kind: 'service' | 'page' | 'redirect' | 'proxyAuthentication' | 'failure';
  readonly status: number;
  /** The error message, or the title of a page; may be empty. */
  readonly detail: string;
}

import type { CertificateFacts } from './certificateError.ts';
import type { ConnectionPhase } from './connectionPhase.ts';
import type { APIError } from '../errors.ts';
import type { Route } from './route.ts';

/** What was found on the way to the service. */
export interface ConnectionReport {
  /** What was asked. */
  readonly address: string;
  /** By the way that the settings choose; when that fails over our own connection, by VS Code's network as well. */
  readonly attempts: readonly [ConnectionAttempt, ...ConnectionAttempt[]];
}

export interface ConnectionAttempt {
  /** Undefined where no way can be found: see the error. */
  readonly route: Route | undefined;
  /** The steps that succeeded; none with VS Code's network. */
  readonly phases: readonly ConnectionPhase[];
  readonly outcome: ConnectionOutcome;
}

/** `milliseconds` is when it came about, since the start of the attempt: of an answer, its first byte. */
export type ConnectionOutcome = { readonly milliseconds: number } & (
  | ConnectionAnswer
  /** The connection stands, but nothing came. */
  | { readonly kind: 'silence' }
  /** `certificate` is the one that is not trusted. */
  | { readonly kind: 'error'; readonly error: APIError; readonly certificate: CertificateFacts | undefined }
);

/**
 * Something answered: `service` as an API does, with whatever status; `page` with HTML, which may come from the
 * service or from something in between; `redirect` 3xx, `proxyAuthentication` 407, `failure` 5xx.
 */
export interface ConnectionAnswer {
  readonly kind: 'service' | 'page' | 'redirect' | 'proxyAuthentication' | 'failure';
  readonly status: number;
  /** Its words, or the title of a page; may be empty. */
  readonly detail: string;
}

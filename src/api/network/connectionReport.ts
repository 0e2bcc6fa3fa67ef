import type { APIError } from '../errors.ts';
import type { ConnectionPhase, Route } from './transport.ts';
import type { CertificateFacts } from './transportErrors.ts';

/** The result of the command Check Connection. */
export interface ConnectionReport {
  /** The URL that was requested. */
  readonly address: string;
  /**
   * The first attempt uses our own connection (see NetworkSettings), or VS Code's `fetch` if the field `transport` of
   * NetworkSettings is `vscode`. There is a second attempt only if the first attempt used our own connection and
   * ended with an error. The second attempt uses VS Code's `fetch`. For http, the only attempt uses our own
   * connection (see mayUseFetch).
   */
  readonly attempts: readonly [ConnectionAttempt, ...ConnectionAttempt[]];
}

export interface ConnectionAttempt {
  /** Undefined if the proxy settings are invalid, in which case the outcome is an error. */
  readonly route: Route | undefined;
  /** The successful steps of connecting. Empty over VS Code's `fetch`, which does not report its steps. */
  readonly phases: readonly ConnectionPhase[];
  readonly outcome: ConnectionOutcome;
}

/**
 * `milliseconds` is the time from the start of the attempt to its outcome. If the outcome is a response, the time ends
 * when the headers arrive.
 */
export type ConnectionOutcome = { readonly milliseconds: number } & (
  | ConnectionAnswer
  /**
   * The headers of the response did not arrive in time. For our own connection, the time limit starts when the
   * connection is established. For VS Code's `fetch`, the time limit starts with the attempt.
   */
  | { readonly kind: 'silence' }
  /** `certificate` is set if our own connection failed because a certificate is not trusted. */
  | { readonly kind: 'error'; readonly error: APIError; readonly certificate: CertificateFacts | undefined }
);

/**
 * An HTTP response. `kind` is `redirect` for status 3xx with a target (see redirectTarget), `noTarget` for any other
 * 3xx, `proxyAuthentication` for 407, `signIn` for 511 with an HTML page, and `failure` for any other 5xx. For any
 * other status, `page` means that the content starts with `<`, as in an HTML page of a proxy. `service` means that the
 * content does not start with `<`.
 */
export interface ConnectionAnswer {
  readonly kind: 'service' | 'page' | 'redirect' | 'noTarget' | 'proxyAuthentication' | 'signIn' | 'failure';
  readonly status: number;
  /** The error message in the response, the title of an HTML page, or the target of a redirect; may be empty. */
  readonly detail: string;
}

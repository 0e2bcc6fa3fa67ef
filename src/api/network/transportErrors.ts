import type { ProxySource } from './networkSettings.ts';

/** The fields of a certificate that are shown to the user. */
export interface CertificateFacts {
  /**
   * The name of the certificate's owner, such as `CN=api.example.com`. If the certificate lacks this name, the hosts of
   * the certificate, such as `DNS:api.example.com`.
   */
  readonly subject: string;
  readonly issuer: string;
  /** The end of the certificate's validity, such as `Jan  1 00:00:00 2030 GMT`. */
  readonly validTo: string;
}

/** The certificate of the service or of the proxy is not trusted, so the request was not sent. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  /** The error code of OpenSSL or Node, such as `CERT_HAS_EXPIRED`. */
  readonly code: string;
  readonly certificate: CertificateFacts;

  constructor(code: string, certificate: CertificateFacts, cause: Error) {
    super(cause.message, { cause });
    this.code = code;
    this.certificate = certificate;
  }
}

/**
 * VS Code's `fetch` would accept any certificate, because the environment variable `NODE_TLS_REJECT_UNAUTHORIZED` is 0.
 * The request was not sent, because its API key must not reach a server with an unverified certificate.
 */
export class VerificationOffError extends Error {
  override readonly name = 'VerificationOffError';
  /** An error code of our own. {@link isCertificateCode} returns true for this code. */
  readonly code = 'CERT_VERIFICATION_OFF';

  constructor() {
    super('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the verification of certificates.');
  }
}

/** The connect timeout expired before all steps of connecting were complete. */
export class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`No connection within ${milliseconds / 1_000} seconds.`);
  }
}

/**
 * The address of the configured proxy is invalid or has a scheme other than http and https, such as SOCKS. Nothing was
 * sent.
 */
export class UnsupportedProxyError extends Error {
  override readonly name = 'UnsupportedProxyError';
  readonly code = 'UNSUPPORTED_PROXY';

  /** The message omits the proxy's address, which may contain credentials. */
  constructor(source: ProxySource) {
    super(`The proxy in ${source} is not an http or https address.`);
  }
}

/**
 * The connection to the proxy could not be established. DNS, TCP or the TLS handshake failed, or the connect timeout
 * expired. The request was not sent. `cause` is the original error.
 */
export class ProxyUnreachableError extends Error {
  override readonly name = 'ProxyUnreachableError';
  /**
   * The code of the original error with the prefix `PROXY_`, such as `PROXY_ECONNREFUSED`. The code is
   * `PROXY_UNREACHABLE` if the original error has no code.
   */
  readonly code: string;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = `PROXY_${cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNREACHABLE'}`;
  }
}

/** The proxy answered the CONNECT request with a status other than 2xx. Nothing was sent to the service. */
export class ProxyRefusedError extends Error {
  override readonly name = 'ProxyRefusedError';
  readonly status: number;
  /** The proxy's status with the prefix `PROXY_`, such as `PROXY_407`. */
  readonly code: string;

  constructor(status: number) {
    super(`The proxy answered with status ${status}.`);
    this.status = status;
    this.code = `PROXY_${status}`;
  }
}

/** VS Code's `fetch` does not connect to this port, because browsers reserve it for another protocol. Nothing was sent. */
export class BlockedPortError extends Error {
  override readonly name = 'BlockedPortError';
  readonly code = 'BLOCKED_PORT';

  constructor(cause: Error) {
    super('VS Code’s fetch does not connect to this port.', { cause });
  }
}

/**
 * Matches the messages of Electron's `fetch`, which VS Code uses with the setting `http.electronFetch`, if the error
 * occurs only before a request is sent. Chromium's net_error_list.h describes the errors. ERR_SSL_PROTOCOL_ERROR is
 * missing, because it can also occur later.
 */
const chromiumConnectFailure =
  /^net::ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|ICANN_NAME_COLLISION|DNS_\w+|INTERNET_DISCONNECTED|ADDRESS_INVALID|ADDRESS_UNREACHABLE|CONNECTION_REFUSED|CONNECTION_FAILED|CONNECTION_TIMED_OUT|NETWORK_ACCESS_DENIED|PROXY_CONNECTION_FAILED|PROXY_CERTIFICATE_INVALID|PROXY_AUTH_\w+|NO_SUPPORTED_PROXIES|MANDATORY_PROXY_CONFIGURATION_FAILED|TUNNEL_CONNECTION_FAILED|SOCKS_CONNECTION_\w+|SSL_VERSION_OR_CIPHER_MISMATCH|CERT_\w+|UNSAFE_PORT)$/;

/**
 * Returns true if the error that VS Code's `fetch` threw proves by itself that the request was not sent. Returns false
 * for an unknown error, and for an error that can also occur after the request, such as ECONNRESET or an error of TLS.
 * {@link watchConnectErrors} recognizes more failures, but only if `fetch` is undici's.
 */
export function isConnectFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo')) return true;
  // Node throws an AggregateError if all addresses of a host failed.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isConnectFailure);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return (
    /^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|BLOCKED_PORT|PROXY_\d+)$/.test(code) ||
    isCertificateCode(code) ||
    chromiumConnectFailure.test(cause.message)
  );
}

/** Returns true if an error code, usually of OpenSSL or Node, means an untrusted or unverified certificate. */
export function isCertificateCode(code: string): boolean {
  return /^(CERT_|CRL_|ERROR_IN_C(?:ERT|RL)_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/.test(
    code,
  );
}

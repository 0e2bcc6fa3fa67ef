import type { ProxySource } from './route.ts';

/** A proxy is configured that cannot be used, such as a SOCKS proxy: nothing was sent. */
export class UnsupportedProxyError extends Error {
  override readonly name = 'UnsupportedProxyError';
  readonly code = 'UNSUPPORTED_PROXY';

  /** Without the proxy itself, which may have credentials in it. */
  constructor(source: ProxySource) {
    super(`The proxy in ${source} is not an http or https address.`);
  }
}

/** No connection to the proxy itself came about: nothing was sent. `cause` is the system's error. */
export class ProxyUnreachableError extends Error {
  override readonly name = 'ProxyUnreachableError';
  /** The system's, behind `PROXY_`, such as `PROXY_ECONNREFUSED`. */
  readonly code: string;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = `PROXY_${cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNREACHABLE'}`;
  }
}

/** A proxy did not open the tunnel: nothing was sent to the service. */
export class ProxyRefusedError extends Error {
  override readonly name = 'ProxyRefusedError';
  readonly status: number;
  /** Such as `PROXY_407`. */
  readonly code: string;

  constructor(status: number) {
    super(`The proxy answered with status ${status}.`);
    this.status = status;
    this.code = `PROXY_${status}`;
  }
}

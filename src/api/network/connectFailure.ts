/**
 * Whether VS Code's `fetch` failed before it could send anything, by the error that caused it: it says nothing else
 * of where it was. What is not known for sure counts as sent.
 */
export function isConnectFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if ('syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo')) return true;
  // Of several addresses that did not answer.
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isConnectFailure);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return /^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS|PROXY_\d+)$/.test(code) || isCertificateCode(code);
}

/** OpenSSL's and Node's codes for a certificate that is not trusted. */
export function isCertificateCode(code: string): boolean {
  return /^(CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/.test(code);
}

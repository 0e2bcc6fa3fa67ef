import { getCACertificates, rootCertificates } from 'node:tls';

/**
 * The authorities whose certificates are trusted, as PEM: Node's own, the system's unless they are switched off, and
 * those of NODE_EXTRA_CA_CERTS. Reading the system's takes some 50 ms the first time.
 */
export function trustedCertificates(withSystem: boolean): readonly string[] {
  const system = withSystem ? getCACertificates('system') : [];
  return [...new Set([...rootCertificates, ...system, ...getCACertificates('extra')])];
}

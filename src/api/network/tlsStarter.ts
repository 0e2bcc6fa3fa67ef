import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  connect,
  createSecureContext,
  getCACertificates,
  rootCertificates,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import type { SocketGroup } from './socketGroup.ts';
import { CertificateError, type CertificateFacts } from './transportErrors.ts';

/**
 * Starts TLS over a socket. Resolves after the handshake. Rejects with a CertificateError for an untrusted certificate.
 */
export type StartTls = (socket: Duplex, host: string, sockets: SocketGroup) => Promise<TLSSocket>;

/**
 * Starts TLS with the service or with a proxy. The certificates of both are checked against the same trusted
 * authorities.
 */
export interface TlsStarter {
  /**
   * Starts TLS with the service. Resumes an earlier TLS session if possible. Verifies the certificate of each new
   * session, even with NODE_TLS_REJECT_UNAUTHORIZED=0.
   */
  readonly start: StartTls;
  /**
   * Starts TLS with a proxy. Verifies the certificate unless `http.proxyStrictSSL` is off. Skipping the verification is
   * acceptable, because a proxy never sees the API key.
   */
  readonly startWithProxy: StartTls;
}

/**
 * Returns the trusted certificate authorities as PEM: the authorities of Node, of NODE_EXTRA_CA_CERTS and, if
 * `withSystem` is true, of the operating system. The first read of the operating system's authorities takes about 50
 * ms.
 */
export function trustedCertificates(withSystem: boolean): readonly string[] {
  const system = withSystem ? getCACertificates('system') : [];
  return [...new Set([...rootCertificates, ...system, ...getCACertificates('extra')])];
}

/**
 * @param certificates returns the trusted authorities as PEM; called once, at the first handshake
 * @param verifyProxy whether `startWithProxy` verifies the certificate of the proxy
 */
export function createTlsStarter(certificates: () => readonly string[], verifyProxy: boolean): TlsStarter {
  let context: SecureContext | undefined;
  // Cache TLS sessions here, because undici's cache holds weak references, which the next garbage collection clears.
  const sessions = new Map<string, Buffer>();

  const handshake = async (
    socket: Duplex,
    host: string,
    sockets: SocketGroup,
    { onSession = () => undefined, ...options }: HandshakeOptions,
  ) => {
    context ??= createSecureContext({ ca: [...certificates()] });
    const tlsSocket = sockets.add(
      connect({
        socket,
        host,
        servername: isIP(host) === 0 ? host : '',
        secureContext: context,
        // Without `ca`, VS Code's patch of tls.connect may add VS Code's certificates to our context for each
        // connection.
        ca: [],
        ALPNProtocols: ['http/1.1'],
        ...options,
      }),
    );
    // Listen now, because with TLS 1.2, the session is available as soon as the handshake ends. With TLS 1.3, the
    // session arrives later. Node emits `session` only after the verification of the certificate.
    tlsSocket.on('session', onSession);
    let certificate: CertificateFacts | undefined;
    // Read the certificate before its verification, because Node no longer returns the certificate after a failed
    // verification.
    tlsSocket.prependOnceListener('secure', () => {
      certificate = factsOf(tlsSocket);
    });
    try {
      await once(tlsSocket, 'secureConnect');
      return tlsSocket;
    } catch (error) {
      if (
        certificate === undefined ||
        !(error instanceof Error) ||
        !('code' in error) ||
        typeof error.code !== 'string'
      )
        throw error;
      throw new CertificateError(error.code, certificate, error);
    }
  };

  return {
    start: async (socket, host, sockets) => {
      const session = sessions.get(host);
      return handshake(socket, host, sockets, {
        rejectUnauthorized: true,
        ...(session && { session }),
        onSession: (latest) => sessions.set(host, latest),
      });
    },
    // Never resumes a session, because Node does not verify the certificate of a resumed session, and the earlier
    // handshake with the proxy may have skipped the verification.
    startWithProxy: async (socket, host, sockets) =>
      handshake(socket, host, sockets, { rejectUnauthorized: verifyProxy }),
  };
}

interface HandshakeOptions {
  readonly rejectUnauthorized: boolean;
  /** An earlier session to resume. */
  readonly session?: Buffer;
  readonly onSession?: (session: Buffer) => void;
}

/**
 * The parts of an X509Certificate that `factsOf` reads. Node returns undefined for an empty subject or issuer, but
 * Node's types omit this. Newer certificates often have an empty subject.
 */
interface CertificateNames {
  readonly subject: string | undefined;
  readonly subjectAltName: string | undefined;
  readonly issuer: string | undefined;
  readonly validTo: string;
}

/**
 * Returns the facts about the certificate of the other end, or undefined if no certificate has arrived. Parses the raw
 * certificate, because a call of getPeerX509Certificate here would break Node's verification.
 */
function factsOf(socket: TLSSocket): CertificateFacts | undefined {
  const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  if (raw === undefined) return undefined;
  const { subject, subjectAltName, issuer, validTo } = new X509Certificate(raw) as CertificateNames;
  const inOneLine = (name = '') => name.replaceAll('\n', ', ');
  return { subject: inOneLine(subject ?? subjectAltName), issuer: inOneLine(issuer), validTo };
}

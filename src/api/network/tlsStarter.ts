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

/** Starts TLS over a socket. Resolves when the other side's certificate was verified for the host. */
export type StartTls = (socket: Duplex, host: string, sockets: SocketGroup) => Promise<TLSSocket>;

/** Starts TLS with the service or with a proxy; both share the trusted certificates. */
export interface TlsStarter {
  /** With the service: always verified, whatever the environment says. Later connections resume a session. */
  readonly start: StartTls;
  /** With a proxy, verified unless `http.proxyStrictSSL` is off. The key only passes inside the service's TLS. */
  readonly startWithProxy: StartTls;
}

/**
 * The trusted authorities as PEM: Node's own, those of NODE_EXTRA_CA_CERTS, and the system's if `withSystem` is set.
 * Reading the system's takes about 50 ms the first time.
 */
export function trustedCertificates(withSystem: boolean): readonly string[] {
  const system = withSystem ? getCACertificates('system') : [];
  return [...new Set([...rootCertificates, ...system, ...getCACertificates('extra')])];
}

/** @param certificates Returns the trusted authorities as PEM. Called with the first connection that needs them. */
export function createTlsStarter(certificates: () => readonly string[], verifyProxy: boolean): TlsStarter {
  let context: SecureContext | undefined;
  // Undici's connector holds sessions by weak references, which the next garbage collection clears.
  const sessions = new Map<string, Buffer>();

  const handshake = async (socket: Duplex, host: string, sockets: SocketGroup, options: HandshakeOptions) => {
    context ??= createSecureContext({ ca: [...certificates()] });
    const tlsSocket = sockets.add(
      connect({
        socket,
        host,
        servername: isIP(host) === 0 ? host : '',
        secureContext: context,
        // Without this, VS Code's patch of tls.connect may add its own to the context for each connection.
        ca: [],
        ALPNProtocols: ['http/1.1'],
        ...options,
      }),
    );
    let shown: CertificateFacts | undefined;
    // Emitted before the verification; after its failure no certificate can be read.
    tlsSocket.prependOnceListener('secure', () => {
      shown = factsOf(tlsSocket);
    });
    try {
      await once(tlsSocket, 'secureConnect');
      return tlsSocket;
    } catch (error) {
      if (shown === undefined || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
        throw error;
      throw new CertificateError(error.code, shown, error);
    }
  };

  return {
    start: async (socket, host, sockets) => {
      const session = sessions.get(host);
      const tlsSocket = await handshake(socket, host, sockets, {
        rejectUnauthorized: true,
        ...(session && { session }),
      });
      // With TLS 1.3, sessions arrive later, with the first answer.
      tlsSocket.on('session', (latest) => sessions.set(host, latest));
      return tlsSocket;
    },
    // Never resumes a session, because that skips the verification.
    startWithProxy: async (socket, host, sockets) =>
      handshake(socket, host, sockets, { rejectUnauthorized: verifyProxy }),
  };
}

interface HandshakeOptions {
  readonly rejectUnauthorized: boolean;
  readonly session?: Buffer;
}

/** Parses the raw certificate: after getPeerX509Certificate Node no longer finds the one that it has to verify. */
function factsOf(socket: TLSSocket): CertificateFacts | undefined {
  const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  if (raw === undefined) return undefined;
  const { subject, issuer, validTo } = new X509Certificate(raw);
  const inOneLine = (name: string) => name.replaceAll('\n', ', ');
  return { subject: inOneLine(subject), issuer: inOneLine(issuer), validTo };
}

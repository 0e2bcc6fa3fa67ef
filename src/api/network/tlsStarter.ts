import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, type PeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import { CertificateError, type CertificateFacts } from './certificateError.ts';
import type { SocketGroup } from './socketGroup.ts';

/** Speaks TLS over a socket; resolves when the other side's certificate was found good for the host. */
export type StartTls = (socket: Duplex, host: string, sockets: SocketGroup) => Promise<TLSSocket>;

/** Two ways to start TLS that share the trusted certificates. */
export interface TlsStarter {
  /** For the service: always verified, whatever the environment says. Later connections resume a session. */
  readonly start: StartTls;
  /** For a proxy, whose certificate may go unverified if the person said so: the key never passes it unencrypted. */
  readonly startWithProxy: StartTls;
}

/** @param certificates PEM; read with the first connection that needs them. */
export function createTlsStarter(certificates: () => readonly string[], verifyProxy: boolean): TlsStarter {
  let context: SecureContext | undefined;
  // Kept here, because undici's connector holds them so weakly that the next collection takes them.
  const sessions = new Map<string, Buffer>();

  const handshake = async (socket: Duplex, host: string, sockets: SocketGroup, options: HandshakeOptions) => {
    context ??= createSecureContext({ ca: [...certificates()] });
    const tlsSocket = sockets.add(
      connect({
        socket,
        host,
        servername: isIP(host) === 0 ? host : '',
        secureContext: context,
        // Without any, VS Code's patch of tls.connect may add its own to the context, with each connection.
        ca: [],
        ALPNProtocols: ['http/1.1'],
        ...options,
      }),
    );
    let shown: CertificateFacts | undefined;
    // Comes before the verification, whose failure leaves no certificate to read.
    tlsSocket.prependOnceListener('secure', () => {
      shown = factsOf(tlsSocket);
    });
    try {
      await once(tlsSocket, 'secureConnect');
      return tlsSocket;
    } catch (error) {
      if (shown === undefined || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
      throw new CertificateError(error.code, shown, error);
    }
  };

  return {
    start: async (socket, host, sockets) => {
      const session = sessions.get(host);
      const tlsSocket = await handshake(socket, host, sockets, { rejectUnauthorized: true, ...(session && { session }) });
      // A server that speaks TLS 1.3 sends them later, with its first answer.
      tlsSocket.on('session', (latest) => sessions.set(host, latest));
      return tlsSocket;
    },
    // Without sessions: resuming one skips the verification.
    startWithProxy: async (socket, host, sockets) => handshake(socket, host, sockets, { rejectUnauthorized: verifyProxy }),
  };
}

interface HandshakeOptions {
  readonly rejectUnauthorized: boolean;
  readonly session?: Buffer;
}

/** Not by getPeerX509Certificate, after which Node does not find the certificate that it has to verify. */
function factsOf(socket: TLSSocket): CertificateFacts | undefined {
  const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  if (raw === undefined) return undefined;
  const { subject, issuer, validTo } = new X509Certificate(raw);
  const inOneLine = (name: string) => name.replaceAll('\n', ', ');
  return { subject: inOneLine(subject), issuer: inOneLine(issuer), validTo };
}

import type { Duplex } from 'node:stream';

/** The sockets of one request, which are closed together: TCP, TLS to a proxy, and TLS to the service. */
export interface SocketGroup {
  /** Adds a socket and returns the socket. Destroys the socket at once if the group is already closed. */
  add<T extends Duplex>(socket: T): T;
  /** Destroys all sockets with an error. Only the first call of `close` has an effect. */
  close(reason: Error): void;
}

export function createSocketGroup(): SocketGroup {
  const sockets: Duplex[] = [];
  let closedWith: Error | undefined;
  return {
    add(socket) {
      // Without a listener, an error between two connection steps would be an uncaught exception.
      socket.on('error', () => undefined);
      sockets.push(socket);
      if (closedWith !== undefined) socket.destroy(closedWith);
      return socket;
    },
    close(reason) {
      if (closedWith !== undefined) return;
      closedWith = reason;
      for (const socket of sockets.toReversed()) socket.destroy(reason);
    },
  };
}

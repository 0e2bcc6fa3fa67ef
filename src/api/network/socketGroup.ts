import type { Duplex } from 'node:stream';

/** The sockets of one request: TCP, TLS to a proxy, and TLS through its tunnel. They are closed together. */
export interface SocketGroup {
  /** Adds a socket and returns it. Destroys it at once if the group is already closed. */
  add<T extends Duplex>(socket: T): T;
  /** Destroys all sockets with an error. Only the first call has an effect. */
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

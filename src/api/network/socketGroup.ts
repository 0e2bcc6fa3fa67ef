import type { Duplex } from 'node:stream';

/** The sockets of one request, each of which may carry the next. They are closed together, in any phase. */
export interface SocketGroup {
  /** Adds a socket, and closes it if the group is closed already. */
  add<T extends Duplex>(socket: T): T;
  /** Closes all sockets. Anything that waits for one fails with the reason. Only the first call counts. */
  close(reason: Error): void;
}

export function createSocketGroup(): SocketGroup {
  const sockets: Duplex[] = [];
  let closedWith: Error | undefined;
  return {
    add(socket) {
      // Without a listener, an error between two steps would be thrown.
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

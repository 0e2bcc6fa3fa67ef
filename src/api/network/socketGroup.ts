import type { Duplex } from 'node:stream';

/** The sockets of one request, each of which may carry the next: closed together, in whichever phase they are. */
export interface SocketGroup {
  /** Takes a socket in as soon as there is one; in a group that is closed already it is closed, too. */
  add<T extends Duplex>(socket: T): T;
  /** With what anything that waits for a socket fails. Only the first call counts. */
  close(reason: Error): void;
}

export function createSocketGroup(): SocketGroup {
  const sockets: Duplex[] = [];
  let closedWith: Error | undefined;
  return {
    add(socket) {
      // Whoever waits for the socket hears of its errors; between two steps nobody does.
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

import { once } from 'node:events';
import { Socket } from 'node:net';
import type { ConnectionPhase } from './connectionPhase.ts';
import type { SocketGroup } from './socketGroup.ts';
import { stopwatch } from './stopwatch.ts';

const keepAliveInitialDelay = 60_000;

/** Opens a socket to a host name or an address; of several addresses the first that answers. */
export async function connectTcp(
  host: string,
  port: number,
  sockets: SocketGroup,
  onPhase: (phase: ConnectionPhase) => void,
): Promise<Socket> {
  const lap = stopwatch();
  const addresses: string[] = [];
  // Not by net.connect: VS Code's patch of it may connect later, even a socket that was destroyed meanwhile.
  const socket = sockets.add(new Socket()).setNoDelay(true).setKeepAlive(true, keepAliveInitialDelay);
  // Once for each address that the name has, or with an error and no address.
  socket.on('lookup', (error: Error | null, address: string) => {
    if (error === null) addresses.push(address);
  });
  socket.once('connectionAttempt', () => {
    if (addresses.length > 0) onPhase({ name: 'dns', milliseconds: lap(), addresses });
  });
  socket.connect({ host, port });
  await once(socket, 'connect');
  onPhase({ name: 'tcp', milliseconds: lap(), address: socket.remoteAddress ?? host });
  return socket;
}

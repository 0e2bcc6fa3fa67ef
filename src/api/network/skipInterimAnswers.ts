import type { Socket } from 'node:net';

const interimLine = 'HTTP/1.1 1xx';

/** A longer one is left to undici, which refuses it. */
const maxInterimBytes = 16 * 1024;

/**
 * Takes interim answers (1xx, but for 101) off a socket before undici reads it: a `100 Continue`, which some servers
 * send without being asked to, makes undici give up the connection. From the real answer on nothing stands between.
 */
export function skipInterimAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held: Buffer = Buffer.alloc(0);
  socket.read = () => {
    const bytes = read() as Buffer | null;
    if (bytes === null) return null;
    held = Buffer.concat([held, bytes]);
    for (;;) {
      const line = held.subarray(0, interimLine.length).toString('latin1');
      if (held.length < interimLine.length && couldBeInterim(line)) return null;
      if (!isInterim(line)) break;
      const end = held.indexOf('\r\n\r\n');
      if (end < 0 && held.length > maxInterimBytes) break;
      if (end < 0) return null;
      held = held.subarray(end + 4);
    }
    socket.read = read;
    return held;
  };
}

function isInterim(line: string): boolean {
  return /^HTTP\/1\.[01] 1\d\d$/.test(line) && !line.endsWith('101');
}

/** A beginning of a line, to which more has to come before anything is certain. */
function couldBeInterim(beginning: string): boolean {
  return isInterim(beginning + 'HTTP/1.1 100'.slice(beginning.length));
}

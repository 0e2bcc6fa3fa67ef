import type { Socket } from 'node:net';

const interimLine = 'HTTP/1.1 1xx';

/**
 * If the end of an interim response has not arrived within this many bytes, undici receives these bytes and rejects the
 * response.
 */
const maxInterimBytes = 16 * 1024;

/**
 * Removes interim responses (1xx except 101) from the bytes that undici reads from a socket. Otherwise, undici would
 * drop the connection if a server sends status 100 without being asked. Replaces the socket's `read` method until the
 * final response starts.
 */
export function skipInterimAnswers(socket: Socket): void {
  const read = socket.read.bind(socket);
  let buffered: Buffer = Buffer.alloc(0);
  socket.read = () => {
    const bytes = read() as Buffer | null;
    if (bytes === null) return null;
    buffered = Buffer.concat([buffered, bytes]);
    for (;;) {
      const line = buffered.subarray(0, interimLine.length).toString('latin1');
      if (buffered.length < interimLine.length && couldBeInterim(line)) return null;
      if (!isInterim(line)) break;
      const end = buffered.indexOf('\r\n\r\n');
      if (end < 0 && buffered.length > maxInterimBytes) break;
      if (end < 0) return null;
      buffered = buffered.subarray(end + 4);
    }
    socket.read = read;
    return buffered;
  };
}

function isInterim(line: string): boolean {
  return /^HTTP\/1\.[01] 1\d\d$/.test(line) && !line.endsWith('101');
}

/** Returns true if a status line that starts with `beginning` may be that of an interim response. */
function couldBeInterim(beginning: string): boolean {
  return isInterim(beginning + 'HTTP/1.1 100'.slice(beginning.length));
}

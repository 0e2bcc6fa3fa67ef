import type { Socket } from 'node:net';

const interimLine = 'HTTP/1.1 1xx';

/** A longer interim response is passed on to undici, which rejects it. */
const maxInterimBytes = 16 * 1024;

/**
 * Removes interim responses (1xx except 101) from the bytes that undici reads from a socket. Some servers send status
 * 100 without being asked, and undici then drops the connection. The final response restores the socket's own `read`.
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

/** Returns true if more bytes could turn the beginning of a line into an interim status line. */
function couldBeInterim(beginning: string): boolean {
  return isInterim(beginning + 'HTTP/1.1 100'.slice(beginning.length));
}

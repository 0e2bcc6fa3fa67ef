import { finished, type Readable } from 'node:stream';

/**
 * The maximum number of buffered bytes of a body. Beyond this limit, undici pauses the socket. Undici throws when a
 * paused socket is closed, so the limit is far above the size of any expected reply.
 */
export const maxUnreadBytes = 64 * 1024 * 1024;

/**
 * Yields the content of a stream. If the stream fails, first yields the content that is still buffered, and then throws
 * the stream's error. The iterator of Node's streams discards the buffered content, although it has arrived and may be
 * paid for. Destroys the stream when the consumer stops iterating.
 */
export async function* readStream(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
  let ended: { readonly error: Error | null | undefined } | undefined;
  let wake: () => void = () => undefined;
  stream.on('readable', () => wake());
  finished(stream, { writable: false }, (error) => {
    ended = { error };
    wake();
  });
  const change = async () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  try {
    for (;;) {
      // A destroyed stream still returns its buffered content.
      const chunk = stream.read() as Uint8Array | null;
      if (chunk !== null) yield chunk;
      else if (ended === undefined) await change();
      else if (ended.error) throw ended.error;
      else return;
    }
  } finally {
    stream.destroy();
  }
}

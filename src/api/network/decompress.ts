import { addAbortSignal, type Duplex } from 'node:stream';
import type { Zlib } from 'node:zlib';
import type { ByteInput } from './byteInput.ts';

/** A stream of `node:zlib` that decompresses. */
type Decoder = Duplex & Zlib;

/** Writes compressed data to a decoder, and reads the decompressed content. */
class DecoderContent {
  readonly #decoder: Decoder;
  #isIdle = true;
  #wake: () => void = () => undefined;

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
    decoder.on('readable', () => this.#wake());
    decoder.on('error', () => this.#becomeIdle());
    decoder.on('end', () => this.#becomeIdle());
  }

  /** Writes a chunk, or the end if `chunk` is undefined. Yields the content until the decoder needs another chunk. */
  async *write(chunk: Uint8Array | undefined): AsyncGenerator<Uint8Array, void, void> {
    this.#start(chunk);
    for (;;) {
      // A decoder that failed still returns its buffered content.
      const content = this.#decoder.read() as Uint8Array | null;
      if (content !== null) yield content;
      else if (this.#decoder.errored) throw this.#decoder.errored;
      else if (this.#isIdle) return;
      else await this.#change();
    }
  }

  #start(chunk: Uint8Array | undefined): void {
    this.#isIdle = false;
    if (chunk === undefined) this.#decoder.end();
    else this.#decoder.write(chunk, () => this.#becomeIdle());
  }

  #becomeIdle(): void {
    this.#isIdle = true;
    this.#wake();
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

/**
 * Yields the content of the compressed data at the beginning of the input. Consumes only these data, not the bytes
 * after them. If the data are truncated or corrupt, or the input throws before their end, yields the content of the
 * data that arrived, and then throws. Throws when `signal` aborts.
 */
export async function* decompress(
  input: ByteInput,
  decoder: Decoder,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  addAbortSignal(signal, decoder);
  const content = new DecoderContent(decoder);
  try {
    for (;;) {
      // The decoder itself fails at the end if its data are truncated.
      const chunk = await input.next().catch(() => undefined);
      signal.throwIfAborted();
      const start = decoder.bytesWritten;
      yield* content.write(chunk);
      if (chunk === undefined) return;
      // A decoder leaves bytes only if the compressed data end before them.
      const rest = chunk.subarray(decoder.bytesWritten - start);
      if (rest.length === 0) continue;
      input.unread(rest);
      return;
    }
  } finally {
    decoder.destroy();
  }
}

/** The maximum number of bytes that are kept for `rewind`. Most decoders reject data of another format sooner. */
const maxKeptLength = 128 * 1024;

/**
 * Reads the chunks of a body, and can look ahead, and go back to the start. If the body throws, `next` throws the
 * error, after it has returned all bytes that arrived before. The other methods treat the error as the end of the body.
 */
export class ByteInput {
  readonly #chunks: AsyncIterator<Uint8Array, unknown>;
  /** The bytes that have arrived and were not consumed. */
  #bytes: Uint8Array = new Uint8Array();
  #ended: { readonly error?: unknown } | undefined;
  /** All chunks that have arrived. Undefined if they are not kept any more. */
  #kept: Uint8Array[] | undefined = [];
  #keptLength = 0;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** True if the end of the body was read. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Consumes and returns some bytes, as soon as there are any. Returns undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#bytes.length === 0 && (await this.#receive()));
    if (this.#bytes.length === 0) {
      this.throwIfBroken();
      return undefined;
    }
    const bytes = this.#bytes;
    this.#bytes = new Uint8Array();
    return bytes;
  }

  /**
   * Waits until `length` bytes have arrived, and returns them without consuming them. At the end, returns fewer bytes.
   */
  async peek(length: number): Promise<Uint8Array> {
    while (this.#bytes.length < length && (await this.#receive()));
    return this.#bytes.subarray(0, length);
  }

  /** Consumes `length` bytes, or all bytes if fewer are left. */
  async skip(length: number): Promise<void> {
    let left = length;
    while (left > this.#bytes.length) {
      left -= this.#bytes.length;
      this.#bytes = new Uint8Array();
      if (!(await this.#receive())) return;
    }
    this.#bytes = this.#bytes.subarray(left);
  }

  /** Consumes all bytes up to and including the next zero byte, or all bytes if there is none. */
  async skipPastZero(): Promise<void> {
    for (;;) {
      const zero = this.#bytes.indexOf(0);
      await this.skip(zero < 0 ? this.#bytes.length : zero + 1);
      if (zero >= 0 || !(await this.#receive())) return;
    }
  }

  /** Puts consumed bytes back. They come before all other bytes. */
  unread(bytes: Uint8Array): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([bytes, this.#bytes]);
  }

  /**
   * Makes all bytes that have arrived unconsumed again. Returns false, and does nothing, after a call of `release`, or
   * if more than maxKeptLength bytes have arrived.
   */
  rewind(): boolean {
    if (this.#kept === undefined) return false;
    this.#bytes = Buffer.concat(this.#kept);
    return true;
  }

  /** Stops keeping consumed bytes for `rewind`. */
  release(): void {
    this.#kept = undefined;
  }

  /** Throws the error of the body, if the body threw. */
  throwIfBroken(): void {
    if (this.#ended !== undefined && 'error' in this.#ended) throw this.#ended.error;
  }

  /** Closes the body. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Waits for a chunk. Returns false at the end. */
  async #receive(): Promise<boolean> {
    if (this.#ended !== undefined) return false;
    try {
      const next = await this.#chunks.next();
      if (next.done === true) {
        this.#ended = {};
        return false;
      }
      this.#keep(next.value);
      this.#bytes = this.#bytes.length === 0 ? next.value : Buffer.concat([this.#bytes, next.value]);
      return true;
    } catch (error) {
      this.#ended = { error };
      return false;
    }
  }

  #keep(chunk: Uint8Array): void {
    if (this.#kept === undefined) return;
    this.#kept.push(chunk);
    this.#keptLength += chunk.length;
    if (this.#keptLength > maxKeptLength) this.release();
  }
}

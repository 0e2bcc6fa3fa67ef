/** Chunks of fewer bytes are copied into blocks, because an object for each small chunk would need much more memory. */
const minChunkLength = 4 * 1024;
const blockLength = 64 * 1024;

/** Collects bytes that arrive in chunks. Keeps large chunks without copying them. */
export interface ByteCollector {
  /** The number of collected bytes. */
  readonly length: number;
  readonly add: (bytes: Uint8Array) => void;
  /** Returns a copy of the last `count` bytes, or of all bytes if fewer were collected. */
  readonly last: (count: number) => Uint8Array;
  /** Removes all bytes except the last `count`. */
  readonly keepLast: (count: number) => void;
  /** Returns all bytes in shared memory, so that another thread can read them without a copy. Empties the collector. */
  readonly take: () => Uint8Array;
}

export function createByteCollector(): ByteCollector {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let block = new Uint8Array(0);
  let used = 0;

  /** Adds the used part of the block to the chunks. The rest of the block stays in use. */
  const closeBlock = () => {
    if (used > 0) chunks.push(block.subarray(0, used));
    block = block.subarray(used);
    used = 0;
  };

  const add = (bytes: Uint8Array) => {
    length += bytes.length;
    if (bytes.length >= minChunkLength) {
      closeBlock();
      chunks.push(bytes);
      return;
    }
    if (used + bytes.length > block.length) {
      closeBlock();
      block = new Uint8Array(blockLength);
    }
    block.set(bytes, used);
    used += bytes.length;
  };

  const clear = () => {
    chunks = [];
    length = 0;
    used = 0;
  };

  const last = (count: number) => {
    closeBlock();
    let bytes: Uint8Array = new Uint8Array(0);
    for (let index = chunks.length - 1; index >= 0 && bytes.length < count; index -= 1) {
      const chunk = chunks[index] ?? new Uint8Array(0);
      bytes = Buffer.concat([chunk.subarray(Math.max(0, chunk.length - (count - bytes.length))), bytes]);
    }
    return bytes;
  };

  return {
    get length() {
      return length;
    },
    add,
    last,
    keepLast(count) {
      if (used >= count) {
        // In the usual case, of short chunks, moves the bytes within the block instead of copying them.
        block.copyWithin(0, used - count, used);
        clear();
        used = count;
        length = count;
        return;
      }
      const bytes = last(count);
      clear();
      add(bytes);
    },
    take() {
      closeBlock();
      const all = new Uint8Array(new SharedArrayBuffer(length));
      let offset = 0;
      for (const chunk of chunks) {
        all.set(chunk, offset);
        offset += chunk.length;
      }
      clear();
      return all;
    },
  };
}

import { decodeBase64, encodeBase64 } from '../../common/base64.ts';

/**
 * A set of ids that stores only a 53-bit hash of each id. Among a million ids, the probability of a collision is about
 * 1 in 18,000. If an id that was not added collides with an added id, `has` returns true for both.
 */
export interface IdSet {
  has(id: string): boolean;
  add(id: string): void;
  readonly size: number;
  /** Returns the sorted hashes, 8 bytes each, as Base64. */
  encode(): string;
}

const bytesPerId = Float64Array.BYTES_PER_ELEMENT;

/** Restores a set from the result of `encode`. Returns undefined if the text is not Base64 of exactly `size` hashes. */
export function decodeIdSet(text: string, size: number): IdSet | undefined {
  const bytes = decodeBase64(text.trimEnd());
  return bytes?.byteLength === size * bytesPerId ? createIdSet(new Float64Array(bytes.buffer)) : undefined;
}

/** @param initial Hashes, sorted in ascending order. */
export function createIdSet(initial: Float64Array = new Float64Array()): IdSet {
  let sorted = initial;
  const recent = new Set<number>();

  const merge = () => {
    sorted = mergeSorted(sorted, Float64Array.from(recent).sort());
    recent.clear();
  };

  return {
    has(id) {
      const key = keyOf(id);
      return recent.has(key) || hasSorted(sorted, key);
    },
    add(id) {
      const key = keyOf(id);
      if (hasSorted(sorted, key)) return;
      recent.add(key);
      if (recent.size > 1_024 + sorted.length / 8) merge();
    },
    get size() {
      return sorted.length + recent.size;
    },
    encode() {
      merge();
      return encodeBase64(new Uint8Array(sorted.buffer, sorted.byteOffset, sorted.byteLength));
    },
  };
}

function hasSorted(sorted: Float64Array, key: number): boolean {
  let [start, end] = [0, sorted.length];
  while (start < end) {
    const middle = (start + end) >>> 1;
    const found = sorted[middle] ?? Infinity;
    if (found === key) return true;
    if (found < key) start = middle + 1;
    else end = middle;
  }
  return false;
}

function mergeSorted(a: Float64Array, b: Float64Array): Float64Array {
  const merged = new Float64Array(a.length + b.length);
  let [fromA, fromB] = [0, 0];
  for (let index = 0; index < merged.length; index += 1) {
    const [nextA, nextB] = [a[fromA] ?? Infinity, b[fromB] ?? Infinity];
    merged[index] = Math.min(nextA, nextB);
    if (nextA <= nextB) fromA += 1;
    else fromB += 1;
  }
  return merged;
}

/** Returns a 53-bit hash, made from two 32-bit hashes with different seeds. A number holds 53-bit integers exactly. */
function keyOf(id: string): number {
  return (murmurHash(id, 0x5bd1e995) >>> 11) * 2 ** 32 + murmurHash(id, 0x9747b28c);
}

/**
 * Returns a 32-bit hash of a text. Uses a variant of MurmurHash3 with one block per UTF-16 code unit.
 * https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
 */
function murmurHash(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    const block = rotateLeft(Math.imul(text.charCodeAt(index), 0xcc9e2d51), 15);
    hash = Math.imul(rotateLeft(hash ^ Math.imul(block, 0x1b873593), 13), 5) + 0xe6546b64;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

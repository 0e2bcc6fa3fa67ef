/** The worker thread of workerTokenCounter.ts: o200k_base, the nearest public tokenizer to an unknown one. */
import { parentPort } from 'node:worker_threads';
import { countTokens, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenCount, TokenCountRequest } from './workerTokenCounter.ts';

// Text that happens to look like a special token is text, not a fault.
const asPlainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * The encoder takes quadratic time for what it does not part before it looks for tokens, which is one kind of
 * characters: minutes for a megabyte of it.
 */
const longRun = /[\p{L}\p{M}]{1000}|[^\s\p{L}\p{N}]{1000}|\s{1000}/gu;

parentPort?.on('message', ({ id, text }: TokenCountRequest) => {
  const result: TokenCount = { id, tokens: countAll(text) };
  parentPort?.postMessage(result);
});

/** Counts a text in parts where a run is too long to be counted at once. */
function countAll(text: string): number {
  let tokens = 0;
  let start = 0;
  for (;;) {
    longRun.lastIndex = start;
    if (longRun.exec(text) === null) return tokens + countTokens(text.slice(start), asPlainText);
    const settled = countSettled(text.slice(start, longRun.lastIndex));
    tokens += settled.tokens;
    start += settled.length;
  }
}

/** How far from the end of a part what comes behind it may change its tokens: longer than any token. */
const unsettledLength = 250;

/** The tokens of a part of a text that stay as they are whatever follows, and how much of the part they are. */
function countSettled(part: string): { readonly tokens: number; readonly length: number } {
  let taken = 0;
  const tokens = function* () {
    for (const token of encode(part, asPlainText)) {
      taken += 1;
      yield token;
    }
  };
  let settled = { tokens: 0, length: 0 };
  let length = 0;
  // To the end: the decoder keeps the beginning of a character for the next text that it decodes.
  for (const { length: added } of decodeGenerator(tokens())) {
    length += added;
    if (length <= part.length - unsettledLength) settled = { tokens: taken, length };
  }
  return settled;
}

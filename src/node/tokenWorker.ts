/** The worker thread of workerTokenCounter.ts. Uses o200k_base, since the service's tokenizer is unknown. */
import { parentPort } from 'node:worker_threads';
import { countTokens, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenCount, TokenCountRequest } from './workerTokenCounter.ts';

// Counts text that looks like a special token as plain text instead of rejecting it.
const asPlainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * A run of one kind of characters, which the encoder does not split before it looks for tokens. It takes quadratic time
 * for such a run: minutes for a megabyte.
 */
const longRun = /[\p{L}\p{M}]{1000}|[^\s\p{L}\p{N}]{1000}|\s{1000}/gu;

parentPort?.on('message', ({ id, text }: TokenCountRequest) => {
  const result: TokenCount = { id, tokens: countAll(text) };
  parentPort?.postMessage(result);
});

/** Counts a text; splits runs that are too long to be encoded at once. */
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

/** Tokens this close to the end of a part may still change: longer than any token, in UTF-16 code units. */
const unsettledLength = 250;

/** Returns the tokens of a part that cannot change any more, and the length of their text. */
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
  // Reads to the end: otherwise the decoder would keep half a character for the next text.
  for (const { length: added } of decodeGenerator(tokens())) {
    length += added;
    if (length <= part.length - unsettledLength) settled = { tokens: taken, length };
  }
  return settled;
}

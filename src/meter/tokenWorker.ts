/** The worker thread of tokenCounter.ts: o200k_base, the nearest public tokenizer to an unknown one. */
import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenCount, TokenCountRequest } from './tokenCounter.ts';

// Text that happens to look like a special token is text, not a fault.
const asPlainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * The encoder takes quadratic time for a run without a word boundary: minutes for a megabyte of it.
 * Cut into parts, such a run counts at most about one token more for each.
 */
const longestRun = /\S{1000}|\s{1000}/gu;

parentPort?.on('message', ({ id, text }: TokenCountRequest) => {
  let tokens = 0;
  let counted = 0;
  for (const { index, 0: run } of text.matchAll(longestRun)) {
    tokens += countTokens(text.slice(counted, index + run.length), asPlainText);
    counted = index + run.length;
  }
  tokens += countTokens(text.slice(counted), asPlainText);
  const result: TokenCount = { id, tokens };
  parentPort?.postMessage(result);
});

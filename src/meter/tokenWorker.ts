/** The worker thread of tokenCounter.ts: o200k_base, the nearest public tokenizer to an unknown one. */
import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenCount, TokenCountRequest } from './tokenCounter.ts';

parentPort?.on('message', ({ id, text }: TokenCountRequest) => {
  // Text that happens to look like a special token is text, not a fault.
  const result: TokenCount = { id, tokens: countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() }) };
  parentPort?.postMessage(result);
});

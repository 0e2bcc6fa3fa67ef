/**
 * The code of the worker thread that workerTokenCounter.ts starts. Counts tokens with o200k_base, a public encoding of
 * OpenAI, because the service's tokenizer is unknown.
 */
import { countTokens, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { answerWorkerRequests } from './workerRequests.ts';

// With these options, the tokenizer counts text such as `<|endoftext|>` as plain text. By default, the tokenizer throws
// an error for such text.
const asPlainText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * Matches the first 1,000 characters of a long run, that is, of successive characters of one kind. Letters are one kind,
 * and white space is another. Symbols, punctuation and line ends together are the third kind. The encoder may treat such
 * a run as a single word. The encoder's time for a word is quadratic in the word's length: minutes for a megabyte. The
 * lookbehinds let a match start only where a run starts. Otherwise, the time to search runs that are slightly too short
 * would be quadratic in their length.
 */
const longRun = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`(?:[^\s\p{L}\p{N}]|[\r\n])`, String.raw`\s`]
    .map((kind) => `(?<!${kind})${kind}{1000}`)
    .join('|'),
  'u',
);

answerWorkerRequests(countAll);

/**
 * Returns the number of tokens in a text. Counts the text in parts. Each part ends after a match of `longRun`, except
 * that the last part ends with the text. Tokens that are not settled (see `unsettledLength`) are counted with the next
 * part.
 * For a long run of symbols and line ends, the result may be up to 1% too high or too low, because a token there may
 * depend on text that is far away.
 */
function countAll(text: string): number {
  let tokens = 0;
  let rest = text;
  for (;;) {
    const run = longRun.exec(rest);
    if (run === null) return tokens + countTokens(rest, asPlainText);
    const settled = countSettled(rest.slice(0, run.index + run[0].length));
    tokens += settled.tokens;
    // A search in the whole text from here would not find the run that continues here, because of the lookbehinds.
    rest = rest.slice(settled.length);
  }
}

/**
 * A token of a part is settled if the text after the part cannot change the token. Tokens that end within the last
 * `unsettledLength` UTF-16 code units of a part count as unsettled. No token is this long.
 */
const unsettledLength = 250;

/** Returns the number of settled tokens of a part, and the length of their text in UTF-16 code units. */
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
  // Read all tokens. If the loop ended early, the decoder would keep an incomplete character and add it to the next
  // text that it decodes.
  for (const { length: added } of decodeGenerator(tokens())) {
    length += added;
    if (length <= part.length - unsettledLength) settled = { tokens: taken, length };
  }
  return settled;
}

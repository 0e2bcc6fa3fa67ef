import { countTokens as count, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';

/** A part of a reply. All framings except `document` send each piece separately. */
export interface Piece {
  readonly text: string;
  /** True for a part of the reasoning. All framings except `text` send the reasoning in a separate field. */
  readonly reasoning?: boolean;
}

const asPlainText = { disallowedSpecial: new Set<string>() };

/**
 * Counts the tokens in the encoding o200k_base. Names of special tokens, such as `<|endoftext|>`, count as plain text.
 */
export function countTokens(text: string): number {
  return count(text, asPlainText);
}

/**
 * Splits a text into the tokens of the encoding o200k_base. Each token becomes one piece, with one exception: if a
 * character consists of several tokens, these tokens become one piece. Replaces lone surrogates with U+FFFD.
 */
export function splitIntoPieces(text: string): Piece[] {
  const wellFormed = Buffer.from(text).toString();
  return Array.from(decodeGenerator(encode(wellFormed, asPlainText)), (piece) => ({ text: piece }));
}

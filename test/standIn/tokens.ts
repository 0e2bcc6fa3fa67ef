import { countTokens as count, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';

/** A part of a reply that is sent in one piece. */
export interface Piece {
  readonly text: string;
  /** True for thoughts that are sent apart from the answer. */
  readonly reasoning?: boolean;
}

const asPlainText = { disallowedSpecial: new Set<string>() };

/** How many o200k_base tokens a text has; names of special tokens inside it are plain text. */
export function countTokens(text: string): number {
  return count(text, asPlainText);
}

/** Splits a text into its o200k_base tokens; tokens that share one character stay together. */
export function splitIntoPieces(text: string): Piece[] {
  const wellFormed = Buffer.from(text).toString();
  return Array.from(decodeGenerator(encode(wellFormed, asPlainText)), (piece) => ({ text: piece }));
}

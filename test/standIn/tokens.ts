import { countTokens as count, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';

/** A part of a reply. Most framings send each piece as one event. */
export interface Piece {
  readonly text: string;
  /** True for a part of the reasoning, which most framings send in a separate field. */
  readonly reasoning?: boolean;
}

const asPlainText = { disallowedSpecial: new Set<string>() };

/** Returns the number of o200k_base tokens. Names of special tokens, such as `<|endoftext|>`, count as plain text. */
export function countTokens(text: string): number {
  return count(text, asPlainText);
}

/** Splits a text into o200k_base tokens. Tokens of one character become one piece. Replaces lone surrogates. */
export function splitIntoPieces(text: string): Piece[] {
  const wellFormed = Buffer.from(text).toString();
  return Array.from(decodeGenerator(encode(wellFormed, asPlainText)), (piece) => ({ text: piece }));
}

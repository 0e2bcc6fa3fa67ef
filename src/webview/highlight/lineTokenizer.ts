/** A run of characters of one look. */
export interface CodeSpan {
  readonly text: string;
  readonly className: string | undefined;
}

/** Splits the next line of a block of code into spans; knows the lines before it. */
export type LineTokenizer = (line: string) => readonly CodeSpan[];

/** Makes a tokenizer for a new block of code; undefined for a language without a grammar. */
export type LoadTokenizer = (language: string) => Promise<LineTokenizer | undefined>;

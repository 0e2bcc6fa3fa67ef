import type { TokenRule } from '../../common/protocol/editorProtocol.ts';

/** A run of characters of one look. */
export interface CodeSpan {
  readonly text: string;
  readonly className: string | undefined;
}

/** Splits the next line of a block of code into spans; knows the lines before it. */
export type LineTokenizer = (line: string) => readonly CodeSpan[];

/** Knows grammars and the theme. */
export interface TokenEngine {
  /** Makes a tokenizer for a new block of code; undefined for a language without a grammar. */
  readonly loadTokenizer: (language: string) => Promise<LineTokenizer | undefined>;
  /** Shows all code in the colours of this theme, what is highlighted already, too. */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from '@shikijs/engine-javascript';
import { createShikiPrimitiveAsync } from '@shikijs/primitive';
import { INITIAL, type IGrammar } from '@shikijs/vscode-textmate';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { grammarFor, loadGrammar } from './languages.ts';
import { createTokenClasses, createTokenSheet, type TokenClasses } from './tokenClasses.ts';

/** A run of characters with the same class. */
export interface CodeSpan {
  readonly text: string;
  readonly className: string | undefined;
}

/** Splits the next line of a code block into spans. Keeps state between lines, so call it once per line, in order. */
export type LineTokenizer = (line: string) => readonly CodeSpan[];

/** Highlights code: splits it into tokens with TextMate grammars, and styles the tokens with the editor's theme. */
export interface TokenEngine {
  /** Creates a tokenizer for one code block. Resolves with undefined if no grammar is bundled for `language`. */
  readonly loadTokenizer: (language: string) => Promise<LineTokenizer | undefined>;
  /**
   * Sets the theme for all code, including code that is already highlighted.
   * Without a theme (undefined), the colours come from media/code.css.
   */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

/**
 * The maximum length of a highlighted line, in characters. For hostile lines, the time can grow with the square or the
 * cube of the length, so that longer lines would block the panel.
 */
const maxLineLength = 500;

/**
 * Creates the token engine without grammars. A grammar is loaded when `loadTokenizer` first needs the grammar.
 * `show` sets the look of a class; see `createTokenClasses`.
 */
export async function createTokenEngine(show = createTokenSheet()): Promise<TokenEngine> {
  const engine = createJavaScriptRegexEngine({
    forgiving: true,
    regexConstructor: (pattern) => defaultJavaScriptRegexConstructor(withoutAmbiguity(pattern)),
  });
  const highlighter = await createShikiPrimitiveAsync({ themes: [], langs: [], engine, warnings: false });
  const { classOf, setTheme } = createTokenClasses(show);
  return {
    loadTokenizer: async (language) => {
      const name = grammarFor(language);
      if (name === undefined) return undefined;
      await highlighter.loadLanguage(...(await loadGrammar(name)));
      return createLineTokenizer(highlighter.getLanguage(name), classOf);
    },
    setTheme,
  };
}

/**
 * Rewrites three parts of patterns that take very long for hostile lines. A line of C# with 40 stars, or of CSS with 40
 * escapes, would block the panel for ever, because the time doubles with each star or escape.
 * - `(?:\s*X\s*)*` can give the white space between two X to either repetition.
 * - `\h{1,6}|.` can match a hexadecimal digit by both alternatives. An atomic group tries only the first match.
 * - Vue's pattern for a tag's name was tried from each character of a long name. Now a match starts only at the start of a name.
 */
function withoutAmbiguity(pattern: string): string {
  return pattern
    .replace(/\(\?:\\s\*(\\?[^\s()])\\s\*\)\*/g, String.raw`(?:\s*$1(?:\s*$1)*\s*)?`)
    .replaceAll(String.raw`(?:\h{1,6}|.)`, String.raw`(?>\h{1,6}|.)`)
    .replaceAll(String.raw`([-0-:A-Za-z]+)\b(?=`, String.raw`(?<![-0-:A-Za-z])([-0-:A-Za-z]+)\b(?=`);
}

function createLineTokenizer(grammar: IGrammar, classOf: TokenClasses['classOf']): LineTokenizer {
  let state = INITIAL;
  return (line) => {
    if (line.length > maxLineLength) return [{ text: line, className: undefined }];
    // 0 means no time limit. The first line could exceed a limit, because its tokenization also compiles the grammar.
    // After a timeout, the rest of the line would be a single token with a wrong colour.
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state, 0);
    state = ruleStack;
    return joinSpans(tokens.map(({ startIndex, endIndex, scopes }) => span(line.slice(startIndex, endIndex), scopes)));
  };

  function span(text: string, scopes: readonly string[]): CodeSpan {
    return { text, className: text.trim() === '' ? undefined : classOf(scopes) };
  }
}

function joinSpans(spans: readonly CodeSpan[]): readonly CodeSpan[] {
  const joined: CodeSpan[] = [];
  for (const span of spans) {
    const previous = joined.at(-1);
    if (previous !== undefined && previous.className === span.className)
      joined[joined.length - 1] = { ...span, text: previous.text + span.text };
    else joined.push(span);
  }
  return joined;
}

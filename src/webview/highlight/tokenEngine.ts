import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { createShikiPrimitiveAsync } from '@shikijs/primitive';
import { INITIAL, type IGrammar } from '@shikijs/vscode-textmate';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { grammarFor, loadGrammar } from './languages.ts';
import { createTokenClasses, createTokenSheet, type TokenClasses } from './tokenClasses.ts';

/** A run of characters with the same look. */
export interface CodeSpan {
  readonly text: string;
  readonly className: string | undefined;
}

/** Splits the next line of a block of code into spans. Keeps state: call it with each line, in order. */
export type LineTokenizer = (line: string) => readonly CodeSpan[];

/** Tokenizes code by TextMate grammars and colours it by the theme. */
export interface TokenEngine {
  /** Makes a tokenizer for a new block of code; undefined for a language without a grammar. */
  readonly loadTokenizer: (language: string) => Promise<LineTokenizer | undefined>;
  /** Colours all code by this theme, highlighted code included. */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

/** Longer lines stay plain: they are data, and would hold up the panel. */
const maxLineLength = 2000;

/** Loads the grammar engine; a language's grammar is loaded with the first block that needs it. `show` sets the look of a class. */
export async function createTokenEngine(show = createTokenSheet()): Promise<TokenEngine> {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
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

function createLineTokenizer(grammar: IGrammar, classOf: TokenClasses['classOf']): LineTokenizer {
  let state = INITIAL;
  return (line) => {
    if (line.length > maxLineLength) return [{ text: line, className: undefined }];
    // Without a time limit: the first line prepares the grammar, which can take long; cut off, it would end in one wrong colour.
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

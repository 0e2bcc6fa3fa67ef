import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { createShikiPrimitiveAsync } from '@shikijs/primitive';
import { INITIAL, type IGrammar } from '@shikijs/vscode-textmate';
import { grammarFor, loadGrammar } from './languages.ts';
import type { CodeSpan, LineTokenizer, TokenEngine } from './lineTokenizer.ts';
import { createTokenClasses, type TokenClasses } from './tokenClasses.ts';
import type { TokenLook } from './tokenLooks.ts';

/** Longer lines stay plain: they are data, and would hold up the panel. */
const maxLineLength = 2000;

/** Loads the grammar engine; a language's grammar comes with the first block that needs it. `show` says how a class looks. */
export async function createTokenEngine(show: (index: number, look: TokenLook) => void): Promise<TokenEngine> {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const highlighter = await createShikiPrimitiveAsync({ themes: [], langs: [], engine, warnings: false });
  const { classOf, setTheme } = createTokenClasses(show);
  return {
    loadTokenizer: async (language) => {
      const name = grammarFor(language);
      if (name === undefined) return undefined;
      await highlighter.loadLanguage(...(await loadGrammar(name)));
      return lineTokenizer(highlighter.getLanguage(name), classOf);
    },
    setTheme,
  };
}

function lineTokenizer(grammar: IGrammar, classOf: TokenClasses['classOf']): LineTokenizer {
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
    if (previous !== undefined && previous.className === span.className) joined[joined.length - 1] = { ...span, text: previous.text + span.text };
    else joined.push(span);
  }
  return joined;
}

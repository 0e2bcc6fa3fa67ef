import { createHighlighterCore, type GrammarState, type HighlighterCore } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { grammarFor, loadGrammar, type GrammarName } from './languages.ts';
import type { CodeSpan, LineTokenizer, LoadTokenizer } from './lineTokenizer.ts';
import { tokenClass, tokenTheme } from './tokenTheme.ts';

/** Longer lines stay plain: they are data, and would hold up the panel. */
const maxLineLength = 2000;

/** Loads the grammar engine; a language's grammar comes with the first block that needs it. */
export async function createLoadTokenizer(): Promise<LoadTokenizer> {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const highlighter = await createHighlighterCore({ themes: [tokenTheme], langs: [], engine, warnings: false });
  return async (language) => {
    const name = grammarFor(language);
    if (name === undefined) return undefined;
    await highlighter.loadLanguage(...(await loadGrammar(name)));
    return lineTokenizer(highlighter, name);
  };
}

function lineTokenizer(highlighter: HighlighterCore, lang: GrammarName): LineTokenizer {
  let grammarState: GrammarState | undefined;
  return (line) => {
    const lines = highlighter.codeToTokensBase(line, {
      lang,
      theme: 'tally',
      tokenizeMaxLineLength: maxLineLength,
      // The first line prepares the grammar, which can take long; cut off, it would end in one wrong colour.
      tokenizeTimeLimit: 0,
      ...(grammarState !== undefined && { grammarState }),
    });
    grammarState = highlighter.getLastGrammarState(lines);
    return joinSpans((lines[0] ?? []).map(({ content, color }) => ({ text: content, className: tokenClass(color) })));
  };
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

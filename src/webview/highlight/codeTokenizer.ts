import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { createShikiPrimitive } from '@shikijs/primitive';
import { INITIAL, type IGrammar, type StateStack } from '@shikijs/vscode-textmate';
import type { GrammarName } from './languages.ts';
import { createScopeStyles } from './scopeStyles.ts';
import type { FromWorkerMessage, TokenizedLine, ToWorkerMessage } from './workerProtocol.ts';

/** The maximum length of a highlighted line, in characters. A longer line is a single span without scopes. */
const maxLineLength = 2_000;

/**
 * The maximum depth of nested brackets, strings and the like. If a block exceeds it, its further lines are single spans
 * without scopes. Each level takes memory in the worker, and the scopes of a token take time in proportion to the depth.
 */
const maxDepth = 1_000;

/** Answers with the lines that are ready after this time, in milliseconds, because the panel waits for each answer. */
const answerInterval = 16;

/**
 * Creates the code of the worker that tokenizes code with TextMate grammars and matches it with the theme. Returns a
 * function that handles a message and posts the answers before it returns. For a hostile line, this function may never
 * return.
 */
export function createCodeTokenizer(post: (message: FromWorkerMessage) => void): (message: ToWorkerMessage) => void {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const highlighter = createShikiPrimitive({ themes: [], langs: [], engine, warnings: false });
  const blocks = new Map<number, (line: string) => TokenizedLine>();
  const styles = createScopeStyles();

  function load({ name, registrations }: Extract<ToWorkerMessage, { type: 'load' }>): void {
    highlighter.loadLanguageSync(...registrations);
    // Compiles the patterns at the start of the grammar, which can take a second.
    highlighter.getLanguage(name).tokenizeLine('', INITIAL, 0);
    post({ type: 'loaded' });
  }

  function tokenize({ block, name, text }: Extract<ToWorkerMessage, { type: 'tokenize' }>): void {
    const tokenizeLine = blocks.get(block) ?? createLineTokenizer(name);
    blocks.set(block, tokenizeLine);
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    let ready: TokenizedLine[] = [];
    let answered = performance.now();
    for (const line of lines) {
      if (performance.now() - answered > answerInterval) {
        post({ type: 'tokenized', newStyles: styles.takeNew(), lines: ready, isLast: false });
        ready = [];
        answered = performance.now();
      }
      ready.push(tokenizeLine(line));
    }
    post({ type: 'tokenized', newStyles: styles.takeNew(), lines: ready, isLast: true });
  }

  function createLineTokenizer(name: GrammarName): (line: string) => TokenizedLine {
    const grammar: IGrammar = highlighter.getLanguage(name);
    let state: StateStack = INITIAL;
    return (line) => {
      if (line.length > maxLineLength || state.depth > maxDepth) return [line.length, 0];
      // 0 means no time limit. After a timeout, the rest of the line would be a single token with a wrong colour.
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state, 0);
      state = ruleStack;
      const spans: number[] = [];
      for (const { startIndex, endIndex, scopes } of tokens) {
        const end = Math.min(endIndex, line.length);
        if (end > startIndex)
          spans.push(end - startIndex, line.slice(startIndex, end).trim() === '' ? 0 : styles.idOf(scopes));
      }
      return spans;
    };
  }

  return (message) => {
    try {
      if (message.type === 'load') load(message);
      else if (message.type === 'tokenize') tokenize(message);
      else if (message.type === 'theme')
        post({ type: 'restyled', looks: styles.setTheme(message.rules, message.known) });
      else blocks.delete(message.block);
    } catch (error) {
      post({ type: 'failed', reason: String(error) });
    }
  };
}

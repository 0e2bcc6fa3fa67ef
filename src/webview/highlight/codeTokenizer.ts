import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { createShikiPrimitive } from '@shikijs/primitive';
import { INITIAL, type IGrammar, type StateStack } from '@shikijs/vscode-textmate';
import type { GrammarName } from './languages.ts';
import type { FromWorkerMessage, TokenizedLine, ToWorkerMessage } from './workerProtocol.ts';

/** The maximum length of a highlighted line, in characters. A longer line is a single span without scopes. */
const maxLineLength = 2_000;

/**
 * The maximum depth of nested brackets, strings and the like. If a block exceeds it, its further lines are single spans
 * without scopes. Each level takes memory in the worker, and the scopes of a token take time in proportion to the depth.
 */
const maxDepth = 1_000;

/** The maximum number of scope lists that get an id. Hostile code could create any number. Real code needs hundreds. */
const maxScopeLists = 5_000;

/** The maximum length of a scope list that gets an id. The panel compares each scope with the rules of the theme. */
const maxScopes = 100;

/** Answers with the lines that are ready after this time, in milliseconds, because the panel waits for each answer. */
const answerInterval = 16;

/**
 * Creates the code of the worker that tokenizes code with TextMate grammars. Returns a function that handles a message
 * and posts the answers before it returns. For a hostile line, this function may never return.
 */
export function createCodeTokenizer(post: (message: FromWorkerMessage) => void): (message: ToWorkerMessage) => void {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const highlighter = createShikiPrimitive({ themes: [], langs: [], engine, warnings: false });
  const blocks = new Map<number, (line: string) => TokenizedLine>();
  const scopeIds = createScopeIds();

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
        post({ type: 'tokenized', newScopes: scopeIds.takeNew(), lines: ready, isLast: false });
        ready = [];
        answered = performance.now();
      }
      ready.push(tokenizeLine(line));
    }
    post({ type: 'tokenized', newScopes: scopeIds.takeNew(), lines: ready, isLast: true });
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
          spans.push(end - startIndex, line.slice(startIndex, end).trim() === '' ? 0 : scopeIds.idOf(scopes));
      }
      return spans;
    };
  }

  return (message) => {
    try {
      if (message.type === 'load') load(message);
      else if (message.type === 'tokenize') tokenize(message);
      else blocks.delete(message.block);
    } catch (error) {
      post({ type: 'failed', reason: String(error) });
    }
  };
}

/** Assigns ids to lists of scopes. */
interface ScopeIds {
  /** Returns the id of a list; 0 for a list that is too long, and for a new list beyond `maxScopeLists`. */
  readonly idOf: (scopes: readonly string[]) => number;
  /** Returns the lists that got an id since the last call, in the order of the ids. */
  readonly takeNew: () => readonly (readonly string[])[];
}

function createScopeIds(): ScopeIds {
  const ids = new Map<string, number>();
  let newLists: (readonly string[])[] = [];
  return {
    idOf: (scopes) => {
      const list = distinct(scopes);
      if (list.length > maxScopes) return 0;
      const key = list.join(' ');
      let id = ids.get(key);
      if (id === undefined) {
        if (ids.size >= maxScopeLists) return 0;
        id = ids.size + 1;
        ids.set(key, id);
        newLists.push(list);
      }
      return id;
    },
    takeNew: () => {
      const taken = newLists;
      newLists = [];
      return taken;
    },
  };
}

/** Keeps only the innermost occurrence of each scope. Otherwise, each level of nested data would need its own list. */
function distinct(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.toReversed())].reverse();
}

import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import { Block, GrammarWorker, type LineHandler } from './grammarWorker.ts';
import { grammarFor, loadGrammar } from './languages.ts';
import { createTokenSheet, TokenClasses } from './tokenClasses.ts';
import { TooSlowError, WatchedWorker, type WorkerLike } from './watchedWorker.ts';

/** Splits the lines of one code block into spans. Keeps state between lines. */
export interface BlockTokenizer {
  /**
   * Tokenizes the next lines of the code: from the end of the last call to `end`. `text` must begin with the code of
   * the earlier calls. `end` must be the end of `text` or follow a line feed. Calls `onLine` for each line. Resolves
   * with false if the lines take too long. No more lines of the block can then be tokenized.
   */
  readonly tokenize: (text: string, end: number, onLine: LineHandler) => Promise<boolean>;
  /** Frees the state of the block. A later call of `tokenize` computes the state again. */
  readonly release: () => void;
}

/**
 * Highlights code: splits it into tokens with TextMate grammars, and styles the tokens with the editor's theme. A
 * worker runs the grammars, because their regular expressions can take any time for a hostile line. It also matches the
 * tokens with the theme, so that the page does not load this code.
 */
export interface TokenEngine {
  /** Creates a tokenizer for one code block. Resolves with undefined if no grammar is bundled for `language`. */
  readonly loadTokenizer: (language: string) => Promise<BlockTokenizer | undefined>;
  /**
   * Sets the theme for all code. Code that is already highlighted gets its new look as soon as the worker answers.
   * Without a theme (undefined), the colours come from media/code.css.
   */
  readonly setTheme: (rules: readonly TokenRule[] | undefined) => void;
}

/**
 * The maximum number of workers that a page starts, each after the one before was terminated. Afterwards, no more code
 * is highlighted, so that hostile replies stop using the CPU. Only a change of the theme then starts another worker,
 * because the old colours may be unreadable in the new theme.
 */
const maxWorkers = 20;

/**
 * Creates the token engine without grammars. A grammar is loaded when `loadTokenizer` first needs the grammar.
 * `startWorker` starts a worker that runs highlightWorker.ts. `show` sets the look of a class; see `TokenClasses`.
 */
export function createTokenEngine(startWorker: () => WorkerLike, show = createTokenSheet()): TokenEngine {
  const classes = new TokenClasses(show);
  let theme: readonly TokenRule[] | undefined;
  let worker: GrammarWorker | undefined;
  /** The number of themes that `worker` has not answered yet. */
  let pendingThemes = 0;
  let startedWorkers = 0;
  /** The end of the last call of `tokenize`. Only one call runs at a time, because a worker handles one request. */
  let idle: Promise<unknown> = Promise.resolve();

  /** Starts a worker with the theme and the ids of the known scope lists. It answers with their looks. */
  function start(): GrammarWorker {
    const watched = new WatchedWorker(startWorker(), (looks) => {
      pendingThemes -= 1;
      classes.setLooks(looks);
    });
    startedWorkers += 1;
    pendingThemes = 1;
    return new GrammarWorker(watched, classes, theme);
  }

  function setTheme(rules: readonly TokenRule[] | undefined): void {
    theme = rules;
    if (worker !== undefined && !worker.isTerminated) {
      pendingThemes += 1;
      worker.setTheme(rules);
    } else if (classes.scopes.length > 0) {
      worker = start();
    }
  }

  async function tokenize(block: Block, text: string, end: number, onLine: LineHandler): Promise<boolean> {
    if (block.isTooSlow) return false;
    if (worker === undefined || worker.isTerminated) {
      if (startedWorkers >= maxWorkers) return false;
      worker = start();
    }
    try {
      await worker.tokenize(block, text, end, onLine);
      return true;
    } catch (error) {
      // The theme changed while the terminated worker was busy.
      if (worker.isTerminated && pendingThemes > 0 && classes.scopes.length > 0) worker = start();
      if (!(error instanceof TooSlowError)) throw error;
      block.isTooSlow = true;
      return false;
    }
  }

  return {
    loadTokenizer: async (language) => {
      const name = grammarFor(language);
      if (name === undefined) return undefined;
      const block = new Block(name, await loadGrammar(name));
      return {
        tokenize: async (text, end, onLine) => {
          const tokenized = idle.then(async () => tokenize(block, text, end, onLine));
          idle = tokenized.catch(() => undefined);
          return tokenized;
        },
        release: () => block.release(),
      };
    },
    setTheme,
  };
}

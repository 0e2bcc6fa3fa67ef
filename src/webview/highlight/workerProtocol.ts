import type { LanguageRegistration } from '@shikijs/primitive';
import type { TokenRule } from '../../common/protocol/editorProtocol.ts';
import type { GrammarName } from './languages.ts';
import type { TokenLook } from './tokenLooks.ts';

/** A message from the panel to the worker that tokenizes code. */
export type ToWorkerMessage =
  /**
   * Sets the theme. Without rules, the colours come from media/code.css. `known` are the scope lists that have ids of an
   * earlier worker, in the order of the ids; only the first message to a worker may contain any. The worker answers with
   * `restyled`.
   */
  | { readonly type: 'theme'; readonly rules: readonly TokenRule[] | undefined; readonly known: readonly string[] }
  /**
   * Loads a grammar. `registrations` may omit registrations that an earlier message contained. The worker answers with
   * `loaded` or `failed`.
   */
  | { readonly type: 'load'; readonly name: GrammarName; readonly registrations: LanguageRegistration[] }
  /**
   * Tokenizes the next complete lines of a code block. The lines in `text` are separated by line feeds, and the last
   * line may end with one. The first message for a `block` starts at the beginning of the code. The worker answers
   * with `tokenized` messages, of which only the last has `isLast`, or with `failed`.
   */
  | { readonly type: 'tokenize'; readonly block: number; readonly name: GrammarName; readonly text: string }
  /** Deletes the state of a code block. The worker does not answer. */
  | { readonly type: 'forget'; readonly block: number };

/** A message from the worker to the panel. */
export type FromWorkerMessage =
  | { readonly type: 'loaded' }
  | {
      readonly type: 'tokenized';
      /** The scope lists that get the next ids, in order. The first list ever sent gets the id 1. */
      readonly newStyles: readonly ScopeStyle[];
      readonly lines: readonly TokenizedLine[];
      readonly isLast: boolean;
    }
  /** The looks of all scope lists that the panel knows, in the order of the ids. */
  | { readonly type: 'restyled'; readonly looks: readonly TokenLook[] }
  /** The request failed, but the worker can answer other requests. */
  | { readonly type: 'failed'; readonly reason: string };

/** A list of scopes, and the look that the theme gives it. */
export interface ScopeStyle {
  /** The scopes, separated by spaces. The first scope is the outermost. */
  readonly scopes: string;
  readonly look: TokenLook;
}

/**
 * The spans of a line, in order. For each span, the array contains its length in UTF-16 code units, and then the id of
 * its scope list. The id 0 means that the span has no class.
 */
export type TokenizedLine = readonly number[];

import type { LanguageRegistration } from '@shikijs/primitive';
import type { GrammarName } from './languages.ts';

/** A message from the panel to the worker that tokenizes code. */
export type ToWorkerMessage =
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
      readonly newScopes: readonly (readonly string[])[];
      readonly lines: readonly TokenizedLine[];
      readonly isLast: boolean;
    }
  /** The request failed, but the worker can answer other requests. */
  | { readonly type: 'failed'; readonly reason: string };

/**
 * The spans of a line, in order. For each span, the array contains its length in UTF-16 code units, and then the id of
 * its scope list. The id 0 means that the span has no class.
 */
export type TokenizedLine = readonly number[];

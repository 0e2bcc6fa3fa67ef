import { AsyncLocalStorage } from 'node:async_hooks';
import { createDebounce } from '../../common/async/debounce.ts';
import { inTime } from '../../common/async/inTime.ts';

/**
 * Lets questions wait while the user types in a panel. Returns the focus to a panel after a question that the user's
 * action in this panel has led to, because VS Code does not return the focus from its dialogs to a webview. A question
 * that a command has asked elsewhere, for example in an editor, does not move the focus to a panel, even if an action of
 * a panel runs meanwhile.
 */
export interface QuestionFocus {
  /**
   * Calls `run`, and returns its result. All calls of `restore` that `run` leads to call `focus`, also after `run` has
   * ended. `isToEdit` is true if the user wants to edit the message that the question was about.
   */
  readonly during: <T>(focus: (isToEdit: boolean) => Promise<void>, run: () => T) => T;
  /**
   * Must be called after each answer to a question, also if the user has closed the question, unless the answer moves
   * the focus to another place. Resolves when the panel has the focus, so that the dialog of the next question opens
   * later. Never rejects.
   */
  readonly restore: (isToEdit?: boolean) => Promise<void>;
  /** Must be called when the user types in a panel. */
  readonly noteTyping: () => void;
  /**
   * Resolves when the user has not typed for a moment, but after at most 10 seconds. Must be awaited before a question
   * that the user may not expect. Otherwise, the user's next key could answer the question.
   */
  readonly untilIdle: () => Promise<void>;
}

/** The time without typing after which a question may open, in milliseconds. A panel posts typed text each 250 ms. */
const typingPause = 700;
const maxWait = 10_000;

export function createQuestionFocus(reportError: (error: unknown) => void): QuestionFocus {
  const focusOfAction = new AsyncLocalStorage<(isToEdit: boolean) => Promise<void>>();
  const debounce = createDebounce(typingPause);
  /** Resolves when the user stops typing. Undefined if the user is not typing. */
  let pause: PromiseWithResolvers<undefined> | undefined;
  return {
    during: (focus, run) => focusOfAction.run(focus, run),
    restore: async (isToEdit = false) => {
      try {
        await focusOfAction.getStore()?.(isToEdit);
      } catch (error) {
        reportError(error);
      }
    },
    noteTyping: () => {
      pause ??= Promise.withResolvers();
      debounce.schedule(() => {
        pause?.resolve(undefined);
        pause = undefined;
      });
    },
    untilIdle: async () => {
      if (pause !== undefined) await inTime(pause.promise, undefined, maxWait);
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Returns the focus to a panel after a question that the user's action in this panel has led to, because VS Code does
 * not return the focus from its dialogs to a webview. A question that a command has asked elsewhere, for example in an
 * editor, does not move the focus to a panel, even if an action of a panel runs meanwhile.
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
}

export function createQuestionFocus(reportError: (error: unknown) => void): QuestionFocus {
  const focusOfAction = new AsyncLocalStorage<(isToEdit: boolean) => Promise<void>>();
  return {
    during: (focus, run) => focusOfAction.run(focus, run),
    restore: async (isToEdit = false) => {
      try {
        await focusOfAction.getStore()?.(isToEdit);
      } catch (error) {
        reportError(error);
      }
    },
  };
}

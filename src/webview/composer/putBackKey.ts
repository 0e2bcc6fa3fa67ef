import type { PanelContext } from '../panelContext.ts';
import { isComposing } from './messageKey.ts';

export interface PutBackEvents {
  /** Called before the message in the message box is put back. Must post the text that is not posted yet. */
  readonly onPutBack: () => void;
  /** Called when Escape was pressed, and there is no message to put back. */
  readonly onStop: () => void;
}

/** Puts the queued message that is edited in the message box back into the queue when Escape is pressed there. */
export interface PutBackKey {
  /** Sets whether the message box may contain such a message. Only the extension knows for certain. */
  readonly setPossible: (isPossible: boolean) => void;
}

/** @param isRunning returns true while a reply runs, which Escape would otherwise stop */
export function createPutBackKey(
  ask: PanelContext['ask'],
  isRunning: () => boolean,
  { onPutBack, onStop }: PutBackEvents,
): PutBackKey {
  let isPossible = false;
  /** True after Escape was pressed for this, and until the next press. */
  let isUsed = false;
  // The panel handles Escape at the document, after this listener.
  document.body.addEventListener('keydown', (event) => {
    const { key, target, repeat, defaultPrevented } = event;
    if (key !== 'Escape' || defaultPrevented || isComposing(event)) return;
    const isInBox = target instanceof HTMLTextAreaElement && target.closest('.composer') !== null;
    const isPutBack = isPossible && isRunning() && isInBox && !repeat;
    // While the key is held, its repetitions must not stop the reply.
    isUsed = isPutBack || (isUsed && repeat);
    if (isUsed) event.preventDefault();
    if (!isPutBack) return;
    isPossible = false;
    onPutBack();
    void ask({ type: 'putBackQueued' }).then((isDone) => {
      if (isDone === false) onStop();
    });
  });
  return {
    setPossible: (value) => {
      isPossible = value;
    },
  };
}

import * as l10n from '@vscode/l10n';
import { iconButton, onFirstClick } from '../dom.ts';
import { estimateId } from './estimateLine.ts';

/** The state that decides which buttons are shown and enabled. */
export interface SendState {
  readonly isRunning: boolean;
  readonly isReadOnly: boolean;
  /** True if there is nothing to send. */
  readonly isBlank: boolean;
  /** True while the extension has not answered a posted `submit`. */
  readonly isSubmitting: boolean;
}

/**
 * Shows `Send` while no reply runs, and always in a read-only panel. Otherwise shows `Stop`, and also `Queue message`
 * if there is something to send.
 */
export interface SendButtons {
  readonly elements: readonly HTMLElement[];
  readonly show: (state: SendState) => void;
}

export function createSendButtons(onSubmit: () => void, onStop: () => void): SendButtons {
  const send = iconButton('send', l10n.t('Send'), onFirstClick(onSubmit));
  send.classList.add('primary');
  const queue = iconButton('list-ordered', l10n.t('Queue message'), onFirstClick(onSubmit));
  for (const button of [send, queue]) button.setAttribute('aria-describedby', estimateId);
  const stop = iconButton('stop-circle', l10n.t('Stop'), onFirstClick(onStop));
  return {
    elements: [queue, send, stop],
    show: ({ isRunning, isReadOnly, isBlank, isSubmitting }) => {
      const isStoppable = isRunning && !isReadOnly;
      send.hidden = isStoppable;
      stop.hidden = !isStoppable;
      queue.hidden = !isStoppable || isBlank;
      send.ariaDisabled = String(isReadOnly || isBlank || isSubmitting);
      queue.ariaDisabled = String(isSubmitting);
    },
  };
}

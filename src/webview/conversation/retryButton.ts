import * as l10n from '@vscode/l10n';
import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createMessageAction, runningReason } from './messageActions.ts';

/** The button that sends the question of a reply again. Shows the price as soon as the price is known. */
export interface RetryButton {
  readonly element: HTMLElement;
  readonly setPrice: (price: string | undefined) => void;
  /** `isRunning` must be true while any reply runs. The button is then disabled. */
  readonly setRunning: (isRunning: boolean) => void;
}

export function createRetryButton({ ask }: PanelContext, responseId: string): RetryButton {
  let price: string | undefined;
  let isRunning = false;
  let isPressed = false;
  const { button, setState } = createMessageAction('refresh', l10n.t('Retry'), () => {
    setPressed(true);
    void ask({ type: 'runAction', action: 'retry', responseId }).then(() => setPressed(false));
  });
  const shownPrice = element('span', { class: 'price', 'aria-hidden': 'true' });
  // Screen readers get the price from the button's accessible description, so the shown price is hidden from them.
  const both = element('span', { class: 'priced' }, button, shownPrice);

  function show(): void {
    shownPrice.textContent = price ?? '';
    setState({ isDisabled: isRunning || isPressed, remarks: [price ?? '', runningReason(isRunning)] });
  }

  function setPressed(value: boolean): void {
    isPressed = value;
    show();
  }

  show();
  return {
    element: both,
    setPrice: (value) => {
      price = value;
      show();
    },
    setRunning: (value) => {
      isRunning = value;
      show();
    },
  };
}

import type { ActionId, ActionView } from '../../common/protocol/conversationProtocol.ts';
import { element, onFirstClick } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { runningReason } from './messageActions.ts';

/** The action buttons of a notice about a reply. */
export interface ActionButtons {
  readonly element: HTMLElement;
  /** `isRunning` must be true while any reply runs. The buttons of `sendActions` are then disabled. */
  readonly setRunning: (isRunning: boolean) => void;
  /** Must be called when the notice is updated in place. Updates the prices and enables all `waitActions`. */
  readonly setPrices: (actions: readonly ActionView[]) => void;
}

export interface ActionButtonsOptions {
  readonly responseId: string;
  readonly actions: readonly ActionView[];
  /** True if the first button is styled as the primary button. */
  readonly hasPrimary: boolean;
  /** Shows or hides the details of the notice. Returns true if the details are shown afterwards. */
  readonly toggleDetails: () => boolean;
}

/**
 * Actions that request another reply, which may be charged. All of these actions are disabled while any reply runs, and
 * while the extension has not yet answered one of these actions.
 */
const sendActions: ReadonlySet<ActionId> = new Set(['retry', 'resend', 'continue']);
/** Actions of a notice about a wait. After one of these actions, the extension removes or updates the notice. */
const waitActions: ReadonlySet<ActionId> = new Set(['sendNow', 'keepWaiting', 'stop']);

export function createActionButtons(context: PanelContext, options: ActionButtonsOptions): ActionButtons {
  const { responseId, actions, hasPrimary, toggleDetails } = options;
  const buttons = actions.map((action, index) => actionButton(action, index === 0 && hasPrimary));
  let prices: ReadonlyMap<ActionId, string | undefined> = new Map();
  const pressed = new Set<ActionId>();
  let isRunning = false;

  function actionButton({ id, label }: ActionView, isPrimary: boolean) {
    const button = element('button', { type: 'button', class: isPrimary ? 'button' : 'button secondary' }, label);
    // Screen readers get the price from the button's accessible description. Without `aria-hidden`, the price would
    // also be part of the accessible name.
    const price = element('span', { class: 'price', 'aria-hidden': 'true' });
    button.append(' ', price);
    if (sendActions.has(id) || waitActions.has(id)) button.classList.add('changes-session');
    if (id === 'showDetails') button.ariaExpanded = 'false';
    button.addEventListener(
      'click',
      onFirstClick(() => press(id, button)),
    );
    return { id, button, price };
  }

  function press(id: ActionId, button: HTMLButtonElement): void {
    if (id === 'showDetails') {
      button.ariaExpanded = String(toggleDetails());
      return;
    }
    if (isDisabled(id)) return;
    if (sendActions.has(id) || waitActions.has(id)) pressed.add(id);
    showDisabled();
    if (id === 'stop') context.post({ type: 'stop', responseId });
    else void context.ask({ type: 'runAction', action: id, responseId }).then(() => release(id));
  }

  /** Handles the answer to an action. A pressed button of `waitActions` stays disabled until `setPrices` is called. */
  function release(id: ActionId): void {
    if (sendActions.has(id)) pressed.delete(id);
    showDisabled();
  }

  function isDisabled(id: ActionId): boolean {
    if (sendActions.has(id)) return isRunning || [...sendActions].some((each) => pressed.has(each));
    return pressed.has(id);
  }

  function showDisabled(): void {
    for (const { id, button } of buttons) {
      const reason = runningReason(isRunning && sendActions.has(id));
      button.ariaDisabled = isDisabled(id) ? 'true' : null;
      if (reason === '') button.removeAttribute('title');
      else button.title = reason;
      // The description repeats the reason, because screen readers skip the title of an element with a description.
      button.ariaDescription = [prices.get(id) ?? '', reason].filter((part) => part !== '').join('. ') || null;
    }
  }

  function setPrices(priced: readonly ActionView[]): void {
    for (const id of waitActions) pressed.delete(id);
    prices = new Map(priced.map(({ id, price }) => [id, price]));
    for (const { id, price } of buttons) {
      const shown = prices.get(id);
      price.textContent = shown === undefined ? '' : `(${shown})`;
    }
    showDisabled();
  }

  setPrices(actions);
  return {
    element: element('div', { class: 'actions' }, ...buttons.map(({ button }) => button)),
    setRunning: (value) => {
      isRunning = value;
      showDisabled();
    },
    setPrices,
  };
}

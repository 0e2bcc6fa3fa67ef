import * as l10n from '@vscode/l10n';
import type { ActionId, ActionView } from '../../common/protocol/conversationProtocol.ts';
import { element, onFirstClick } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** A button for each thing that can be done about a reply. */
export interface ActionButtons {
  readonly element: HTMLElement;
  /** Whether any reply runs: then no other can be asked for. */
  readonly setRunning: (isRunning: boolean) => void;
  /** What the same actions cost now. */
  readonly setPrices: (actions: readonly ActionView[]) => void;
  /** Allows to press again what happens once: the last press was answered. */
  readonly unlock: () => void;
}

export interface ActionButtonsOptions {
  readonly responseId: string;
  readonly actions: readonly ActionView[];
  /** Whether the first button is the one to press. */
  readonly hasPrimary: boolean;
  /** Shows or hides the details, and returns whether they are shown now. */
  readonly toggleDetails: () => boolean;
}

/** They send a request that is charged: one at a time, and not while a reply runs. */
const sending: ReadonlySet<ActionId> = new Set(['retry', 'resend', 'continue']);
/** They end what the notice is about. */
const ending: ReadonlySet<ActionId> = new Set(['sendNow', 'keepWaiting', 'stop']);

export function actionButtons(context: PanelContext, options: ActionButtonsOptions): ActionButtons {
  const { responseId, actions, hasPrimary, toggleDetails } = options;
  const buttons = actions.map((action, index) => actionButton(action, index === 0 && hasPrimary));
  let prices: ReadonlyMap<ActionId, string | undefined> = new Map();
  const pressed = new Set<ActionId>();
  let isRunning = false;

  function actionButton({ id, label }: ActionView, isPrimary: boolean) {
    const button = element('button', { type: 'button', class: isPrimary ? 'button' : 'button secondary' }, label);
    // The name stays the label alone: the price is its description.
    const price = element('span', { class: 'price', 'aria-hidden': 'true' });
    button.append(price);
    if (sending.has(id) || ending.has(id)) button.classList.add('changes-session');
    if (id === 'showDetails') button.ariaExpanded = 'false';
    button.addEventListener('click', onFirstClick(() => press(id, button)));
    return { id, button, price };
  }

  function press(id: ActionId, button: HTMLButtonElement): void {
    if (id === 'showDetails') {
      button.ariaExpanded = String(toggleDetails());
      return;
    }
    if (isDisabled(id)) return;
    if (sending.has(id) || ending.has(id)) pressed.add(id);
    showDisabled();
    context.post(id === 'stop' ? { type: 'stop', responseId } : { type: 'runAction', action: id, responseId });
  }

  function isDisabled(id: ActionId): boolean {
    if (sending.has(id)) return isRunning || [...sending].some((each) => pressed.has(each));
    return pressed.has(id);
  }

  function showDisabled(): void {
    for (const { id, button } of buttons) {
      const reason = isRunning && sending.has(id) ? l10n.t('Possible when the running reply has ended.') : '';
      button.ariaDisabled = isDisabled(id) ? 'true' : null;
      if (reason === '') button.removeAttribute('title');
      else button.title = reason;
      // A title is not read out beside a description.
      button.ariaDescription = [prices.get(id) ?? '', reason].filter((part) => part !== '').join('. ') || null;
    }
  }

  function unlock(): void {
    pressed.clear();
    showDisabled();
  }

  function setPrices(priced: readonly ActionView[]): void {
    prices = new Map(priced.map(({ id, price }) => [id, price]));
    for (const { id, price } of buttons) {
      const shown = prices.get(id);
      price.textContent = shown === undefined ? '' : ` (${shown})`;
    }
    showDisabled();
  }

  setPrices(actions);
  return {
    element: element('div', { class: 'actions' }, ...buttons.map(({ button }) => button)),
    setRunning: (value) => {
      if (isRunning === value) return;
      isRunning = value;
      unlock();
    },
    setPrices,
    unlock,
  };
}

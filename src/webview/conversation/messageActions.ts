import { element, iconButton, onFirstClick } from '../dom.ts';

/** A button in the quiet row under a message. */
export interface MessageAction {
  readonly button: HTMLButtonElement;
  /** `remarks` go into the tooltip and the description: the reason why it is disabled, or the price. */
  readonly setState: (state: { readonly isDisabled: boolean; readonly remarks: readonly string[] }) => void;
}

export function createMessageAction(iconName: string, name: string, onPress: () => void): MessageAction {
  const button = iconButton(
    iconName,
    name,
    onFirstClick(() => {
      if (button.ariaDisabled !== 'true') onPress();
    }),
  );
  let shown = '';
  return {
    button,
    setState: ({ isDisabled, remarks }) => {
      const state = [isDisabled, ...remarks].join();
      // Each change of a reply asks this of every message of the session.
      if (state === shown) return;
      shown = state;
      button.ariaDisabled = isDisabled ? 'true' : null;
      button.title = [name, ...remarks].join('. ');
      button.ariaDescription = remarks.join('. ') || null;
    },
  };
}

/** The row: shown while the message has the pointer or the focus, and under the last message. */
export function createActionRow(name: string, ...buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'message-actions', role: 'toolbar', 'aria-label': name }, ...buttons);
}

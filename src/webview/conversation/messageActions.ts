import * as l10n from '@vscode/l10n';
import { element, iconButton, onFirstClick } from '../dom.ts';

/** A button in the row of actions under a message. */
export interface MessageAction {
  readonly button: HTMLButtonElement;
  /**
   * Enables or disables the button. Shows `remarks`, such as a price or the reason why the button is disabled, in the
   * tooltip and the accessible description. Skips empty remarks.
   */
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
    setState: ({ isDisabled, remarks: given }) => {
      const remarks = given.filter((each) => each !== '');
      const state = [isDisabled, ...remarks].join();
      // Skip equal states, because each change of a reply calls `setState` for all messages of the session.
      if (state === shown) return;
      shown = state;
      button.ariaDisabled = isDisabled ? 'true' : null;
      button.title = [name, ...remarks].join('. ');
      button.ariaDescription = remarks.join('. ') || null;
    },
  };
}

/**
 * Creates the row of actions under a message. For mouse users, the style sheet hides the row until the message is
 * hovered or focused, except under the last message and in high contrast.
 */
export function createActionRow(name: string, ...buttons: readonly HTMLElement[]): HTMLElement {
  return element('div', { class: 'message-actions', role: 'toolbar', 'aria-label': name }, ...buttons);
}

/** Returns why an action is disabled while a reply runs. Returns an empty string if no reply runs. */
export function runningReason(isRunning: boolean): string {
  return isRunning ? l10n.t('Available when the running reply has ended.') : '';
}

import * as l10n from '@vscode/l10n';
import { element, icon } from '../dom.ts';

/** Creates the button that scrolls to the end of the conversation. The button is hidden at first. */
export function createJumpButton(onClick: () => void): HTMLButtonElement {
  const name = l10n.t('Jump to latest');
  const button = element(
    'button',
    { type: 'button', class: 'jump', hidden: true, title: name },
    icon('arrow-down'),
    name,
  );
  button.addEventListener('click', onClick);
  return button;
}

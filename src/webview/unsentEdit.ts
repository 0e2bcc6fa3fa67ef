import * as l10n from '@vscode/l10n';
import { replaceText } from './composer/replaceText.ts';
import { element, textButton } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/**
 * Adds a line to the editor of a question, before its line of the price. The line says that the editor contains an unsent
 * edit. Its button restores the sent text, and the undo of the text field restores the edit. The line is hidden while the
 * field contains the sent text.
 */
export function showUnsent(
  { announce }: PanelContext,
  field: HTMLTextAreaElement,
  price: HTMLElement,
  sent: string,
): void {
  const restore = textButton(l10n.t('Restore original message'), 'link-button', () => {
    replaceText(field, 0, field.value.length, sent);
    announce(l10n.t('The original message was restored.'));
  });
  const line = element('p', { class: 'unsent-edit' }, `${l10n.t('Unsent edit.')} `, restore);
  const update = () => {
    line.hidden = field.value === sent;
  };
  field.addEventListener('input', update);
  update();
  price.before(line);
}

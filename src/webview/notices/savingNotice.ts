import * as l10n from '@vscode/l10n';
import { element, icon, textButton } from '../dom.ts';
import type { ReplaceFocus } from '../focus/replaceFocus.ts';
import type { PanelContext } from '../panelContext.ts';

/**
 * Returns a function that shows a notice in `place` that saving to the disk fails. The sentence says why nothing is
 * saved. If the sentence is undefined, the function hides the notice, because everything is saved.
 *
 * @param focusMessage Called when the notice is hidden while it contains the focus.
 */
export function createSavingNotice(
  { post, announce }: PanelContext,
  place: HTMLElement,
  focusMessage: ReplaceFocus,
): (sentence: string | undefined) => void {
  const sentence = element('p', { id: 'saving' });
  const retry = textButton(l10n.t('Try again'), 'button secondary', () => post({ type: 'retrySaving' }));
  const root = element(
    'section',
    { class: 'notice saving', hidden: true, 'aria-labelledby': sentence.id },
    icon('warning'),
    element('div', { class: 'notice-body' }, sentence, element('div', { class: 'actions' }, retry)),
  );
  place.append(root);
  return (text = '') => {
    if (text === sentence.textContent) return;
    announce(text === '' ? l10n.t('Everything is saved again.') : text);
    sentence.textContent = text;
    const focused = document.activeElement;
    root.hidden = text === '';
    if (root.hidden && root.contains(focused)) focusMessage(focused);
  };
}

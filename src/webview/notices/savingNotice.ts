import * as l10n from '@vscode/l10n';
import { element, icon, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** A notice that saving to the disk fails. The notice is shown until everything is saved. */
export interface SavingNotice {
  readonly element: HTMLElement;
  /** Shows the sentence that says why nothing is saved. Hides the notice if the sentence is undefined. */
  readonly show: (sentence: string | undefined) => void;
}

export function createSavingNotice({ post, announce }: PanelContext): SavingNotice {
  const sentence = element('p', { id: 'saving' });
  const retry = textButton(l10n.t('Try again'), 'button secondary', () => post({ type: 'retrySaving' }));
  const root = element(
    'section',
    { class: 'notice saving', hidden: true, 'aria-labelledby': sentence.id },
    icon('warning'),
    element('div', { class: 'notice-body' }, sentence, element('div', { class: 'actions' }, retry)),
  );
  return {
    element: root,
    show: (text = '') => {
      if (text === sentence.textContent) return;
      announce(text === '' ? l10n.t('Everything is saved again.') : text);
      sentence.textContent = text;
      root.hidden = text === '';
    },
  };
}

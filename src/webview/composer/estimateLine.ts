import * as l10n from '@vscode/l10n';
import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import { element, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** Id of the element with the estimate, which describes the controls that send the message. */
export const estimateId = 'estimate';

/**
 * Shows the estimated cost of the message that the user is writing. If the estimate has a `sessionHint`, also shows
 * this hint and offers a new session.
 */
export interface EstimateLine {
  readonly element: HTMLElement;
  readonly show: (estimate: EstimateView) => void;
}

export function createEstimateLine({ post }: PanelContext): EstimateLine {
  // The price needs an element of its own, because a description is the label of its element, if there is one.
  const price = element('span', { id: estimateId });
  const cost = element(
    'div',
    { class: 'estimate', role: 'status', 'aria-label': l10n.t('Estimated cost'), 'aria-live': 'off' },
    price,
  );
  const sentence = element('span');
  // The new session keeps the draft.
  const start = textButton(l10n.t('Start a new one'), 'link-button', () => post({ type: 'newSession' }));
  const hint = element('p', { class: 'session-hint', hidden: true }, sentence, ' ', start);
  return {
    element: element('div', {}, cost, hint),
    show: ({ text, sessionHint = '' }) => {
      price.textContent = text;
      sentence.textContent = sessionHint;
      hint.hidden = sessionHint === '';
    },
  };
}

import type { EstimateView } from '../../common/protocol/estimateProtocol.ts';
import { element, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** What the message will cost, and when a new session would be much cheaper, a way to start one. */
export interface EstimateLine {
  readonly element: HTMLElement;
  readonly show: (estimate: EstimateView) => void;
}

export function estimateLine({ strings, post }: PanelContext): EstimateLine {
  const cost = element('div', { class: 'estimate', role: 'status', 'aria-label': strings.estimatedCost, 'aria-live': 'off' });
  const sentence = element('span');
  // The draft stays: only the session changes.
  const start = textButton(strings.startNewOne, 'link-button', () => post({ type: 'newSession' }));
  const hint = element('p', { class: 'session-hint', hidden: true }, sentence, ' ', start);
  return {
    element: element('div', {}, cost, hint),
    show: ({ text, sessionHint = '' }) => {
      cost.textContent = text;
      sentence.textContent = sessionHint;
      hint.hidden = sessionHint === '';
    },
  };
}

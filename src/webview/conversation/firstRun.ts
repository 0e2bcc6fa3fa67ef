import type { SetupView } from '../../common/protocol/protocol.ts';
import { element, icon, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { setupCard } from '../composer/setupCard.ts';

/** What an empty conversation shows: what this is, what is missing, and what to try. */
export interface FirstRun {
  readonly element: HTMLElement;
  readonly setSetup: (setup: SetupView) => void;
}

export function firstRun(context: PanelContext, onSuggestion: (text: string) => void): FirstRun {
  const { strings } = context;
  const card = setupCard(context);
  const suggestions = strings.suggestions.map((text) =>
    element('li', {}, textButton(text, 'suggestion', () => onSuggestion(text))),
  );
  const screen = element(
    'section',
    { class: 'first-run' },
    element('div', { class: 'first-run-icon' }, icon('comment-discussion')),
    element('h2', {}, strings.welcomeTitle),
    element('p', { class: 'welcome-text' }, strings.welcomeText),
    card.element,
    element('h3', {}, strings.tryTitle),
    element('ul', { class: 'suggestions' }, ...suggestions),
  );
  return { element: screen, setSetup: card.setSetup };
}

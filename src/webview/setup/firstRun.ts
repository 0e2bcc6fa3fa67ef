import * as l10n from '@vscode/l10n';
import type { SetupView } from '../../common/protocol/protocol.ts';
import { element, icon, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { setupCardOnDemand } from './setupCardOnDemand.ts';

/** The welcome screen of an empty conversation, with an introduction, the setup card and suggested questions. */
export interface FirstRun {
  /** Hidden at first. */
  readonly element: HTMLElement;
  readonly setSetup: (setup: SetupView) => void;
}

export function createFirstRun(context: PanelContext, onSuggestion: (text: string) => void): FirstRun {
  const card = setupCardOnDemand(context);
  const suggestions = [
    l10n.t('What is the difference between a promise and an observable?'),
    l10n.t('Write a function that groups a list by a key, with a test.'),
    l10n.t('Compare JSON, YAML and TOML for configuration files, in a table.'),
  ].map((text) =>
    element(
      'li',
      {},
      textButton(text, 'suggestion', () => onSuggestion(text)),
    ),
  );
  const screen = element(
    'section',
    { class: 'first-run', hidden: true },
    element('div', { class: 'first-run-icon' }, icon('comment-discussion')),
    element('h2', {}, l10n.t('Ask about your code')),
    element(
      'p',
      { class: 'welcome-text' },
      l10n.t(
        'Replies appear as they are written. The cost is shown under each reply, and today’s cost in the status bar.',
      ),
    ),
    card.element,
    element('h3', {}, l10n.t('Three things to try')),
    element('ul', { class: 'suggestions' }, ...suggestions),
  );
  return { element: screen, setSetup: card.setSetup };
}

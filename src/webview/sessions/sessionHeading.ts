import * as l10n from '@vscode/l10n';
import type { DidChangeHeading } from '../../common/protocol/sessionProtocol.ts';
import { element } from '../dom.ts';
import { loadModule } from '../onDemand.ts';

/** The title and the cost of the shown session, in the panel's header. A click on the title renames the session. */
export interface SessionHeading {
  readonly element: HTMLElement;
  readonly show: (heading: DidChangeHeading) => void;
}

/** @param startRename Called when the user wants to rename the session. Returns the function that saves the title. */
export function createSessionHeading(startRename: () => (title: string) => void): SessionHeading {
  const title = element('button', { type: 'button', class: 'heading-title', dir: 'auto', hidden: true });
  const costName = l10n.t('Cost of this session');
  const cost = element('span', { class: 'heading-cost', role: 'group', 'aria-label': costName, title: costName });
  title.ariaDescription = l10n.t('Rename');

  title.addEventListener('click', () => {
    const save = startRename();
    void loadModule(async () => import('./titleInput.ts')).then(({ editTitle }) => editTitle(title, save));
  });
  return {
    element: element('div', { class: 'heading' }, title, cost),
    show: ({ title: text, cost: amount }) => {
      title.textContent = text;
      title.title = text;
      title.hidden = text === '';
      cost.textContent = amount;
      cost.hidden = amount === '';
    },
  };
}

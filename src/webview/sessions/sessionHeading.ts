import * as l10n from '@vscode/l10n';
import type { DidChangeHeading } from '../../common/protocol/sessionProtocol.ts';
import { element } from '../dom.ts';
import { loadModule } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';

/** The title and the cost of the shown session, in the panel's header. A click on the title renames the session. */
export interface SessionHeading {
  readonly element: HTMLElement;
  readonly show: (heading: DidChangeHeading) => void;
}

export function createSessionHeading(context: PanelContext): SessionHeading {
  let shown: DidChangeHeading;
  const title = element('button', { type: 'button', class: 'heading-title', dir: 'auto', hidden: true });
  const costName = l10n.t('Cost of this session');
  const cost = element('span', { class: 'heading-cost', role: 'group', 'aria-label': costName, title: costName });
  title.ariaDescription = l10n.t('Rename');

  title.addEventListener('click', () => {
    const clicked = shown;
    void loadModule(async () => import('./titleInput.ts')).then(({ editTitle }) =>
      editTitle(title, clicked, shown, context),
    );
  });
  return {
    element: element('div', { class: 'heading' }, title, cost),
    show: (heading) => {
      shown = heading;
      const { title: text, cost: amount } = heading;
      title.textContent = text;
      title.title = text;
      title.hidden = text === '';
      cost.textContent = amount;
      cost.hidden = amount === '';
    },
  };
}

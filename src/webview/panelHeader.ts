import * as l10n from '@vscode/l10n';
import { element, iconButton, onFirstClick } from './dom.ts';
import type { PanelContext } from './panelContext.ts';

/** Creates the line at the top of the panel, with the title of the session and the buttons for sessions. */
export function createPanelHeader({ post }: PanelContext, title: HTMLElement, onSessions: () => void): HTMLElement {
  return element(
    'header',
    {},
    title,
    iconButton('add', l10n.t('New session'), () => post({ type: 'newSession' })),
    // The second click of a double click that closes the list ends here.
    iconButton('history', l10n.t('Sessions'), onFirstClick(onSessions)),
  );
}

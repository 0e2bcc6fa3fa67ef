import * as l10n from '@vscode/l10n';
import type { SessionView } from '../../common/protocol/sessionProtocol.ts';
import { element, textButton } from '../dom.ts';

/** The line below the sessions that names the deleted one and brings it back. */
export interface DeletedSession {
  readonly element: HTMLElement;
  /** Returns the sentence that is shown; undefined hides the line. */
  readonly show: (session: SessionView | undefined) => string;
  readonly id: () => string | undefined;
}

export function createDeletedSession(onUndo: () => void): DeletedSession {
  const sentence = element('span');
  const root = element('div', { class: 'sessions-undo', hidden: true }, sentence, textButton(l10n.t('Undo'), 'button secondary', onUndo));
  let deleted: SessionView | undefined;
  return {
    element: root,
    show: (session) => {
      deleted = session;
      root.hidden = session === undefined;
      sentence.textContent = session === undefined ? '' : l10n.t('Deleted “{0}”.', session.title);
      return sentence.textContent;
    },
    id: () => deleted?.id,
  };
}

import * as l10n from '@vscode/l10n';
import type { DeletedSessionView } from '../../common/protocol/sessionProtocol.ts';
import { element, textButton } from '../dom.ts';

/** A line below the list of sessions. It names the most recently deleted session and has an Undo button. */
export interface DeletedSession {
  readonly element: HTMLElement;
  /**
   * Shows the line for the last of these sessions; hides the line if there are none.
   *
   * @param isReplyStopped True if the deletion has stopped the reply of the session.
   */
  readonly show: (sessions: readonly DeletedSessionView[], isReplyStopped?: boolean) => void;
  /** The text of the line, or `''` if the line is hidden. */
  readonly sentence: () => string;
  /**
   * Restores the named session, and shows the line for the session that was deleted before. Does nothing and returns false
   * if the line is hidden.
   */
  readonly undo: () => boolean;
}

export function createDeletedSession(onRestore: (id: string) => void): DeletedSession {
  let deleted: readonly DeletedSessionView[] = [];
  const deletion = element('span');
  const stopped = element('span');
  const root = element(
    'div',
    { class: 'sessions-undo', hidden: true },
    element('div', {}, deletion, stopped),
    textButton(l10n.t('Undo'), 'button secondary', undo),
  );

  function show(sessions: readonly DeletedSessionView[], isReplyStopped = false): void {
    deleted = sessions;
    const last = sessions.at(-1);
    root.hidden = last === undefined;
    deletion.textContent = last === undefined ? '' : l10n.t('Deleted “{0}”.', last.title);
    stopped.textContent = last !== undefined && isReplyStopped ? l10n.t('Its reply was stopped.') : '';
  }

  function undo(): boolean {
    const last = deleted.at(-1);
    if (last === undefined) return false;
    show(deleted.slice(0, -1));
    onRestore(last.id);
    return true;
  }

  const sentence = () => [deletion.textContent, stopped.textContent].filter((each) => each !== '').join(' ');

  return { element: root, show, sentence, undo };
}

import * as l10n from '@vscode/l10n';
import type { SessionView } from '../../common/protocol/sessionProtocol.ts';
import { element, textButton } from '../dom.ts';

/** A line below the list of sessions. It names the most recently deleted session and has an Undo button. */
export interface DeletedSession {
  readonly element: HTMLElement;
  /**
   * Shows the line for `session`; hides the line if `session` is undefined. Returns the text of the line, or `''`.
   *
   * @param isReplyStopped True if the deletion has stopped the reply of the session.
   */
  readonly show: (session: SessionView | undefined, isReplyStopped?: boolean) => string;
  /** Restores the session and hides the line. Does nothing and returns false if the line is hidden. */
  readonly undo: () => boolean;
}

export function createDeletedSession(onRestore: (id: string) => void): DeletedSession {
  let deleted: SessionView | undefined;
  const sentence = element('span');
  const root = element(
    'div',
    { class: 'sessions-undo', hidden: true },
    sentence,
    textButton(l10n.t('Undo'), 'button secondary', undo),
  );

  function show(session: SessionView | undefined, isReplyStopped = false): string {
    deleted = session;
    root.hidden = session === undefined;
    sentence.textContent = session === undefined ? '' : deletionSentence(session.title, isReplyStopped);
    return sentence.textContent;
  }

  function undo(): boolean {
    if (deleted === undefined) return false;
    const { id } = deleted;
    show(undefined);
    onRestore(id);
    return true;
  }

  return { element: root, show, undo };
}

function deletionSentence(title: string, isReplyStopped: boolean): string {
  return isReplyStopped ? l10n.t('Deleted “{0}”. Its reply was stopped.', title) : l10n.t('Deleted “{0}”.', title);
}

import * as l10n from '@vscode/l10n';
import type { DeletedView } from '../../common/protocol/conversationProtocol.ts';
import { quietLine, textButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';

/** A line with an Undo button, shown in place of a deleted exchange. */
export interface DeletedLine {
  /**
   * Replaces the line with the exchange. If Undo had the focus, returns the first message of the exchange, which the
   * caller must focus. Otherwise returns undefined.
   */
  readonly restore: () => HTMLElement | undefined;
  /** Removes the line and the hidden exchange from the page. */
  readonly forget: () => void;
}

export function createDeletedLine(
  context: PanelContext,
  { ids: [id = ''], sentence }: DeletedView,
  messages: readonly HTMLElement[],
): DeletedLine {
  const { post, announce } = context;
  const hadFocus = messages.some((each) => each.contains(document.activeElement));
  const undo = textButton(l10n.t('Undo'), 'link-button changes-session', () => post({ type: 'restoreDeleted', id }));
  const line = quietLine('trash', sentence, undo);
  messages[0]?.before(line);
  for (const message of messages) message.hidden = true;
  if (hadFocus) undo.focus();
  announce(sentence);
  return {
    restore: () => {
      const undoHadFocus = line.contains(document.activeElement);
      line.remove();
      for (const message of messages) message.hidden = false;
      return undoHadFocus ? messages[0] : undefined;
    },
    forget: () => {
      line.remove();
      for (const message of messages) message.remove();
    },
  };
}

import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { switchedOn } from '../../chat/messages/attachment.ts';
import type { ContextAdder } from '../context/contextAdder.ts';
import { documentName, type TargetEditor } from '../code/targetEditor.ts';
import { maxCodeLength } from '../context/fileAttachment.ts';
import { attachableDocument } from './offeredFile.ts';
import type { PanelNotices } from './panelNotices.ts';

/**
 * Tells the user that a prompt in the message box needs code, and offers the file in the target editor. Does nothing if
 * code is attached.
 */
export function tellCodeMissing(
  chat: Pick<WorkspaceChat, 'draft'>,
  adder: Pick<ContextAdder, 'addFiles'>,
  notices: Pick<PanelNotices, 'tell'>,
  targetEditor: Pick<TargetEditor, 'current'>,
): void {
  const { l10n } = vscode;
  const isMissing = () => switchedOn(chat.draft.attachments).length === 0;
  if (!isMissing()) return;
  const document = attachableDocument(targetEditor.current(), maxCodeLength);
  const sentence = l10n.t(
    'This prompt needs code. Select code in an editor, then choose the prompt again, or add a file.',
  );
  notices.tell({
    id: 'codeMissing',
    sentence: () => sentence,
    ...(document && {
      action: {
        label: l10n.t('Add {0}', documentName(document)),
        run: async () => adder.addFiles([document.uri]),
      },
    }),
    isTrue: isMissing,
    isTemporary: true,
  });
}

import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { rebuildRequest } from '../../chat/messages/sentRequest.ts';
import { isJsonObject } from '../../common/json.ts';
import type { RequestDocuments } from '../connection/requestDocuments.ts';
import { showInformation } from '../dialogs/messages.ts';

/**
 * Shows the request of a message of the shown session. The panel's context menu passes the id of the message as
 * `messageId` of `menuContext`. Without a valid id, shows the last request of the session.
 */
export async function showRequest(
  { session }: WorkspaceChat,
  documents: RequestDocuments,
  menuContext: unknown,
): Promise<void> {
  const id = isJsonObject(menuContext) ? menuContext['messageId'] : session.messages.at(-1)?.id;
  const request = typeof id === 'string' ? rebuildRequest(session, session.allMessages, id) : undefined;
  if (request === undefined) void showInformation(vscode.l10n.t('No request was sent for this message yet.'));
  else await documents.show(request);
}

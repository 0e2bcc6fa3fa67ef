import * as vscode from 'vscode';
import { attachmentLabel, type Attachment } from '../../chat/messages/attachment.ts';
import { looksSecret } from '../../chat/messages/looksSecret.ts';

/**
 * Asks the user about attachments that may contain secrets. Resolves with all attachments if the user agrees, otherwise
 * with the attachments that do not look secret.
 */
export async function confirmSecrets(attachments: readonly Attachment[]): Promise<readonly Attachment[]> {
  const { l10n } = vscode;
  const secret = attachments.filter(({ path, code }) => looksSecret(path, code));
  const [first] = secret;
  if (first === undefined) return attachments;
  const names = secret.map(displayName).join(', ');
  const question =
    secret.length === 1
      ? l10n.t('{0} looks like it holds secrets. Add it anyway?', names)
      : l10n.t('{0} look like they hold secrets. Add them anyway?', names);
  const detail = l10n.t('What is added goes to the service with your message.');
  const addButton = l10n.t('Add');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, addButton);
  return answer === addButton ? attachments : attachments.filter((each) => !secret.includes(each));
}

function displayName(attachment: Attachment): string {
  return attachment.path === '' ? vscode.l10n.t('The pasted text') : attachmentLabel(attachment);
}

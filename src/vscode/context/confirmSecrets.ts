import * as vscode from 'vscode';
import { attachmentLabel, type Attachment } from '../../chat/messages/attachment.ts';
import { looksSecret } from '../../chat/messages/looksSecret.ts';

/** Those that may be added: what looks like it holds secrets only when the person says so. */
export async function confirmSecrets(attachments: readonly Attachment[]): Promise<readonly Attachment[]> {
  const { l10n } = vscode;
  const secret = attachments.filter(({ path, code }) => looksSecret(path, code));
  const [first] = secret;
  if (first === undefined) return attachments;
  const names = secret.map(name).join(', ');
  const question =
    secret.length === 1
      ? l10n.t('{0} looks like it holds secrets. Add it anyway?', names)
      : l10n.t('{0} look like they hold secrets. Add them anyway?', names);
  const detail = l10n.t('What is added goes to the service with your message.');
  const yes = l10n.t('Add');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  return answer === yes ? attachments : attachments.filter((each) => !secret.includes(each));
}

function name(attachment: Attachment): string {
  return attachment.path === '' ? vscode.l10n.t('The pasted text') : attachmentLabel(attachment);
}

import * as vscode from 'vscode';
import { attachmentLabel, type Attachment } from '../../chat/messages/attachment.ts';
import { createSecretSearch } from '../../chat/secrets/secretSearch.ts';
import { followLinks } from './linkedFiles.ts';
import { confirm } from '../dialogs/askModal.ts';
import { plainNames } from '../dialogs/plainText.ts';

/**
 * Asks the user about keys and passwords before they are added to a message or sent. When the user has agreed to a
 * secret, does not ask about it again for the same message.
 */
export interface SecretQuestions {
  /**
   * Asks about attachments that may contain secrets. Resolves with all attachments if the user agrees or no question is
   * necessary. Otherwise, resolves with the attachments that the question was not about.
   */
  readonly confirmAttachments: (attachments: readonly Attachment[]) => Promise<readonly Attachment[]>;
  /** Asks about a text that may contain secrets. Resolves with false if the user does not want to send the text. */
  readonly confirmText: (text: string) => Promise<boolean>;
  /** Forgets the user's answers. Must be called when a message was sent or queued, because the answers apply only to it. */
  readonly endMessage: () => void;
}

/** The maximum number of secrets that a question quotes. */
const maxQuoted = 3;
/** The number of characters that a question quotes from each secret. */
const quotedLength = 4;

/**
 * @param answered Called when the user has answered or closed a question. See QuestionFocus for `isToEdit`.
 * @param untilIdle Called before each question. By default, a question opens at once.
 */
export function createSecretQuestions(
  answered: (isToEdit?: boolean) => Promise<void>,
  untilIdle: () => Promise<void> = async () => Promise.resolve(),
): SecretQuestions {
  /** The secrets to which the user has agreed for the next message. */
  const agreed = new Set<string>();
  const search = createSecretSearch();

  /**
   * Resolves with the secrets in an attachment. The path of the file can show that the file contains secrets. The
   * attachment's `path` may lack folders or be the path of a link, so this function searches with the whole path of the
   * file. If its links cannot be followed, uses the path of the link: the user has opened it or was asked about it.
   */
  async function secretsOfAttachment({ path, uri, code }: Attachment): Promise<readonly string[]> {
    const file = uri === undefined ? undefined : vscode.Uri.parse(uri);
    const target = file && ((await followLinks(file)) ?? file);
    return [...(await search(target?.path ?? path, code))];
  }

  return {
    async confirmAttachments(attachments) {
      const found = await Promise.all(attachments.map(secretsOfAttachment));
      const secret = attachments.filter((_, index) => found[index]?.some((each) => !agreed.has(each)));
      if (secret.length === 0) return attachments;
      await untilIdle();
      const isAgreed = await askAboutAttachments(secret);
      await answered();
      if (!isAgreed) return attachments.filter((each) => !secret.includes(each));
      for (const each of found.flat()) agreed.add(each);
      return attachments;
    },
    async confirmText(text) {
      const found = [...(await search('', text))].filter((each) => !agreed.has(each));
      if (found.length === 0) return true;
      await untilIdle();
      const isAgreed = await askAboutText(found);
      await answered(!isAgreed);
      if (!isAgreed) return false;
      for (const each of found) agreed.add(each);
      return true;
    },
    endMessage: () => agreed.clear(),
  };
}

async function askAboutAttachments(attachments: readonly Attachment[]): Promise<boolean> {
  const { l10n } = vscode;
  const question =
    attachments.length === 1
      ? l10n.t('This file seems to contain secrets. Add it anyway?')
      : l10n.t('These files seem to contain secrets. Add them anyway?');
  const names = plainNames(attachments.map(displayName));
  const detail = `${names}\n\n${l10n.t('Attached content is sent to the service with your message.')}`;
  return confirm(question, detail, { safe: l10n.t('Don’t Add'), acting: l10n.t('Add') });
}

async function askAboutText(secrets: readonly string[]): Promise<boolean> {
  const { l10n } = vscode;
  const quoted = secrets.slice(0, maxQuoted).map((each) => `${each.slice(0, quotedLength)}…`);
  const detail = l10n.t('The service would receive text that looks like a key or password: {0}', quoted.join(', '));
  const question = l10n.t('Your message seems to contain secrets. Send it?');
  return confirm(question, detail, { safe: l10n.t('Edit Message'), acting: l10n.t('Send Anyway') });
}

export function displayName(attachment: Attachment): string {
  return attachment.path === '' ? vscode.l10n.t('The pasted text') : attachmentLabel(attachment);
}

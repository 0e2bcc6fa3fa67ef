import * as vscode from 'vscode';
import type { Reply } from '../../chat/messages/message.ts';
import { sessionMarkdown, type SessionMarkdownWords } from '../../chat/sessions/sessionMarkdown.ts';
import type { SessionStore } from '../../chat/sessions/sessionStore.ts';
import { summarizeSession } from '../../chat/sessions/sessionSummary.ts';
import { fileName } from '../dialogs/plainText.ts';
import { showSaveDialog } from '../dialogs/saveDialog.ts';
import { showInformation } from '../dialogs/messages.ts';

/** Asks for a file and writes the session to that file as Markdown. If the session is empty, only tells the user. */
export async function exportSession(id: string, sessions: SessionStore): Promise<void> {
  const { l10n } = vscode;
  const transcript = await sessions.load(id);
  const summary = summarizeSession(id, transcript);
  if (summary === undefined) {
    void showInformation(l10n.t('There is nothing to export in this session yet.'));
    return;
  }
  const title = summary.title === '' ? l10n.t('Untitled') : summary.title;
  const uri = await showSaveDialog(l10n.t('Export Session as Markdown'), documentName(title), 'md', 'Markdown');
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(
    uri,
    new TextEncoder().encode(sessionMarkdown(title, transcript.messages, words())),
  );
  const open = l10n.t('Open');
  // Do not await this promise, because it settles only when the user closes the notification.
  showInformation(l10n.t('The session was exported to {0}.', fileName(uri)), open).then(
    async (choice) => {
      if (choice === open) await vscode.window.showTextDocument(uri);
    },
    () => undefined,
  );
}

/**
 * Returns a file name from the session's title, with at most 60 characters before `.md`. Replaces dots, and characters
 * that some file systems forbid, with spaces.
 */
function documentName(title: string): string {
  const characters = title
    .replace(/[\p{Cc}<>:"/\\|?*.…]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // A cut within a surrogate pair would be an invalid file name.
  const name = Array.from(characters).slice(0, 60).join('').trim();
  return `${name === '' ? 'session' : name}.md`;
}

function words(): SessionMarkdownWords {
  const { l10n } = vscode;
  const format = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'long', timeStyle: 'short' });
  return {
    you: l10n.t('You'),
    reply: l10n.t('Reply'),
    pastedText: l10n.t('Pasted text'),
    instructions: l10n.t('Instructions'),
    remark,
    date: (at) => format.format(at),
  };
}

function remark({ state, ending }: Reply): string | undefined {
  const { l10n } = vscode;
  switch (state) {
    case 'pending':
    case 'connecting':
    case 'streaming':
      return l10n.t('This reply was still running.');
    case 'stopped':
      return l10n.t('This reply was stopped.');
    case 'incomplete':
      return l10n.t('This reply is incomplete.');
    case 'failed':
      return l10n.t('This reply failed.');
    case 'complete':
      return ending?.finishReason === 'length'
        ? l10n.t('The reply was cut off, because it reached the maximum length.')
        : undefined;
  }
}

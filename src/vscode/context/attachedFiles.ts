import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { ChatDraft } from '../../chat/draft/chatDraft.ts';
import { createDebounce } from '../../common/async/debounce.ts';
import { inTime } from '../../common/async/inTime.ts';
import { showWarning } from '../dialogs/messages.ts';
import { readWholeFile } from './fileAttachment.ts';
import type { SecretQuestions } from './secretQuestions.ts';

/**
 * The whole files of the draft. Reads them again, so that no outdated text is sent. A file that is missing, or that
 * cannot be read, keeps its text.
 */
export interface AttachedFiles {
  /** Replaces the texts that have changed, except those about which `confirm` would ask or warn the user. */
  readonly refresh: () => Promise<void>;
  /**
   * Replaces the texts that have changed, and first asks about secrets in them. Omits files that are switched off.
   * Removes a file if the user does not agree, or if its new text cannot be added, and resolves with false. The user
   * then knows why.
   */
  readonly confirm: () => Promise<boolean>;
}

type Files = Pick<ChatDraft, 'attachments' | 'renewAttachments' | 'removeAttachment'>;

/** @param confirmSecrets Returns the attachments to add, and tells the user about the others. */
export function createAttachedFiles(
  draft: Files,
  confirmSecrets: SecretQuestions['confirmAttachments'],
  { withoutQuestion }: Pick<SecretQuestions, 'withoutQuestion'>,
): AttachedFiles {
  const renew = (copies: readonly Attachment[]) => {
    if (copies.length === 0) return;
    // The user may have switched files off while they were read.
    const off = new Set(draft.attachments.filter(({ isOff }) => isOff === true).map(({ id }) => id));
    draft.renewAttachments(copies.map((copy) => (off.has(copy.id) ? { ...copy, isOff: true } : copy)));
  };

  return {
    refresh: async () => {
      const { changed } = await readAgain(draft.attachments);
      renew(await withoutQuestion(changed));
    },
    confirm: async () => {
      const { changed, refused } = await readAgain(draft.attachments.filter(({ isOff }) => isOff !== true));
      if (refused.length > 0) void showWarning(refused.map(({ sentence }) => sentence).join(' '));
      const confirmed = await confirmSecrets(changed);
      renew(confirmed);
      const removed = [...refused, ...changed.filter((each) => !confirmed.includes(each))];
      for (const { id } of removed) draft.removeAttachment(id);
      return removed.length === 0;
    },
  };
}

interface Read {
  /** The files whose texts have changed, with the ids of the old attachments. */
  readonly changed: readonly Attachment[];
  /** The files that cannot be added any more. `sentence` tells the user why. */
  readonly refused: readonly { readonly id: string; readonly sentence: string }[];
}

/** Reads the files of those attachments that are whole files. */
async function readAgain(attachments: readonly Attachment[]): Promise<Read> {
  const files = attachments.filter(({ isWholeFile }) => isWholeFile === true);
  const changed: Attachment[] = [];
  const refused: { readonly id: string; readonly sentence: string }[] = [];
  const read = async ({ id, uri = '', code }: Attachment) => {
    const result = await inTime(readWholeFile(vscode.Uri.parse(uri)), undefined);
    if (typeof result === 'string') refused.push({ id, sentence: result });
    else if (result !== undefined && result.code !== code) changed.push({ ...result, id });
  };
  await Promise.all(files.map(read));
  return { changed, refused };
}

/** The time without changes after which a changed document is read, in milliseconds. */
const delay = 500;

/** Calls `refresh` shortly after the document of a whole file in the draft was changed in an editor or saved. */
export function watchAttachedFiles(draft: Files, refresh: () => Promise<void>): vscode.Disposable {
  const debounce = createDebounce(delay);
  const note = ({ uri }: vscode.TextDocument) => {
    const changed = uri.toString();
    if (!draft.attachments.some((each) => each.isWholeFile === true && each.uri === changed)) return;
    // Ignore failures, because the files are read again before they are sent.
    debounce.schedule(() => void refresh().catch(() => undefined));
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => note(document)),
    vscode.workspace.onDidSaveTextDocument(note),
    { dispose: debounce.cancel },
  );
}

import * as vscode from 'vscode';
import { olderCopies, type Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { chooseFiles } from './chooseFiles.ts';
import { pastedAttachment } from './pastedAttachment.ts';
import { attachmentPath } from './documentAttachment.ts';
import { isOpen, maxCodeLength, readFileAttachment, tooSlow } from './fileAttachment.ts';
import { inTime } from '../../common/async/inTime.ts';
import { leadsOutside } from './linkedFiles.ts';
import { nameList, plainName, plainNames } from '../dialogs/plainText.ts';
import { displayName, type SecretQuestions } from './secretQuestions.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { confirm } from '../dialogs/askModal.ts';
import { withViewProgress } from '../dialogs/progress.ts';
import { chatViewId } from '../viewIds.ts';

/**
 * Adds attachments to the draft. A whole file replaces an older copy of it. First asks the user about attachments that may contain secrets. `addRead`, `addFiles`
 * and `addDropped` also ask about symbolic links that lead out of the workspace.
 */
export interface ContextAdder {
  /**
   * Resolves when the attachments of all earlier calls have been added or refused. Must be awaited before the draft is
   * sent. Resolves with false if, since the call of `settled`, an attachment was refused or could not be read. The user
   * has then been told why, and the draft must not be sent without it.
   */
  settled(): Promise<boolean>;
  /** Resolves with true if at least one attachment was added, or was already in the draft. */
  add(attachments: readonly Attachment[]): Promise<boolean>;
  /**
   * Adds the attachment that `read` resolves with. If `read` resolves with a sentence, shows this sentence as a warning
   * instead. Unlike `add`, also asks about symbolic links, because the user may not have opened the file of the
   * attachment.
   */
  addRead(read: () => Promise<Attachment | string>): Promise<void>;
  /**
   * Adds files, except those for which `isRefused` resolves with true. The caller must tell the user why they are
   * refused. `settled` also waits for `isRefused`. Also omits the files for which `isWanted` returns false when all files
   * have been read.
   */
  addFiles(uris: readonly vscode.Uri[], filter?: FileFilter): Promise<void>;
  /**
   * Adds files that were dropped on the panel. Asks the user about files that are outside the workspace and not open.
   *
   * @param uris The URIs that the window uses. A remote extension host uses other URIs for the same files.
   */
  addDropped(uris: readonly string[]): Promise<void>;
  addPasted(text: string, languageId: string): Promise<void>;
  /** Asks for files in a dialog, and adds them. */
  addChosen(): Promise<void>;
}

export interface FileFilter {
  readonly isRefused: (uri: vscode.Uri) => Promise<boolean>;
  /** `uri` is the `uri` of the file's attachment. */
  readonly isWanted: (uri: string) => boolean;
}

const wantAll: FileFilter['isWanted'] = () => true;

/** The maximum number of files to add at a time. More files probably come from a folder that was dropped by mistake. */
export const maxFiles = 20;

/**
 * @param answered Called when the user has answered or closed a question, or a dialog that chooses files.
 * @param untilIdle Called before each question. By default, a question opens at once.
 */
export function createContextAdder(
  chat: WorkspaceChat,
  confirmAttachments: SecretQuestions['confirmAttachments'],
  answered: () => Promise<void>,
  untilIdle: () => Promise<void> = async () => Promise.resolve(),
): ContextAdder {
  const { enqueue, settled } = createTasks();
  const allow = createAllow(answered, untilIdle);
  const confirmSecrets = tellRefused(confirmAttachments);

  /** Resolves with the attachments that the user agreed to add. Adds those that are still wanted. */
  async function addConfirmed(attachments: readonly Attachment[], isWanted = wantAll): Promise<readonly Attachment[]> {
    const confirmed = await confirmSecrets(attachments);
    const wanted = confirmed.filter(({ uri = '' }) => isWanted(uri));
    chat.draft.addAttachments(wanted, olderCopies(chat.draft.attachments, wanted));
    return confirmed;
  }

  /** Resolves with true if the user agreed to add all attachments. */
  async function add(attachments: readonly Attachment[], isWanted = wantAll): Promise<boolean> {
    return (await addConfirmed(attachments, isWanted)).length === attachments.length;
  }

  async function addFiles(uris: readonly vscode.Uri[], isWanted = wantAll): Promise<boolean> {
    if (uris.length > maxFiles) {
      tellTooMany(uris.length);
      return false;
    }
    const isLinked = await Promise.all(uris.map(leadsOutside));
    const linked = uris.filter((_, index) => isLinked[index]);
    const areAllowed = await allow(linked, confirmLinked);
    const allowed = areAllowed ? uris : uris.filter((uri) => !linked.includes(uri));
    const read = await Promise.all(allowed.map(async (uri) => inTime(readFileAttachment(uri), tooSlow(uri))));
    const sentences = read.filter((each) => typeof each === 'string');
    if (sentences.length > 0) void showWarning(sentences.join(' '));
    const files = read.filter((each) => typeof each !== 'string');
    const areAdded = await add(files, isWanted);
    return areAdded && areAllowed && sentences.length === 0;
  }

  async function addRead(attachment: Attachment | string): Promise<boolean> {
    if (typeof attachment === 'string') {
      void showWarning(attachment);
      return false;
    }
    const uri = attachment.uri === undefined ? undefined : vscode.Uri.parse(attachment.uri);
    const isLinked = uri !== undefined && (await leadsOutside(uri));
    return (await allow(isLinked ? [uri] : [], confirmLinked)) && add([attachment]);
  }

  async function addDropped(texts: readonly string[]): Promise<boolean> {
    const { remoteName } = vscode.env;
    const parsed = texts.flatMap(parseUri);
    const reachable = parsed.filter((uri) => !isElsewhere(uri, remoteName));
    if (reachable.length < parsed.length)
      void showWarning(vscode.l10n.t('Files on a different computer than the files of this window weren’t added.'));
    const uris = reachable.map((uri) => hostUri(uri, remoteName !== undefined));
    const outside = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) === undefined && !isOpen(uri));
    const areAllowed = await allow(outside, confirmOutside);
    const areAdded = await addFiles(areAllowed ? uris : uris.filter((uri) => !outside.includes(uri)));
    return areAdded && areAllowed && uris.length === texts.length;
  }

  async function addPasted(text: string, languageId: string): Promise<boolean> {
    if (text.length <= maxCodeLength) return add([pastedAttachment(text, languageId)]);
    void showWarning(
      vscode.l10n.t('The pasted text is larger than 1 MB and wasn’t added. Paste only the part that you need.'),
    );
    return false;
  }

  return {
    settled,
    add: async (attachments) => {
      let added: readonly Attachment[] = [];
      await enqueue(async () => {
        added = await addConfirmed(attachments);
        return added.length === attachments.length;
      });
      return added.length > 0;
    },
    addRead: async (read) => enqueue(async () => addRead(await read())),
    addFiles: async (uris, filter) =>
      enqueue(async () => {
        const accepted = filter === undefined ? uris : await filterAccepted(uris, filter);
        return (await addFiles(accepted, filter?.isWanted)) && accepted.length === uris.length;
      }),
    addDropped: async (uris) => enqueue(async () => addDropped(uris)),
    addPasted: async (text, languageId) => enqueue(async () => addPasted(text, languageId)),
    addChosen: async () => {
      const uris = await chooseFiles();
      if (uris === undefined) return answered();
      // Move the focus within the task, because the user may press Send as soon as the message box has the focus.
      await enqueue(async () => {
        await answered();
        return addFiles(uris);
      });
    },
  };
}

async function filterAccepted(uris: readonly vscode.Uri[], { isRefused }: FileFilter): Promise<readonly vscode.Uri[]> {
  const areRefused = await Promise.all(uris.map(isRefused));
  return uris.filter((_, index) => areRefused[index] === false);
}

/** Returns a function that calls `confirmAll`, and names to the user the attachments that it omits. */
function tellRefused(confirmAll: SecretQuestions['confirmAttachments']): SecretQuestions['confirmAttachments'] {
  return async (attachments) => {
    const confirmed = await confirmAll(attachments);
    const refused = attachments.filter((each) => !confirmed.includes(each));
    tellNotAdded(refused.map(displayName));
    return confirmed;
  };
}

/**
 * Returns a function that asks with `confirmAll` whether to add files. The function resolves with true if the user
 * agrees, or if there are no files.
 */
function createAllow(answered: () => Promise<void>, untilIdle: () => Promise<void>) {
  return async (
    uris: readonly vscode.Uri[],
    confirmAll: (uris: readonly vscode.Uri[]) => Promise<boolean>,
  ): Promise<boolean> => {
    if (uris.length === 0) return true;
    await untilIdle();
    const areAllowed = await confirmAll(uris);
    await answered();
    if (!areAllowed) tellNotAdded(uris.map(attachmentPath));
    return areAllowed;
  };
}

/** Runs the tasks that add attachments. */
function createTasks() {
  let last: Promise<unknown> = Promise.resolve();
  /** The number of tasks that have not ended. */
  let pending = 0;
  /** The number of tasks that failed or did not add all attachments. */
  let refusals = 0;
  return {
    /**
     * Runs tasks one after the other, so that their dialogs do not overlap. After a failed task, the next task still
     * runs. `task` resolves with true if it added all attachments.
     */
    enqueue: async (task: () => Promise<boolean>): Promise<void> => {
      pending += 1;
      const result = last.then(task);
      last = result
        .catch(() => false)
        .then((areAdded) => {
          pending -= 1;
          if (!areAdded) refusals += 1;
        });
      await result;
    },
    /** See ContextAdder. */
    settled: async (): Promise<boolean> => {
      if (pending === 0) return true;
      const before = refusals;
      // Show progress in the panel, because the user has pressed Send and waits.
      await withViewProgress(chatViewId, async () => last);
      return refusals === before;
    },
  };
}

/** Returns an array with the parsed URI. The array is empty if the text is not a URI, or if its scheme is unknown. */
function parseUri(text: string): readonly vscode.Uri[] {
  try {
    const uri = vscode.Uri.parse(text, true);
    const isKnown =
      uri.scheme === 'vscode-remote' ||
      uri.scheme === 'untitled' ||
      vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
    return isKnown ? [uri] : [];
  } catch {
    return [];
  }
}

function tellTooMany(count: number): void {
  void showWarning(vscode.l10n.t('Too many files were selected: {0}. The maximum is {1}.', count, maxFiles));
}

/** Tells the user that files were not added, because the user's text may mention them. */
function tellNotAdded(names: readonly string[]): void {
  const { l10n } = vscode;
  const [name, ...others] = names.map(plainName);
  if (name === undefined) return;
  void showInformation(
    others.length === 0 ? l10n.t('{0} wasn’t added.', name) : l10n.t('Files that weren’t added: {0}', nameList(names)),
  );
}

async function confirmLinked(uris: readonly vscode.Uri[]): Promise<boolean> {
  const { l10n } = vscode;
  const question =
    uris.length === 1
      ? l10n.t('This is a link to a file outside this workspace. Add it?')
      : l10n.t('These are links to files outside this workspace. Add them?');
  return confirmAdding(
    question,
    uris.map((uri) => vscode.workspace.asRelativePath(uri)),
  );
}

async function confirmOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const { l10n } = vscode;
  const question =
    uris.length === 1
      ? l10n.t('This file is outside this workspace. Add it?')
      : l10n.t('These files are outside this workspace. Add them?');
  return confirmAdding(
    question,
    uris.map((uri) => uri.path),
  );
}

/**
 * Resolves with true if the user agrees. `question` must not contain the names of files, because long names could push
 * the question out of view.
 */
async function confirmAdding(question: string, names: readonly string[]): Promise<boolean> {
  const { l10n } = vscode;
  return confirm(question, plainNames(names), { safe: l10n.t('Don’t Add'), acting: l10n.t('Add') });
}

/**
 * Returns true if the URI is on a remote computer, and this window is local or connected to another kind of remote
 * computer. VS Code tells extensions only the kind, such as `ssh-remote`, with which the URI's authority starts.
 */
function isElsewhere({ scheme, authority }: vscode.Uri, remoteName: string | undefined): boolean {
  return scheme === 'vscode-remote' && authority.split('+', 1)[0] !== remoteName;
}

/**
 * Translates a URI of the window into a URI of this extension host. A host on a remote machine uses the scheme `file`
 * for the remote files, and `vscode-local` for files on the user's computer.
 */
function hostUri(uri: vscode.Uri, isRemote: boolean): vscode.Uri {
  if (!isRemote) return uri;
  if (uri.scheme === 'vscode-remote') return uri.with({ scheme: 'file', authority: '' });
  return uri.scheme === 'file' ? uri.with({ scheme: 'vscode-local' }) : uri;
}

import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { pastedAttachment } from './pastedAttachment.ts';
import { isOpen, readFileAttachment } from './fileAttachment.ts';
import { leadsOutside } from './linkedFiles.ts';
import { plainNames } from '../dialogs/plainText.ts';
import type { SecretQuestions } from './secretQuestions.ts';
import { showWarning } from '../dialogs/messages.ts';

/**
 * Adds attachments to the draft. First asks the user about attachments that may contain secrets. `addRead`, `addFiles`
 * and `addDropped` also ask about symbolic links that lead out of the workspace.
 */
export interface ContextAdder {
  /**
   * Resolves when the attachments of all earlier calls have been added or refused. Must be awaited before the draft is
   * sent.
   */
  settled(): Promise<void>;
  add(attachments: readonly Attachment[]): Promise<void>;
  /**
   * Adds the attachment that `read` resolves with. If `read` resolves with a sentence, shows this sentence as a warning
   * instead. Unlike `add`, also asks about symbolic links, because the user may not have opened the file of the
   * attachment.
   */
  addRead(read: () => Promise<Attachment | string>): Promise<void>;
  addFiles(uris: readonly vscode.Uri[]): Promise<void>;
  /**
   * Adds files that were dropped on the panel. Asks the user about files that are outside the workspace and not open.
   *
   * @param uris The URIs that the window uses. A remote extension host uses other URIs for the same files.
   */
  addDropped(uris: readonly string[]): Promise<void>;
  addPasted(text: string, languageId: string): Promise<void>;
}

/** The maximum number of files to add at a time. More files probably come from a folder that was dropped by mistake. */
const maxFiles = 20;

export function createContextAdder(
  chat: WorkspaceChat,
  confirmSecrets: SecretQuestions['confirmAttachments'],
): ContextAdder {
  let lastTask: Promise<unknown> = Promise.resolve();

  async function add(attachments: readonly Attachment[]): Promise<void> {
    const added: Attachment[] = [];
    const switchedOn = new Set<string>();
    for (const attachment of await confirmSecrets(attachments)) {
      const same = [...chat.draft.attachments, ...added].find((each) => isSame(each, attachment));
      if (same === undefined) added.push(attachment);
      else if (same.isOff === true) switchedOn.add(same.id);
    }
    chat.draft.addAttachments(added, switchedOn);
  }

  async function addFiles(uris: readonly vscode.Uri[]): Promise<void> {
    const { l10n } = vscode;
    if (uris.length > maxFiles) {
      void showWarning(l10n.t('These are {0} files. Add at most {1} at a time.', uris.length, maxFiles));
      return;
    }
    const isLinked = await Promise.all(uris.map(leadsOutside));
    const linked = uris.filter((_, index) => isLinked[index]);
    const areAllowed = linked.length === 0 || (await confirmLinked(linked));
    const allowed = areAllowed ? uris : uris.filter((uri) => !linked.includes(uri));
    const read = await Promise.all(allowed.map(readFileAttachment));
    const refusals = read.filter((each) => typeof each === 'string');
    if (refusals.length > 0) void showWarning(refusals.join(' '));
    await add(read.filter((each) => typeof each !== 'string'));
  }

  async function addRead(attachment: Attachment | string): Promise<void> {
    if (typeof attachment === 'string') {
      void showWarning(attachment);
      return;
    }
    const uri = attachment.uri === undefined ? undefined : vscode.Uri.parse(attachment.uri);
    const isLinked = uri !== undefined && (await leadsOutside(uri));
    if (!isLinked || (await confirmLinked([uri]))) await add([attachment]);
  }

  async function addDropped(texts: readonly string[]): Promise<void> {
    const { remoteName } = vscode.env;
    const parsed = texts.flatMap(parseUri);
    const reachable = parsed.filter((uri) => !isElsewhere(uri, remoteName));
    if (reachable.length < parsed.length)
      void showWarning(vscode.l10n.t('Files on another computer than this window’s were not added.'));
    const uris = reachable.map((uri) => hostUri(uri, remoteName !== undefined));
    const outside = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) === undefined && !isOpen(uri));
    const areAllowed = outside.length === 0 || (await confirmOutside(outside));
    await addFiles(areAllowed ? uris : uris.filter((uri) => !outside.includes(uri)));
  }

  /**
   * Runs tasks one after the other, so that their dialogs do not overlap. After a failed task, the next task still
   * runs.
   */
  async function enqueue(task: () => Promise<void>): Promise<void> {
    const result = lastTask.then(task);
    lastTask = result.catch(() => undefined);
    await result;
  }

  return {
    settled: async () => {
      await lastTask;
    },
    add: async (attachments) => enqueue(async () => add(attachments)),
    addRead: async (read) => enqueue(async () => addRead(await read())),
    addFiles: async (uris) => enqueue(async () => addFiles(uris)),
    addDropped: async (uris) => enqueue(async () => addDropped(uris)),
    addPasted: async (text, languageId) => enqueue(async () => add([pastedAttachment(text, languageId)])),
  };
}

function isSame(a: Attachment, b: Attachment): boolean {
  return (
    a.path === b.path && a.startLine === b.startLine && a.endLine === b.endLine && a.code === b.code && a.uri === b.uri
  );
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
  const addButton = vscode.l10n.t('Add');
  return (await showWarning(question, { modal: true, detail: plainNames(names) }, addButton)) === addButton;
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

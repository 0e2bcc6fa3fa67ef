import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { confirmSecrets } from './confirmSecrets.ts';
import { pastedAttachment } from './pastedAttachment.ts';
import { isOpen, readFileAttachment } from './fileAttachment.ts';

/** Adds context to the draft. Asks first if it may contain secrets. */
export interface ContextAdder {
  /** Resolves when everything that was added so far is read and confirmed, so that a message can be sent with it. */
  settled(): Promise<void>;
  add(attachments: readonly Attachment[]): Promise<void>;
  /** Adds an attachment that has to be read first. */
  addRead(read: () => Promise<Attachment>): Promise<void>;
  addFiles(uris: readonly vscode.Uri[]): Promise<void>;
  /** Adds files by the window's URIs, as the panel receives them. Asks about files outside of the workspace. */
  addDropped(uris: readonly string[]): Promise<void>;
  addPasted(text: string, languageId: string): Promise<void>;
}

/** More files at once are probably a folder that was dropped by mistake. */
const maxFiles = 20;

export function createContextAdder(chat: WorkspaceChat): ContextAdder {
  let working: Promise<unknown> = Promise.resolve();

  async function add(attachments: readonly Attachment[]): Promise<void> {
    for (const attachment of await confirmSecrets(attachments)) {
      const same = chat.draft.attachments.find((each) => isSame(each, attachment));
      if (same === undefined) chat.draft.addAttachment(attachment);
      else if (same.isOff === true) chat.draft.toggleAttachment(same.id);
    }
  }

  async function addFiles(uris: readonly vscode.Uri[]): Promise<void> {
    const { l10n } = vscode;
    if (uris.length > maxFiles) {
      void vscode.window.showWarningMessage(
        l10n.t('These are {0} files. Add at most {1} at a time.', uris.length, maxFiles),
      );
      return;
    }
    const read = await Promise.all(uris.map(readFileAttachment));
    const refusals = read.filter((each) => typeof each === 'string');
    if (refusals.length > 0) void vscode.window.showWarningMessage(refusals.join(' '));
    await add(read.filter((each) => typeof each !== 'string'));
  }

  async function addDropped(texts: readonly string[]): Promise<void> {
    const isRemote = vscode.env.remoteName !== undefined;
    const uris = texts.flatMap(parseUri).map((uri) => hostUri(uri, isRemote));
    const outside = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) === undefined && !isOpen(uri));
    const areAllowed = outside.length === 0 || (await confirmOutside(outside));
    await addFiles(areAllowed ? uris : uris.filter((uri) => !outside.includes(uri)));
  }

  /** One after the other, so that no question covers another. */
  async function next(work: () => Promise<void>): Promise<void> {
    const mine = working.then(work);
    working = mine.catch(() => undefined);
    await mine;
  }

  return {
    settled: async () => {
      await working;
    },
    add: async (attachments) => next(async () => add(attachments)),
    addRead: async (read) => next(async () => add([await read()])),
    addFiles: async (uris) => next(async () => addFiles(uris)),
    addDropped: async (uris) => next(async () => addDropped(uris)),
    addPasted: async (text, languageId) => next(async () => add([pastedAttachment(text, languageId)])),
  };
}

function isSame(a: Attachment, b: Attachment): boolean {
  return (
    a.path === b.path && a.startLine === b.startLine && a.endLine === b.endLine && a.code === b.code && a.uri === b.uri
  );
}

/** Empty unless VS Code has a file system for the URI. */
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

async function confirmOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const { l10n } = vscode;
  const names = uris.map((uri) => uri.path).join(', ');
  const question =
    uris.length === 1
      ? l10n.t('{0} is outside this workspace. Add it?', names)
      : l10n.t('{0} are outside this workspace. Add them?', names);
  const yes = l10n.t('Add');
  return (await vscode.window.showWarningMessage(question, { modal: true }, yes)) === yes;
}

/**
 * Translates a URI of the window to this extension host. On a remote machine, `file` means the remote's own files, and
 * the files of the person's computer have another scheme.
 */
function hostUri(uri: vscode.Uri, isRemote: boolean): vscode.Uri {
  if (!isRemote) return uri;
  if (uri.scheme === 'vscode-remote') return uri.with({ scheme: 'file', authority: '' });
  return uri.scheme === 'file' ? uri.with({ scheme: 'vscode-local' }) : uri;
}

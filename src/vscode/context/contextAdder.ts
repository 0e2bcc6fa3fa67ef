import * as vscode from 'vscode';
import type { Attachment } from '../../chat/messages/attachment.ts';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import { confirmSecrets } from './confirmSecrets.ts';
import { hostUri } from './hostUri.ts';
import { pastedAttachment } from './pastedAttachment.ts';
import { isOpen, readFileAttachment } from './readFileAttachment.ts';

/** Adds to the draft what the person picks, after asking where it may hold secrets. */
export interface ContextAdder {
  /** Resolves when nothing is being read or asked any more: a message that is sent then has all of it. */
  settled(): Promise<void>;
  add(attachments: readonly Attachment[]): Promise<void>;
  /** What has to be read first; a message that is sent meanwhile waits for it. */
  addRead(read: () => Promise<Attachment>): Promise<void>;
  addFiles(uris: readonly vscode.Uri[]): Promise<void>;
  /** Files that the panel names, as the window does: those outside of the workspace only after a question. */
  addDropped(uris: readonly string[]): Promise<void>;
  addPasted(text: string, languageId: string): Promise<void>;
}

/** More files at once are a folder that slipped in. */
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
      void vscode.window.showWarningMessage(l10n.t('These are {0} files. Add at most {1} at a time.', uris.length, maxFiles));
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

  /** In order, so that no question covers another. */
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
  return a.path === b.path && a.startLine === b.startLine && a.endLine === b.endLine && a.code === b.code && a.uri === b.uri;
}

/** Only what VS Code itself has files of. */
function parseUri(text: string): readonly vscode.Uri[] {
  try {
    const uri = vscode.Uri.parse(text, true);
    const isKnown = uri.scheme === 'vscode-remote' || uri.scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
    return isKnown ? [uri] : [];
  } catch {
    return [];
  }
}

async function confirmOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const { l10n } = vscode;
  const names = uris.map((uri) => uri.path).join(', ');
  const question = uris.length === 1 ? l10n.t('{0} is outside this workspace. Add it?', names) : l10n.t('{0} are outside this workspace. Add them?', names);
  const yes = l10n.t('Add');
  return (await vscode.window.showWarningMessage(question, { modal: true }, yes)) === yes;
}

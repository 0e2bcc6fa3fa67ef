import * as vscode from 'vscode';
import type { WorkspaceChat } from '../../chat/conversation/workspaceChat.ts';
import type { WorkspaceChatEvent } from '../../chat/conversation/conversationEvent.ts';
import { switchedOn, type Attachment } from '../../chat/messages/attachment.ts';
import { inTime } from '../../common/async/inTime.ts';
import { createSharedRun } from '../../common/async/sharedRun.ts';
import { maxFiles, type ContextAdder } from '../context/contextAdder.ts';
import { readFileAttachment } from '../context/fileAttachment.ts';
import { leadsOutside } from '../context/linkedFiles.ts';
import { nameList, plainName } from '../dialogs/plainText.ts';
import type { PanelNotices } from './panelNotices.ts';

/**
 * Tells the user in the panel that files in the message box have changed since they were attached, and offers to attach
 * them again. Also tells that attached files no longer exist. What is sent changes only when the user clicks.
 */
export interface OutdatedFiles {
  /** Sets the function that returns true while the panel is visible. Until then, the panel counts as hidden. */
  readonly connect: (isPanelVisible: () => boolean) => void;
  readonly handleChatEvent: (event: WorkspaceChatEvent) => void;
  /** Must be called when the panel has become visible. */
  readonly refresh: () => void;
  readonly dispose: () => void;
}

/** The time to wait before files are compared, in milliseconds. Comparing them at each typed character would waste time. */
const delay = 500;
/** The maximum number of files that are compared. */
const maxCompared = 100;

export function createOutdatedFiles(
  chat: Pick<WorkspaceChat, 'draft'>,
  adder: Pick<ContextAdder, 'addFiles'>,
  notices: Pick<PanelNotices, 'tell' | 'refresh'>,
): OutdatedFiles {
  let isPanelVisible = () => false;
  let attachments: readonly Attachment[] = [];
  let outdated: Readonly<Record<FileState, readonly Attachment[]>> = { changed: [], gone: [] };
  /** The ids of the outdated attachments about which the user was told. */
  const told: Record<FileState, ReadonlySet<string>> = { changed: new Set(), gone: new Set() };
  let timer: NodeJS.Timeout | undefined;
  const watchers = createWatchers();

  const current = (state: FileState) =>
    outdated[state].filter(({ id }) => switchedOn(chat.draft.attachments).some((each) => each.id === id));

  const attachAgain = async () => {
    // The user is told again if files are left, or if one is refused and changes again.
    told.changed = new Set();
    const uris = current('changed')
      .slice(0, maxFiles)
      .map(({ uri = '' }) => vscode.Uri.parse(uri, true));
    await adder.addFiles(uris, {
      // VS Code may still have the text of a file that was deleted a moment ago.
      isRefused: async (uri) => inTime(isGone(uri), false),
      // The user may have removed the file from the message box, or switched it off, while it was read.
      isWanted: (uri) =>
        switchedOn(chat.draft.attachments).some((each) => each.isWholeFile === true && each.uri === uri),
    });
    // A message is not sent if a file is gone, so tell the user why.
    refresh();
  };

  const tell = (state: FileState) => {
    notices.tell({
      id: `${state}Files`,
      sentence: () =>
        sentenceAbout(
          state,
          current(state).map(({ path }) => path),
        ),
      ...(state === 'changed' && { action: { label: vscode.l10n.t('Attach Again'), run: attachAgain } }),
      isTrue: () => current(state).length > 0,
    });
  };

  // One comparison at a time, because each read of a file on a drive that does not answer holds a thread of Node.
  const compare = createSharedRun(async () => {
    const files = wholeFiles(chat.draft.attachments).slice(0, maxCompared);
    watchers.watch(files.map(({ uri }) => uri));
    const found: Record<FileState, Attachment[]> = { changed: [], gone: [] };
    for (const file of files) {
      const state = await findState(file);
      if (state !== undefined) found[state].push(file.attachment);
    }
    outdated = found;
    notices.refresh();
    if (!isPanelVisible()) return;
    for (const state of ['changed', 'gone'] as const) {
      const isNew = found[state].some(({ id }) => !told[state].has(id));
      told[state] = new Set(found[state].map(({ id }) => id));
      if (isNew) tell(state);
    }
  });

  function refresh(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      // Ignore failures, because the user asked for nothing.
      compare().catch(() => undefined);
    }, delay);
  }

  const subscriptions = vscode.Disposable.from(
    watchers,
    watchers.onDidChange(refresh),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      const uri = document.uri.toString();
      if (attachments.some((each) => each.uri === uri)) refresh();
    }),
  );

  return {
    connect: (isVisible) => {
      isPanelVisible = isVisible;
    },
    handleChatEvent: ({ type }) => {
      if (type !== 'draftChanged' || chat.draft.attachments === attachments) return;
      attachments = chat.draft.attachments;
      refresh();
    },
    refresh,
    dispose: () => {
      clearTimeout(timer);
      subscriptions.dispose();
    },
  };
}

/** How a file differs from its attachment. */
type FileState = 'changed' | 'gone';

interface WholeFile {
  readonly attachment: Attachment;
  readonly uri: vscode.Uri;
}

/**
 * Returns the attachments that are whole files in this workspace, and that are not switched off. Other files are not read
 * without a click, because an imported draft could name any file, also one on another computer.
 */
function wholeFiles(attachments: readonly Attachment[]): readonly WholeFile[] {
  return switchedOn(attachments).flatMap((attachment) => {
    if (attachment.isWholeFile !== true || attachment.uri === undefined) return [];
    const uri = vscode.Uri.parse(attachment.uri);
    return vscode.workspace.getWorkspaceFolder(uri) === undefined ? [] : [{ attachment, uri }];
  });
}

/**
 * Resolves with undefined if the file has not changed or cannot be read, or if it is now a link to a file outside the
 * workspace.
 */
async function findState({ attachment, uri }: WholeFile): Promise<FileState | undefined> {
  if (await isGone(uri)) return 'gone';
  if (await leadsOutside(uri)) return undefined;
  const now = await readFileAttachment(uri);
  return typeof now !== 'string' && now.code !== attachment.code ? 'changed' : undefined;
}

/** Resolves with false if the file exists, or if this is unknown. */
async function isGone(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return false;
  } catch (error) {
    return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
  }
}

/** Watches files on disk. VS Code reports the changes of a document only while the document is open. */
function createWatchers() {
  const changed = new vscode.EventEmitter<void>();
  const watchers = new Map<string, vscode.FileSystemWatcher>();

  function create(uri: vscode.Uri): vscode.FileSystemWatcher {
    // The pattern names no file, because the name could contain characters that are special in a pattern.
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*'),
    );
    const report = (file: vscode.Uri) => {
      if (file.toString() === uri.toString()) changed.fire();
    };
    watcher.onDidCreate(report);
    watcher.onDidChange(report);
    watcher.onDidDelete(report);
    return watcher;
  }

  return {
    onDidChange: changed.event,
    /** Watches these files instead of the earlier ones. */
    watch: (uris: readonly vscode.Uri[]) => {
      const wanted = new Set(uris.map(String));
      for (const [key, watcher] of watchers) {
        if (wanted.has(key)) continue;
        watcher.dispose();
        watchers.delete(key);
      }
      for (const uri of uris) if (!watchers.has(uri.toString())) watchers.set(uri.toString(), create(uri));
    },
    dispose: () => {
      for (const watcher of watchers.values()) watcher.dispose();
      changed.dispose();
    },
  };
}

function sentenceAbout(state: FileState, paths: readonly string[]): string {
  const { l10n } = vscode;
  const [path = '', ...others] = paths;
  if (state === 'gone')
    return others.length === 0
      ? l10n.t('{0} no longer exists.', plainName(path))
      : l10n.t('Files that no longer exist: {0}', nameList(paths));
  return others.length === 0
    ? l10n.t('{0} has changed since you attached it.', plainName(path))
    : l10n.t('Files that have changed since you attached them: {0}', nameList(paths));
}

import type * as vscode from 'vscode';
import { createSessionStore, type SessionStore } from '../../chat/sessions/sessionStore.ts';
import { createWindows } from '../../chat/windows/createWindows.ts';
import type { LeaseOwner } from '../../chat/windows/sessionLease.ts';
import type { WindowDrafts } from '../../chat/windows/windowDrafts.ts';
import type { Windows } from '../../chat/windows/windows.ts';
import type { FileStore } from '../../common/fileStore.ts';
import { createFolderWatch } from '../../node/folderWatch.ts';
import { isProcessAlive } from '../../node/isProcessAlive.ts';
import { createNodeFileStore } from '../../node/nodeFileStore.ts';
import { makePrivate } from '../../node/privateFiles.ts';
import { removeEmptyWindows } from '../../node/storedData/removeEmptyWindows.ts';
import { removeTemporaryFiles } from '../../node/temporaryFiles.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import type { ErrorReporter } from '../errors/reportError.ts';
import type { DeletionFollower } from './deletionFollower.ts';
import type { Saving } from './saving.ts';
import { createDraftReport } from './unreadableFiles.ts';
import { storageFolder } from './workspaceStorage.ts';

interface ChatStoreHost {
  readonly context: vscode.ExtensionContext;
  readonly globalFiles: FileStore;
  readonly saving: Saving;
  readonly owner: LeaseOwner;
  readonly deletions: Pick<DeletionFollower, 'ready'>;
  readonly errors: ErrorReporter;
  readonly log: RedactedLog;
}

export interface ChatStores {
  /** The folder of this window's sessions and drafts. */
  readonly folder: string;
  /** The files in `folder`, including the writes that the disk has refused. */
  readonly files: FileStore;
  readonly sessions: SessionStore;
  /** Coordinates this window with the other windows of the workspace. */
  readonly windows: Windows;
  /** `windows.close` releases this window's draft. To use `drafts` after that, call `reopen` first. */
  readonly drafts: WindowDrafts;
  /**
   * Removes old temporary files. Removes the folders of closed windows without a workspace if the folders contain no
   * session and no draft. Restricts the permissions of the files that earlier versions created. Resolves when all of
   * this is done. Never rejects: errors are only logged, because the next start tries again.
   */
  readonly tidyFolders: () => Promise<void>;
}

/** In milliseconds. Files that were modified in the last hour are not removed, because other windows may use them. */
const hour = 3_600_000;

/** Creates the stores for the files of this workspace. */
export async function openStores(host: ChatStoreHost): Promise<ChatStores> {
  const { context, globalFiles, saving, owner, deletions, errors, log } = host;
  await deletions.ready;
  const globalFolder = context.globalStorageUri.fsPath;
  const folder = (await storageFolder(context, errors.reportSaveError)).fsPath;
  const files = saving.withBuffer(createNodeFileStore(folder));
  const sessions = createSessionStore(files, Date.now);
  const windows = createWindows({
    files,
    globalFiles,
    owner,
    isAlive: isProcessAlive,
    watch: createFolderWatch(folder),
    loadTranscript: async (id) => sessions.load(id),
    draftReport: createDraftReport(folder, (error) => log.error(error)),
    now: Date.now,
  });
  return {
    folder,
    files,
    sessions,
    windows,
    drafts: await windows.openDrafts(),
    tidyFolders: async () => {
      const before = Date.now() - hour;
      const folders = [folder, globalFolder];
      const steps = [
        ...folders.map(makePrivate),
        ...folders.map(async (each) => removeTemporaryFiles(each, before)),
        removeEmptyWindows({ globalFolder, ownFolder: folder, owner, isAlive: isProcessAlive, before }),
      ];
      await Promise.all(steps.map(async (step) => step.catch((error: unknown) => log.error(error))));
    },
  };
}

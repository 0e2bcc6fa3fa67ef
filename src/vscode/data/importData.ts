import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { addDrafts } from '../../chat/archive/addDrafts.ts';
import { maxLineLength, type ArchivedWorkspace } from '../../chat/archive/archiveFormat.ts';
import { createGroupLimit } from '../../chat/archive/archiveLimits.ts';
import {
  importArchive,
  inspectArchive,
  replaceSessions,
  type ArchiveContent,
  type ImportTargets,
} from '../../chat/archive/importArchive.ts';
import type { MergeTarget } from '../../chat/archive/mergeSession.ts';
import { ArchiveError, readArchive } from '../../chat/archive/readArchive.ts';
import { detachedFolder } from '../../chat/windows/createWindows.ts';
import { sessionFolder } from '../../chat/windows/leasedSession.ts';
import { createSessionLeases, type LeaseOwner } from '../../chat/windows/sessionLease.ts';
import type { FileStore } from '../../common/fileStore.ts';
import { formatTokens } from '../../common/text/formatCost.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { addRequests } from '../../meter/ledger/addRequests.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { TokenRatios } from '../../meter/tokenRatio.ts';
import { isProcessAlive } from '../../node/isProcessAlive.ts';
import { LineTooLongError, readLines } from '../../node/readLines.ts';
import { findData, type StorageFolders, type WorkspaceData } from '../../node/storedData/dataFolders.ts';
import { withProgress } from '../dialogs/progress.ts';
import { fileName } from '../dialogs/plainText.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import type { AccountBalance } from '../spend/accountBalance.ts';
import type { DeletionFollower } from '../storage/deletionFollower.ts';
import { describeArchiveError, describeOutcome, type WindowImportOutcome } from './describeImport.ts';
import { archiveExtension } from './exportData.ts';
import { confirm } from '../dialogs/askModal.ts';
import { showError, showInformation } from '../dialogs/messages.ts';

export interface ImportDataDependencies {
  readonly folders: StorageFolders;
  /** The folder of this window's sessions and drafts. */
  readonly ownFolder: string;
  /**
   * Returns the file store of a workspace's folder. For this window's folder, the store includes the writes that the
   * disk has refused.
   */
  readonly filesIn: (folder: string) => FileStore;
  readonly owner: LeaseOwner;
  /** The store for files that all workspaces share. */
  readonly globalFiles: FileStore;
  readonly ledger: Pick<Ledger, 'refresh' | 'requests'>;
  readonly balance: Pick<AccountBalance, 'restore' | 'addEarlierRequests' | 'settleCredit'>;
  readonly ratios: Pick<TokenRatios, 'addLearned'>;
  readonly deletions: Pick<DeletionFollower, 'deletionId'>;
  /**
   * Moves drafts that addDrafts has written for this window's workspace to the draft of this window. Returns true if all
   * of them are now shown.
   */
  readonly showDrafts: (ids: readonly string[]) => Promise<boolean>;
  /** Called when adding the data of an archive has ended, even if it failed. Not called if the archive is not valid. */
  readonly onDidImport: () => void;
  readonly log: RedactedLog;
}

/**
 * The lease of the running import. Two imports at once could both add the same requests, and change the balance twice.
 */
const importLease = 'import';

/** Thrown if another import is running, in this or another window. */
class ImportRunning extends Error {}

/**
 * Asks for an archive, checks that it is complete, and adds its data to the data of this computer. Omits the parts of
 * the archive that cannot be read, and tells the user how many these are. The archive may contain workspaces that this
 * computer does not know. The user picks those whose sessions are added to this window's workspace. Asks before it
 * replaces a session or the recorded balance.
 */
export async function importData(dependencies: ImportDataDependencies): Promise<void> {
  const { l10n, window } = vscode;
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t('Import Data'),
      defaultUri: vscode.Uri.file(homedir()),
      openLabel: l10n.t('Import'),
      filters: { [l10n.t('Tally Chat data')]: [archiveExtension] },
    })) ?? [];
  if (uri === undefined) return;
  try {
    await importFrom(uri, dependencies);
  } catch (error) {
    if (error instanceof ImportRunning) {
      void showError(l10n.t('Another import is running. Wait until it has ended, then import again.'));
      return;
    }
    const known = error instanceof LineTooLongError ? new ArchiveError('tooLarge') : error;
    if (!(known instanceof ArchiveError)) throw error;
    dependencies.log.error(error);
    void showError(describeArchiveError(known, fileName(uri)));
  }
}

async function importFrom(uri: vscode.Uri, dependencies: ImportDataDependencies): Promise<void> {
  const { l10n } = vscode;
  const { workspaces } = await findData(dependencies.folders);
  const parts = () => readArchive(readLines(chunksOf(uri), maxLineLength));
  const title = l10n.t('Reading {0}…', fileName(uri));
  const content = await withProgress(title, async () => inspectArchive(parts()));
  const adopted = await askForUnknown(content, workspaces);
  if (adopted === undefined) return;

  const importing = l10n.t('Importing {0}…', fileName(uri));
  const outcome = await withoutDeletion(dependencies, async (isDeleted) => {
    const checked = () => stopOnDeletion(parts(), isDeleted);
    const targets = await createTargets(dependencies, workspaces, adopted);
    const first = await withProgress(importing, async () => importArchive(checked(), targets));
    const { different } = first.sessions;
    const drafts = targets.draftCounts();
    if (different === 0 || !(await confirmReplacing(different))) return { ...first, ...drafts };
    return withProgress(importing, async () => ({
      ...(await replaceSessions(checked(), targets.targetOf, first)),
      ...drafts,
    }));
  });
  void showInformation(
    outcome === undefined
      ? l10n.t('The import was stopped, because all data was deleted.')
      : describeOutcome(outcome, content.newerParts),
  );
}

/** The user has deleted all data during the import. */
class DataDeleted extends Error {}

/**
 * Runs an import. Meanwhile, a deletion of all data in another window waits, because this window holds a lease.
 * Resolves with undefined if all data was deleted nevertheless, for example in this window. Rejects with ImportRunning,
 * and does nothing, if another import is running.
 */
async function withoutDeletion<T>(
  { globalFiles, owner, deletions, ledger, onDidImport }: ImportDataDependencies,
  run: (isDeleted: () => boolean) => Promise<T>,
): Promise<T | undefined> {
  const leases = createSessionLeases({
    files: globalFiles,
    folder: detachedFolder,
    owner,
    isAlive: isProcessAlive,
    now: Date.now,
  });
  const before = deletions.deletionId();
  // `acquire` would succeed if this window itself runs another import.
  if ((await leases.holder(importLease)).who !== 'nobody' || !(await leases.acquire(importLease)))
    throw new ImportRunning();
  try {
    await ledger.refresh();
    return await run(() => deletions.deletionId() !== before);
  } catch (error) {
    if (error instanceof DataDeleted) return undefined;
    // The file was valid when it was read first. The message for an ArchiveError would say that nothing was imported,
    // but a part of the data may have been imported.
    throw error instanceof ArchiveError || error instanceof LineTooLongError
      ? new Error('The file has changed during the import.', { cause: error })
      : error;
  } finally {
    await leases.release(importLease);
    await ledger.refresh();
    onDidImport();
  }
}

async function* stopOnDeletion<T>(parts: AsyncIterable<T>, isDeleted: () => boolean): AsyncGenerator<T> {
  const check = () => {
    if (isDeleted()) throw new DataDeleted();
  };
  for await (const part of parts) {
    check();
    yield part;
  }
  check();
}

/** Yields the bytes of a file. Yields the whole file at once if it is not on this computer's disk. */
async function* chunksOf(uri: vscode.Uri): AsyncGenerator<Uint8Array> {
  if (uri.scheme === 'file') yield* createReadStream(uri.fsPath) as AsyncIterable<Uint8Array>;
  else yield vscode.workspace.fs.readFile(uri);
}

/**
 * Asks for the unknown workspaces whose sessions are to be imported into this window's workspace. Resolves with the ids
 * of the picked workspaces, or undefined if the user cancels the import. Does not ask if all workspaces are known.
 */
async function askForUnknown(
  { workspaces: archived }: ArchiveContent,
  known: readonly WorkspaceData[],
): Promise<ReadonlySet<string> | undefined> {
  const { l10n, window, env } = vscode;
  const unknown = [...archived.values()].filter(({ workspace }) => matching(workspace, known) === undefined);
  if (unknown.length === 0) return new Set();
  const picked = await window.showQuickPick(
    unknown.map(({ workspace, sessions }) => ({
      label: workspace.name === '' ? l10n.t('Window without a folder') : workspace.name,
      description: l10n.t('Sessions: {0}', formatTokens(sessions, env.language)),
      ...(workspace.uri === undefined ? {} : { detail: workspace.uri }),
      picked: workspace.name !== '' && workspace.name === vscode.workspace.name,
      id: workspace.id,
    })),
    {
      title: l10n.t('Import Data'),
      placeHolder: l10n.t(
        'These folders were never open on this computer. Select the folders whose sessions to import into this window.',
      ),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return picked && new Set(picked.map(({ id }) => id));
}

/** Returns the workspace of this computer that has the same id or, if there is none, the same URI. */
function matching(workspace: ArchivedWorkspace, known: readonly WorkspaceData[]): WorkspaceData | undefined {
  return (
    known.find(({ id }) => id === workspace.id) ?? known.find(({ uri }) => uri !== undefined && uri === workspace.uri)
  );
}

interface WindowTargets extends ImportTargets {
  readonly draftCounts: () => Pick<WindowImportOutcome, 'shownDrafts' | 'edits'>;
}

async function createTargets(
  dependencies: ImportDataDependencies,
  known: readonly WorkspaceData[],
  adopted: ReadonlySet<string>,
): Promise<WindowTargets> {
  const { ownFolder, filesIn, owner, globalFiles, ledger, balance, ratios, showDrafts } = dependencies;
  const createTarget = (folder: string): MergeTarget => {
    const files = filesIn(folder);
    const leases = createSessionLeases({ files, folder: sessionFolder, owner, isAlive: isProcessAlive, now: Date.now });
    return {
      files,
      withSession: async (id, write) => {
        // `acquire` would succeed for a session that this window shows, although the chat may write that session.
        if ((await leases.holder(id)).who !== 'nobody' || !(await leases.acquire(id))) return false;
        try {
          await write();
        } finally {
          await leases.release(id);
        }
        return true;
      },
    };
  };
  const targets = new Map<string, MergeTarget>();
  const targetIn = (folder: string): MergeTarget => {
    const target = targets.get(folder) ?? createTarget(folder);
    targets.set(folder, target);
    return target;
  };
  let [shownDrafts, addedEdits] = [0, 0];
  const knownIds = new Set<string>();
  const groups = createGroupLimit();
  for await (const request of ledger.requests()) {
    knownIds.add(request.id);
    groups.add(request);
  }
  await balance.settleCredit((id) => knownIds.has(id));
  return {
    targetOf: (workspace) => {
      const folder = matching(workspace, known)?.folder ?? (adopted.has(workspace.id) ? ownFolder : undefined);
      return folder === undefined ? undefined : targetIn(folder);
    },
    addDrafts: async (target, drafts) => {
      const { count, edits, ids } = await addDrafts(target.files, drafts, (draft) =>
        createHash('sha256').update(JSON.stringify(draft)).digest('hex').slice(0, 32),
      );
      addedEdits += edits;
      if (ids.length > 0 && target === targets.get(ownFolder) && (await showDrafts(ids))) shownDrafts += count;
      return count;
    },
    draftCounts: () => ({ shownDrafts, edits: addedEdits }),
    addRequests: async (requests) => {
      if (!groups.addAll(requests.filter(({ id }) => !knownIds.has(id)))) return undefined;
      return (await addRequests(globalFiles, requests, knownIds, randomUUID(), balance.addEarlierRequests)).length;
    },
    setBalance: async (archived) => {
      await ledger.refresh();
      await balance.restore(archived);
    },
    addTokenRatios: async (learned) => ratios.addLearned(learned),
  };
}

async function confirmReplacing(count: number): Promise<boolean> {
  const { l10n, env } = vscode;
  const shownCount = formatTokens(count, env.language);
  return confirm(
    pluralText(count, env.language, {
      one: l10n.t('{0} session differs from the file. Replace the session?', shownCount),
      few: l10n.t({
        message: '{0} sessions differ from the file. Replace these sessions?',
        args: [shownCount],
        comment: 'few',
      }),
      many: l10n.t({
        message: '{0} sessions differ from the file. Replace these sessions?',
        args: [shownCount],
        comment: 'many',
      }),
      other: l10n.t('{0} sessions differ from the file. Replace these sessions?', shownCount),
    }),
    l10n.t(
      'Messages on this computer that aren’t in the file are lost. All other data of the file was already imported.',
    ),
    { safe: l10n.t('Keep'), acting: l10n.t('Replace') },
  );
}

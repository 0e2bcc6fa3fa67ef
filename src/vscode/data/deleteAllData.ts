import * as vscode from 'vscode';
import { deletionFiles } from '../../chat/windows/dataDeletions.ts';
import { waitForOtherWindows } from '../../chat/windows/otherWindows.ts';
import type { LeaseOwner } from '../../chat/windows/sessionLease.ts';
import { formatMarkedRange, formatTokens } from '../../common/text/formatCost.ts';
import type { SpendLimits } from '../../meter/budget.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { isProcessAlive } from '../../node/isProcessAlive.ts';
import { createNodeFileStore } from '../../node/nodeFileStore.ts';
import { countSessions } from '../../node/storedData/countSessions.ts';
import { findData, type FoundData, type StorageFolders } from '../../node/storedData/dataFolders.ts';
import { removeData, type Removal } from '../../node/storedData/removeData.ts';
import type { ApiKeyStore } from '../connection/apiKeyStore.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import type { ErrorReporter } from '../errors/reportError.ts';
import type { AccountBalance } from '../spend/accountBalance.ts';
import { announcementError, type DeletionFollower } from '../storage/deletionFollower.ts';
import type { Saving } from '../storage/saving.ts';
import { askModal, confirm } from '../dialogs/askModal.ts';
import { showError, showInformation, showWarning } from '../dialogs/messages.ts';

export interface DeleteAllDataDependencies {
  readonly folders: StorageFolders;
  readonly ledger: Pick<Ledger, 'refresh' | 'total'>;
  readonly balance: Pick<AccountBalance, 'sentence'>;
  readonly limits: () => SpendLimits;
  readonly apiKeys: Pick<ApiKeyStore, 'removeAll'>;
  /** Returns true if a request can be sent, for example with the API key in the environment. */
  readonly isReady: () => Promise<boolean>;
  readonly isReplyRunning: () => boolean;
  readonly deletions: Pick<DeletionFollower, 'announce'>;
  readonly owner: LeaseOwner;
  readonly release: (remove: () => Promise<boolean>) => Promise<void>;
  readonly saving: Pick<Saving, 'discard'>;
  /** Resolves with true if the data was exported. */
  readonly exportData: () => Promise<boolean>;
  readonly log: RedactedLog;
  readonly errors: Pick<ErrorReporter, 'reportError'>;
}

/** The maximum wait for other windows to end their requests and to release their leases, in milliseconds. */
const otherWindowsTimeout = 10_000;

/**
 * Asks the user for confirmation, and offers to export the data first. Then removes the files of all workspaces, all
 * secrets and the global state. Tells the user what was removed and what could not be removed. All open windows start
 * empty.
 */
export async function deleteAllData(dependencies: DeleteAllDataDependencies): Promise<void> {
  const { folders, deletions, log } = dependencies;
  const found = await findData(folders);
  if (!(await confirmDeletion(dependencies, found))) return;
  let removal;
  try {
    removal = await deletions.announce(async (startRemoving) => removeAll(dependencies, startRemoving));
  } catch (error) {
    // Compare the error's name, because `instanceof` would fail: the code that throws the error is in another bundle,
    // which has its own copy of the class AnnouncementError.
    if (!(error instanceof Error) || error.name !== announcementError) throw error;
    log.error(error);
    const { code = '' } = error.cause as NodeJS.ErrnoException;
    void showError(
      vscode.l10n.t('Nothing was deleted, because the folder of Tally Chat can’t be changed ({0}).', code),
    );
    return;
  }
  if (removal !== undefined) await tell(dependencies, removal);
}

async function confirmDeletion(dependencies: DeleteAllDataDependencies, found: FoundData): Promise<boolean> {
  const { l10n } = vscode;
  const detail = await consequences(dependencies, found);
  const acting = l10n.t('Delete');
  for (;;) {
    const safe = l10n.t('Export First…');
    const answer = await askModal(l10n.t('Delete all data of Tally Chat?'), detail, { safe, acting });
    if (answer !== 'safe') return answer === 'acting';
    if (await dependencies.exportData()) break;
  }
  const question = l10n.t('The data was exported. Delete all data of Tally Chat?');
  return confirm(question, detail, { safe: l10n.t('Don’t Delete'), acting });
}

/** Returns sentences that say what is deleted, and which effect this has. */
async function consequences(
  { ledger, balance, limits, isReplyRunning }: DeleteAllDataDependencies,
  found: FoundData,
): Promise<string> {
  const { l10n, env } = vscode;
  const sessions = await countSessions(found);
  await ledger.refresh();
  const spend = ledger.total();
  const { daily, session } = limits();
  return [
    l10n.t(
      'This deletes the sessions of all workspaces ({0}), the record of all requests ({1}, {2}), unsent messages, what was learned about token counts, and your API keys. This can’t be undone.',
      formatTokens(sessions, env.language),
      formatTokens(spend.requests, env.language),
      formatMarkedRange(spend, env.language),
    ),
    ...(isReplyRunning() ? [l10n.t('The running reply is stopped. Its cost is no longer recorded.')] : []),
    ...(daily !== 0 || session !== 0 ? [l10n.t('Your spend starts at zero again.')] : []),
    ...(balance.sentence() === undefined ? [] : [l10n.t('The recorded balance is deleted.')]),
    l10n.t('Other windows of VS Code stop their replies, and also start empty.'),
    l10n.t('Your settings are kept. Data that the service stores isn’t deleted.'),
  ].join('\n\n');
}

interface DeletedAll extends Removal {
  /** An error for each secret, and each entry of the global state, that could not be removed. */
  readonly errors: readonly unknown[];
}

/** Resolves with undefined, and removes nothing, if another window does not respond and the user cancels. */
async function removeAll(
  dependencies: DeleteAllDataDependencies,
  startRemoving: () => Promise<void>,
): Promise<DeletedAll | undefined> {
  const { folders, owner, release, saving, apiKeys } = dependencies;
  // Search again, because another window may have opened a workspace after the first search.
  const found = await findData(folders);
  const stores = [...found.workspaces.map(({ folder }) => folder), folders.global].map((each) =>
    createNodeFileStore(each),
  );
  const areReleased = await waitForOtherWindows({
    stores,
    owner,
    isAlive: isProcessAlive,
    now: Date.now,
    timeout: otherWindowsTimeout,
  });
  if (!areReleased && !(await confirmWithoutWaiting())) return undefined;
  let removal: Removal | undefined;
  try {
    await release(async () => {
      await startRemoving();
      await saving.discard();
      removal = await removeData(folders.global, found, deletionFiles);
      return true;
    });
  } catch (error) {
    if (removal === undefined) throw error;
    // The files are removed, so the API keys must be removed, too.
    dependencies.errors.reportError(error);
  }
  return removal && { ...removal, errors: await apiKeys.removeAll() };
}

async function confirmWithoutWaiting(): Promise<boolean> {
  const { l10n } = vscode;
  return confirm(
    l10n.t('Another VS Code window doesn’t respond.'),
    l10n.t('Close that window, then delete again. If you delete anyway, that window may save its session again.'),
    { safe: l10n.t('Don’t Delete'), acting: l10n.t('Delete Anyway') },
  );
}

async function tell({ isReady, log }: DeleteAllDataDependencies, { sessions, files, left, errors }: DeletedAll) {
  const { l10n, env } = vscode;
  const deleted = l10n.t(
    'Deleted sessions: {0}. Other deleted files: {1}.',
    formatTokens(sessions, env.language),
    formatTokens(files - sessions, env.language),
  );
  const keyLeft = (await isReady())
    ? [
        l10n.t(
          'Requests still use the API key in the environment variable TALLY_API_KEY, with which VS Code was started.',
        ),
      ]
    : [];
  if (left.length + errors.length === 0) {
    const others = l10n.t('The saved API keys, the record of your spend and your recorded balance are deleted, too.');
    void showInformation([deleted, others, ...keyLeft].join(' '));
    return;
  }
  for (const { path, reason } of left) log.info(`Not deleted: ${path} (${reason})`);
  for (const error of errors) log.error(error);
  const showLog = l10n.t('Show Log');
  const notDeleted = l10n.t(
    'Files that couldn’t be deleted: {0}. The log has their names and the reasons.',
    formatTokens(left.length + errors.length, env.language),
  );
  showWarning([deleted, notDeleted, ...keyLeft].join(' '), showLog).then(
    (choice) => {
      if (choice === showLog) log.show();
    },
    () => undefined,
  );
}

import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeArchive } from '../../chat/archive/writeArchive.ts';
import { addAll } from '../../common/addAll.ts';
import type { FileStore } from '../../common/fileStore.ts';
import { localDayOf } from '../../common/localDay.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { TokenRatios } from '../../meter/tokenRatio.ts';
import { ownerOnly } from '../../node/privateFiles.ts';
import { findData, type StorageFolders } from '../../node/storedData/dataFolders.ts';
import { withCancellableProgress } from '../dialogs/progress.ts';
import { fileName } from '../dialogs/plainText.ts';
import { Cancelled, describeWriteFailure, writeParts } from '../dialogs/writeParts.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import type { AccountBalance } from '../spend/accountBalance.ts';
import { showError, showInformation, showWarning } from '../dialogs/messages.ts';

export interface ExportDataDependencies {
  readonly folders: StorageFolders;
  /**
   * Returns the files in a workspace's folder. For the workspace of this window, the files include the writes that the
   * disk has refused.
   */
  readonly filesIn: (folder: string) => FileStore;
  readonly ledger: Pick<Ledger, 'refresh' | 'requests'>;
  readonly balance: Pick<AccountBalance, 'archived'>;
  readonly ratios: Pick<TokenRatios, 'load' | 'learned'>;
  readonly log: RedactedLog;
}

/** The file name extension of an archive, which contains one JSON object per line. */
export const archiveExtension = 'jsonl';

/**
 * Asks for a file, and writes the data of all workspaces to it, without the API key. Resolves with true if the file was
 * written.
 */
export async function exportData(dependencies: ExportDataDependencies): Promise<boolean> {
  const { folders, filesIn, ledger, balance, ratios, log } = dependencies;
  const incomplete: string[] = [];
  const { l10n, window } = vscode;
  const name = `tally-chat-data-${localDayOf(Date.now())}.${archiveExtension}`;
  const uri = await window.showSaveDialog({
    title: l10n.t('Export All Data'),
    // Suggest the home folder, because files in the workspace may be published.
    defaultUri: vscode.Uri.file(path.join(homedir(), name)),
    filters: { [l10n.t('Tally Chat data')]: [archiveExtension] },
  });
  if (uri === undefined) return false;
  try {
    await withCancellableProgress(l10n.t('Exporting {0}…', fileName(uri)), async (signal) => {
      // An unreadable file must not keep the user from exporting the other files.
      await ledger.refresh().catch((error: unknown) => log.error(error));
      await ratios.load().catch(() => incomplete.push('tokenRatios.json'));
      const { workspaces, links } = await findData(folders);
      addAll(incomplete, links);
      const archive = writeArchive({
        workspaces: workspaces.map(({ folder, ...workspace }) => ({ workspace, files: filesIn(folder) })),
        requests: ledger.requests({}, (journal) => incomplete.push(journal)),
        balance: balance.archived(),
        tokenRatios: ratios.learned(),
        at: Date.now(),
        onIncomplete: (workspace, file) => incomplete.push(workspace === undefined ? file : `${workspace.id}/${file}`),
      });
      await writeParts(uri, archive, signal, ownerOnly.file);
    });
  } catch (error) {
    if (error instanceof Cancelled) return false;
    log.error(error);
    void showError(describeWriteFailure(error, fileName(uri)));
    return false;
  }
  if (incomplete.length > 0) {
    for (const file of incomplete) log.info(`Not exported completely: ${file}`);
    void showWarning(
      l10n.t(
        'The data was exported to {0}, except files that this version can’t read completely: {1}. The log has their names.',
        fileName(uri),
        incomplete.length,
      ),
    );
    return true;
  }
  void showInformation(
    l10n.t('All data was exported to {0}. The file has your sessions, but not your API key.', fileName(uri)),
  );
  return true;
}

import * as vscode from 'vscode';
import type { SessionStore } from '../../chat/sessions/sessionStore.ts';
import { sessionTitles } from '../../chat/sessions/sessionTitles.ts';
import { formatTokens } from '../../common/text/formatCost.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { monthOf } from '../../common/localDay.ts';
import { pluralText } from '../../common/text/pluralText.ts';
import { spendCsv } from '../../meter/ledger/spendCsv.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import type { DaySpend, SpendFilter } from '../../meter/ledger/spendQueries.ts';
import { fileName } from '../dialogs/plainText.ts';
import { showSaveDialog } from '../dialogs/saveDialog.ts';
import type { RedactedLog } from '../errors/redactedLog.ts';
import { withCancellableProgress } from '../dialogs/progress.ts';
import { Cancelled, describeWriteFailure, writeParts } from '../dialogs/writeParts.ts';
import { showError, showInformation } from '../dialogs/messages.ts';

export interface ExportSpendDependencies {
  readonly ledger: Ledger;
  readonly log: RedactedLog;
  /** The sessions of this workspace, whose titles are exported. */
  readonly sessions: Pick<SessionStore, 'list'>;
}

/**
 * Asks for a file, and writes the requests that match the filter to this file. The file is CSV with one line for each
 * request. If no request matches, only tells the user so. If the export fails, offers to choose another file.
 */
export async function exportSpend(dependencies: ExportSpendDependencies, filter: SpendFilter = {}): Promise<void> {
  const { l10n } = vscode;
  const { ledger, log, sessions } = dependencies;
  await ledger.refresh();
  const days = ledger.byDay(filter);
  const { requests } = ledger.total(filter);
  if (requests === 0) {
    const isAll = Object.keys(filter).length === 0;
    void showInformation(
      isAll
        ? l10n.t('There is nothing to export. No request was sent yet.')
        : l10n.t('There is nothing to export. No request was sent in this selection.'),
    );
    return;
  }
  const uri = await showSaveDialog(l10n.t('Export Spend as CSV'), tableName(filter, days), 'csv', 'CSV');
  if (uri === undefined) return;
  try {
    const titles = await sessionTitles(sessions);
    await withCancellableProgress(l10n.t('Exporting {0}…', fileName(uri)), async (signal, progress) => {
      const reported = withProgress(ledger.requests(filter), signal, (count) =>
        progress.report({ increment: (count / requests) * 100 }),
      );
      await writeParts(uri, spendCsv(reported, titles), signal);
    });
  } catch (error) {
    if (error instanceof Cancelled) return;
    log.error(error);
    const chooseAnother = l10n.t('Choose Another File');
    const choice = await showError(describeWriteFailure(error, fileName(uri)), chooseAnother);
    if (choice === chooseAnother) await exportSpend(dependencies, filter);
    return;
  }
  // Do not await this promise, because it settles only when the user closes the notification.
  offerToOpen(uri, requests).catch((error: unknown) => log.error(error));
}

/**
 * Returns a file name that contains the first and the last day of the filter. If only the first day is missing, the
 * first day with requests takes its place. If only the last day is missing, the last day with requests takes its place.
 * If both are missing, the name contains the first and the last month with requests.
 */
function tableName({ first, last }: SpendFilter, days: readonly DaySpend[]): string {
  const [firstDay = '', lastDay = ''] = [days[0]?.day, days.at(-1)?.day];
  const isByMonth = first === undefined && last === undefined;
  const [from, to] = isByMonth ? [monthOf(firstDay), monthOf(lastDay)] : [first ?? firstDay, last ?? lastDay];
  return `tally-spend-${from === to ? from : `${from}-to-${to}`}.csv`;
}

const progressStep = 5_000;

/**
 * Yields the requests, and reports progress after every 5,000 requests. Throws `Cancelled` at the first request after
 * the signal aborts.
 */
async function* withProgress(
  requests: AsyncIterable<BookedRequest>,
  signal: AbortSignal,
  report: (count: number) => void,
): AsyncGenerator<BookedRequest> {
  let count = 0;
  for await (const request of requests) {
    if (signal.aborted) throw new Cancelled();
    count += 1;
    if (count % progressStep === 0) report(progressStep);
    yield request;
  }
}

async function offerToOpen(uri: vscode.Uri, requests: number): Promise<void> {
  const { l10n } = vscode;
  const open = l10n.t('Open');
  const reveal = l10n.t('Show in Folder');
  // A spreadsheet program runs on the user's computer and cannot open remote files.
  const isHere =
    uri.scheme === 'file' && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  const args = [formatTokens(requests, vscode.env.language), fileName(uri)];
  const sentence = pluralText(requests, vscode.env.language, {
    one: l10n.t('{0} request was exported to {1}.', ...args),
    few: l10n.t({ message: '{0} requests were exported to {1}.', args: [...args], comment: 'few' }),
    many: l10n.t({ message: '{0} requests were exported to {1}.', args: [...args], comment: 'many' }),
    other: l10n.t('{0} requests were exported to {1}.', ...args),
  });
  const choice = await showInformation(sentence, ...(isHere ? [open, reveal] : [open]));
  if (choice === open && !(isHere && (await vscode.env.openExternal(uri))))
    await vscode.commands.executeCommand('vscode.open', uri);
  if (choice === reveal) await vscode.commands.executeCommand('revealFileInOS', uri);
}

import * as vscode from 'vscode';
import { assertNever } from '../../common/assertNever.ts';
import type { BillComparison } from '../../common/protocol/billProtocol.ts';
import { parseFromSpendPageMessage } from '../../common/protocol/parseFromSpendPageMessage.ts';
import type { FromSpendPageMessage, SpendQuery, ToSpendPageMessage } from '../../common/protocol/spendProtocol.ts';
import { webviewHtml, webviewRoots } from '../panel/webviewHtml.ts';
import type { BillComparer } from './billComparer.ts';
import { loadSpendReport, type SpendReportSources } from './loadSpendReport.ts';
import { spendPageType } from '../viewIds.ts';

/** The Spend page in an editor tab, at most one in each window. */
export interface SpendPage {
  /** Opens the page, or brings it to the front. */
  readonly show: () => void;
  /** Shows the page in a tab that VS Code has restored after a restart or after a reload of the window. */
  readonly restore: (panel: vscode.WebviewPanel) => void;
  /** Schedules a new report, because figures or notes have changed. Does nothing while the page is hidden or closed. */
  readonly update: () => void;
  readonly dispose: () => void;
}

export interface SpendPageDependencies extends SpendReportSources {
  readonly extensionUri: vscode.Uri;
  /** Shows a session in the chat. */
  readonly openSession: (id: string) => Promise<void>;
  readonly bills: BillComparer;
  readonly reportError: (error: unknown) => void;
}

/**
 * The delay that throttles updates. Each request changes the ledger's sums at least twice, and reading the ledger's
 * files may change the sums several times.
 */
const throttleMilliseconds = 300;

export function createSpendPage(dependencies: SpendPageDependencies): SpendPage {
  const { extensionUri, ledger, openSession, bills, reportError } = dependencies;
  let panel: vscode.WebviewPanel | undefined;
  /** The query of the shown report. Undefined until the page posts a query. */
  let query: SpendQuery | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** True if the page shows the result of a comparison, which new requests may change. */
  let isBillShown = false;

  const postComparison = async (comparison: BillComparison | undefined) => {
    if (comparison === undefined) return;
    const message: ToSpendPageMessage = { type: 'didCompareBill', comparison };
    await panel?.webview.postMessage(message);
  };

  const postReport = async () => {
    if (query === undefined) return;
    const asked = query;
    const message: ToSpendPageMessage = { type: 'didLoadReport', report: await loadSpendReport(dependencies, asked) };
    if (query === asked) await panel?.webview.postMessage(message);
    if (isBillShown) await postComparison(await bills.refresh());
  };

  /** VS Code does not return the focus from its input boxes and dialogs to the page. */
  const returnFocus = () => {
    if (panel?.active === true) panel.reveal();
  };

  const perform = async (request: FromSpendPageMessage) => {
    switch (request.type) {
      case 'showReport':
        query = request.query;
        await postReport();
        break;
      case 'exportSpend':
        await vscode.commands.executeCommand('tally.exportSpend', query);
        returnFocus();
        break;
      case 'recordBalance':
        await vscode.commands.executeCommand('tally.recordBalance');
        returnFocus();
        break;
      case 'openChat':
        await vscode.commands.executeCommand('tally.openChat');
        break;
      case 'openSession':
        await openSession(request.sessionId);
        break;
      case 'compareBill':
        await postComparison(await bills.compare(request));
        isBillShown = true;
        break;
      case 'correctEstimates':
        await postComparison(await bills.correct());
        break;
      case 'openPriceSettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'tally.prices');
        break;
      default:
        assertNever(request);
    }
  };

  const fill = (opened: vscode.WebviewPanel) => {
    // A Spend page may already be open when VS Code restores a tab. Keep only the restored tab.
    panel?.dispose();
    panel = opened;
    query = undefined;
    isBillShown = false;
    opened.onDidDispose(() => {
      if (panel === opened) panel = undefined;
    });
    loadPage(opened, extensionUri, (request) => {
      perform(request).catch(reportError);
    });
    // Other windows may have added requests to the ledger. After the ledger has read these requests, `update` shows
    // them.
    ledger.refresh().catch(reportError);
  };

  return {
    show: () => {
      if (panel === undefined)
        fill(vscode.window.createWebviewPanel(spendPageType, vscode.l10n.t('Spend'), vscode.ViewColumn.Active));
      else panel.reveal();
    },
    restore: fill,
    update: () => {
      if (panel?.visible !== true || query === undefined) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        postReport().catch(reportError);
      }, throttleMilliseconds);
    },
    dispose: () => {
      clearTimeout(timer);
      panel?.dispose();
    },
  };
}

function loadPage(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  onRequest: (request: FromSpendPageMessage) => void,
): void {
  const { webview } = panel;
  const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `spend-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  webview.options = { enableScripts: true, localResourceRoots: webviewRoots(extensionUri) };
  webview.onDidReceiveMessage((value: unknown) => {
    const request = parseFromSpendPageMessage(value);
    if (request !== undefined) onRequest(request);
  });
  webview.html = webviewHtml(webview, extensionUri, {
    title: panel.title,
    script: 'spend.js',
    styles: ['dist/webview/codicon.css', 'dist/webview/uplot.css', 'media/spend.css'],
  });
}

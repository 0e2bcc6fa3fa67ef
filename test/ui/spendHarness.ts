import { join } from 'node:path';
import type { FromSpendPageMessage, ToSpendPageMessage } from '../../src/common/protocol/spendProtocol.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import { startWebviewHarness, type WebviewHarness, type WebviewPage } from './webviewHarness.ts';

/** The Spend page in a browser, without the extension. Tests send the messages that the extension would send. */
export type SpendHarness = WebviewHarness<ToSpendPageMessage, FromSpendPageMessage>;
export type SpendTestPage = WebviewPage<ToSpendPageMessage, FromSpendPageMessage>;

export async function startSpendHarness(): Promise<SpendHarness> {
  return startWebviewHarness({
    bundle: {
      entryPoints: {
        spend: join(projectFolder, 'src/webview/spend/main.ts'),
        codicon: join(projectFolder, 'node_modules/@vscode/codicons/dist/codicon.css'),
        uplot: join(projectFolder, 'node_modules/uplot/dist/uPlot.min.css'),
      },
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
    },
    script: 'dist/webview/spend.js',
    styleSheets: ['dist/webview/codicon.css', 'dist/webview/uplot.css', 'media/spend.css'],
    firstMessage: 'showReport',
    background: 'editor',
  });
}

import { join } from 'node:path';
import type { FromWebviewMessage, ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import { startWebviewHarness, type BrowserOptions, type WebviewHarness, type WebviewOptions, type WebviewPage } from './webviewHarness.ts';

export { themeNames, type BrowserOptions, type ThemeName } from './webviewHarness.ts';

/** The chat panel, played to as the extension does. */
export type PanelHarness = WebviewHarness<ToWebviewMessage, FromWebviewMessage>;
export type PanelPage = WebviewPage<ToWebviewMessage, FromWebviewMessage>;
export type PanelOptions = WebviewOptions;

export async function startPanelHarness(options?: BrowserOptions): Promise<PanelHarness> {
  return startWebviewHarness(
    {
      bundle: {
        entryPoints: {
          main: join(projectFolder, 'src/webview/main.ts'),
          codicon: join(projectFolder, 'node_modules/@vscode/codicons/dist/codicon.css'),
          katex: join(projectFolder, 'node_modules/katex/dist/katex.css'),
        },
        splitting: true,
        loader: { '.ttf': 'file', '.woff2': 'file' },
        external: ['fonts/*.woff', 'fonts/*.ttf'],
        assetNames: '[name]',
      },
      script: 'dist/webview/main.js',
      styleSheets: ['dist/webview/codicon.css', 'media/chat.css'],
      firstMessage: 'ready',
      background: 'sideBar',
    },
    options,
  );
}

import { join } from 'node:path';
import { panelPlugins } from '../../panelPlugins.js';
import type { PanelAnswers, PanelRequest } from '../../src/common/protocol/panelRequests.ts';
import type { FromWebviewMessage, ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import {
  startWebviewHarness,
  type BrowserOptions,
  type WebviewHarness,
  type WebviewOptions,
  type WebviewPage,
} from './webviewHarness.ts';

/** The chat panel in a browser, without the extension. Tests send the messages that the extension would send. */
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
        plugins: panelPlugins(),
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

/**
 * Waits until the panel has posted a request of this type. Answers the request at `index` among the requests of this
 * type, by default the last.
 */
export async function answerRequest<Type extends PanelRequest['type']>(
  panel: PanelPage,
  type: Type,
  answer?: PanelAnswers[Type],
  index = -1,
): Promise<void> {
  await panel.waitForPosted(type);
  const request = (await panel.posted()).filter((message) => message.type === type).at(index);
  if (request === undefined || !('requestId' in request))
    throw new Error(`The panel has posted no such request: ${type}.`);
  await panel.send({ type: 'didAnswer', requestId: request.requestId, ...(answer !== undefined && { answer }) });
}

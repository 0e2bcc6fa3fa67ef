import * as l10n from '@vscode/l10n';
import type { FromWebviewMessage, ToWebviewMessage } from '../common/protocol/protocol.ts';
import { createAnnouncer } from './announcer.ts';
import { createSelectionCopy } from './copyText.ts';
import { createEditorState } from './editorState.ts';
import { keepFocus } from './focus/keepFocus.ts';
import { CodeLooks } from './markdown/code/codeFold.ts';
import { CodeHighlighter } from './highlight/codeHighlighter.ts';
import { DrawingQueue } from './markdown/drawingQueue.ts';
import { createParser } from './markdown/parser/parser.ts';
import { onDemand } from './onDemand.ts';
import { Panel } from './panel.ts';
import type { PanelState } from './panelMemory.ts';
import { createPendingRequests } from './pendingRequests.ts';

l10n.config({ contents: document.body.dataset['l10n'] ?? '{}' });
const vscode = acquireVsCodeApi<PanelState>();
const post = (message: FromWebviewMessage): void => vscode.postMessage(message);
const requests = createPendingRequests(post);
const voice = createAnnouncer();
const view = new Panel(
  {
    post,
    ask: requests.ask,
    announce: voice.announce,
    focusMessage: () => view.focusMessage(),
    parser: createParser(),
    editor: createEditorState(),
    formulas: {
      request: onDemand(async () => (await import('./math/formulaRenderer.ts')).createFormulaRenderer().request),
    },
    drawings: new DrawingQueue(),
    highlighter: new CodeHighlighter(),
    codeLooks: new CodeLooks(),
  },
  { load: () => vscode.getState(), save: (state) => vscode.setState(state) },
);
document.body.append(view.element, voice.element);

window.addEventListener('message', ({ data }: MessageEvent<ToWebviewMessage>) =>
  data.type === 'didAnswer' ? requests.settle(data) : view.handle(data),
);
// Listen on the document, because VS Code handles every key that bubbles up to the window.
document.addEventListener('keydown', view.handleKey);
const selectionCopy = createSelectionCopy(
  { ask: requests.ask, announce: voice.announce },
  async () => import('./selection/selectionMarkdown.ts'),
);
document.addEventListener('selectstart', selectionCopy.prepare, { once: true });
document.addEventListener('copy', selectionCopy.copy);
// VS Code does not tell the extension that the user has clicked into a webview.
window.addEventListener('focus', () => post({ type: 'takeFocus' }));
keepFocus(view.focusMessage);
window.addEventListener('pagehide', view.flush);
document.addEventListener('visibilitychange', view.flush);

post({ type: 'ready' });

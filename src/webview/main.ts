import * as l10n from '@vscode/l10n';
import type { ToWebviewMessage } from '../common/protocol/protocol.ts';
import { announcer } from './announcer.ts';
import { editorState } from './editorState.ts';
import { codeHighlighter } from './highlight/codeHighlighter.ts';
import { formulaRenderer } from './math/formulaRenderer.ts';
import { tokenSheet } from './highlight/tokenSheet.ts';
import { createParser } from './markdown/createParser.ts';
import { panel, type PanelState } from './panel.ts';

l10n.config({ contents: document.body.dataset['l10n'] ?? '{}' });
const vscode = acquireVsCodeApi<PanelState>();
const voice = announcer();
const view = panel(
  {
    post: (message) => vscode.postMessage(message),
    announce: voice.announce,
    parser: createParser(),
    editor: editorState(),
    formulas: formulaRenderer(async () => (await import('./math/loadKatex.ts')).loadKatex()),
    highlighter: codeHighlighter(async () => (await import('./highlight/tokenEngine.ts')).createTokenEngine(tokenSheet())),
  },
  { load: () => vscode.getState(), save: (state) => vscode.setState(state) },
);
document.body.append(view.element, voice.element);

window.addEventListener('message', ({ data }: MessageEvent<ToWebviewMessage>) => view.handle(data));
// Below the window, where VS Code takes every key that comes so far.
document.addEventListener('keydown', view.handleKey);
window.addEventListener('pagehide', view.flush);
document.addEventListener('visibilitychange', view.flush);

vscode.postMessage({ type: 'ready' });

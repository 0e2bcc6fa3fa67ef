import type { FromWebviewMessage } from '../common/protocol/protocol.ts';
import type { PendingRequests } from './pendingRequests.ts';
import type { EditorState } from './editorState.ts';
import type { CodeHighlighter } from './highlight/codeHighlighter.ts';
import type { FormulaRenderer } from './math/formulaRenderer.ts';
import type { Parser } from './markdown/parser.ts';

/** What every part of the panel is given. */
export interface PanelContext {
  readonly post: (message: FromWebviewMessage) => void;
  /** Posts what is answered. */
  readonly ask: PendingRequests['ask'];
  /** Says a sentence to screen readers, once. */
  readonly announce: (sentence: string) => void;
  readonly parser: Parser;
  readonly highlighter: CodeHighlighter;
  readonly editor: EditorState;
  readonly formulas: FormulaRenderer;
}

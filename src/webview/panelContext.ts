import type { FromWebviewMessage } from '../common/protocol/protocol.ts';
import type { PendingRequests } from './pendingRequests.ts';
import type { EditorState } from './editorState.ts';
import type { CodeLooks } from './markdown/code/codeFold.ts';
import type { CodeHighlighter } from './highlight/codeHighlighter.ts';
import type { FormulaRenderer } from './math/formulaRenderer.ts';
import type { DrawingQueue } from './markdown/drawingQueue.ts';
import type { Parser } from './markdown/parser/parser.ts';

/** Services shared by all parts of the panel. */
export interface PanelContext {
  /** Posts a message to the extension. The message needs no answer. */
  readonly post: (message: FromWebviewMessage) => void;
  /** Posts a request to the extension. Resolves with the answer, or with undefined if the request failed. */
  readonly ask: PendingRequests['ask'];
  /** Makes screen readers say a sentence once. */
  readonly announce: (sentence: string) => void;
  /** Moves the focus to the message box, or to what is shown in its place. */
  readonly focusMessage: () => void;
  readonly parser: Parser;
  readonly highlighter: CodeHighlighter;
  readonly codeLooks: CodeLooks;
  readonly editor: EditorState;
  readonly formulas: FormulaRenderer;
  readonly drawings: DrawingQueue;
  /** The id of the reply whose content is drawn. Absent outside of replies. */
  readonly replyId?: string;
}

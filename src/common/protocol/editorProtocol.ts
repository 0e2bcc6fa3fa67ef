import type { TextKind } from '../code/hiddenCharacters.ts';

/** A message from the panel about code in a reply, or about copying text. */
export type CodeMessage =
  /**
   * Copies text to the clipboard, for example code, a whole reply, or the details of an error. If the text contains
   * hidden characters, the extension asks the user before it copies the text.
   */
  | { readonly type: 'copyText'; readonly requestId: string; readonly text: string; readonly kind: TextKind }
  | { readonly type: 'insertCode'; readonly code: string }
  /**
   * Shows the change that a block of code makes to the file where it belongs, without changing the file. `info` is the
   * start of the text after the opening code fence. With the text of the reply around the block, it can name the file.
   */
  | { readonly type: 'applyCode'; readonly code: string; readonly info: string; readonly replyId: string }
  /** Shows the changes that all blocks of code of a reply make, without changing a file. */
  | { readonly type: 'reviewChanges'; readonly replyId: string }
  /** Undoes the applied changes of a block of code, or shows how they can be undone if their files have changed. */
  | { readonly type: 'undoApplied'; readonly code: string; readonly replyId: string }
  /** Inserts a command into a terminal, without running it. */
  | { readonly type: 'insertIntoTerminal'; readonly code: string }
  | { readonly type: 'newFile'; readonly code: string; readonly language: string };

/** The colours that the user's theme has for code. Without `rules`, the panel uses its default colours. */
export interface DidChangeTokenColors {
  readonly type: 'didChangeTokenColors';
  /** A later rule overrides an earlier one for the same scope. */
  readonly rules?: readonly TokenRule[];
}

/** A theme's style for tokens with certain TextMate scopes. */
export interface TokenRule {
  readonly scope: readonly string[];
  /** The text colour, such as `#a1260d` or `#a1260dcc`. */
  readonly foreground?: string;
  /** Any of `italic`, `bold`, `underline` and `strikethrough`, separated by spaces. Empty for a normal font. */
  readonly fontStyle?: string;
}

/** The actions that put code from a reply into files. */
export interface EditorView extends TargetEditorView {
  /** The keys (see `codeKey`) of the blocks of code whose applied changes are still in their files. */
  readonly applied: readonly number[];
}

/**
 * The two actions that put code from a reply into an editor. Both actions use the active editor or, if the panel has
 * the focus, normally the editor that was active before.
 */
export interface TargetEditorView {
  readonly insert: CodeActionView;
  readonly apply: CodeActionView;
}

export interface CodeActionView {
  readonly isPossible: boolean;
  /** A sentence that explains the action, or why it is not possible. */
  readonly hint: string;
}

/**
 * Posted after `ready`, and when the actions, their hints or the applied blocks change. They change, for example, when
 * the user switches to another file, selects or deselects text, or applies code. Not posted for each cursor move.
 */
export interface DidChangeEditor extends EditorView {
  readonly type: 'didChangeEditor';
}

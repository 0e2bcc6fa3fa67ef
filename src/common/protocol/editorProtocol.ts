/** From the panel, about the code in a reply. */
export type CodeMessage =
  | { readonly type: 'copyText'; readonly text: string }
  | { readonly type: 'insertCode'; readonly code: string }
  /** Shows what the code would make of the editor's document; nothing is written yet. */
  | { readonly type: 'applyCode'; readonly code: string }
  | { readonly type: 'newFile'; readonly code: string; readonly language: string };

/** The colours of code in the person's theme; without `rules` the panel has colours of its own. */
export interface DidChangeTokenColors {
  readonly type: 'didChangeTokenColors';
  /** Later ones go over earlier ones of the same kind. */
  readonly rules?: readonly TokenRule[];
}

/** How a theme wants tokens with certain TextMate scopes to look. */
export interface TokenRule {
  readonly scope: readonly string[];
  /** Such as `#a1260d` or `#a1260dcc`. */
  readonly foreground?: string;
  /** `italic`, `bold`, `underline` and `strikethrough`, with spaces between them; empty for none of them. */
  readonly fontStyle?: string;
}

/** What can be done with code in the editor that the person used last. */
export interface EditorView {
  readonly insert: CodeActionView;
  readonly apply: CodeActionView;
}

export interface CodeActionView {
  readonly isPossible: boolean;
  /** What it would do, or why it cannot be done: a sentence. */
  readonly hint: string;
}

/** Posted when another editor is used, or something is selected in it: not for each move of the cursor. */
export interface DidChangeEditor extends EditorView {
  readonly type: 'didChangeEditor';
}

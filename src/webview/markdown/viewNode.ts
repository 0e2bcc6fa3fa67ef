/** A node to show in a reply. Replies are untrusted, so `Patcher` creates only the nodes that this type allows. */
export type ViewNode = ElementNode | TextNode | HiddenCharacterNode | CodeNode | FormulaNode | FootnoteMarkNode;

export interface ElementNode {
  readonly kind: 'element';
  readonly tag: AllowedTag;
  readonly attributes: Attributes;
  readonly children: readonly ViewNode[];
  /** Number of leading children that are already shown and stay unchanged. `children` does not contain them. */
  readonly kept: number;
}

interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

/** A hidden character in inline code, shown as a mark. */
interface HiddenCharacterNode {
  readonly kind: 'hiddenCharacter';
  readonly text: string;
}

export interface CodeNode {
  readonly kind: 'code';
  /** The text after the opening code fence; empty if there is none, or if the code is indented, not fenced. */
  readonly info: string;
  /** The code without its last line break. */
  readonly text: string;
  /** True if the last line may still grow. */
  readonly open: boolean;
}

export interface FormulaNode {
  readonly kind: 'formula';
  /** TeX without delimiters. */
  readonly source: string;
  /** True for display math, which is shown on its own line. */
  readonly isDisplay: boolean;
}

/** A mark in the text, which leads to the footnote of the same label. */
export interface FootnoteMarkNode {
  readonly kind: 'footnoteMark';
  readonly label: string;
}

export type AllowedTag =
  | 'p'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'details'
  | 'summary'
  | 'hr'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'em'
  | 'strong'
  | 's'
  | 'sub'
  | 'sup'
  | 'kbd'
  | 'code'
  | 'a'
  | 'br'
  | 'span'
  | 'div'
  | 'input';

export interface Attributes {
  /** The scheme is http, https or mailto. */
  readonly href?: string;
  readonly title?: string;
  readonly start?: string;
  readonly colspan?: string;
  /**
   * `ltr` on inline code. `auto` on tables, on top-level blocks of text, and on the chunks of a long text. With `auto`,
   * the browser derives the direction from the text.
   */
  readonly dir?: 'auto' | 'ltr';
  readonly class?: string;
  /** `0` on elements that can scroll, so that keyboard users can scroll them. `-1` on footnotes, the targets of marks. */
  readonly tabindex?: '0' | '-1';
  /** `note` on footnotes, `group` on the frames of tables. */
  readonly role?: 'note' | 'group';
  /** Set only on a footnote: its label, without the caret. */
  readonly 'data-footnote'?: string;
  /** Set only on `<details>`. Only the initial state, because the user can open and close the element. */
  readonly open?: '';
  /** Set only on the check box of a task list item. The check box is always disabled. */
  readonly type?: 'checkbox';
  readonly checked?: '';
  readonly disabled?: '';
  readonly 'aria-label'?: string;
}

export function createElementNode(
  tag: AllowedTag,
  children: readonly ViewNode[],
  attributes: Attributes = {},
): ElementNode {
  return { kind: 'element', tag, attributes, children, kept: 0 };
}

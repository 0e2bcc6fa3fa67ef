/** What the renderer may put into the page: nothing outside this type reaches the DOM. */
export type ViewNode = ElementNode | TextNode | CodeNode | FormulaNode;

export interface ElementNode {
  readonly kind: 'element';
  readonly tag: AllowedTag;
  readonly attributes: Attributes;
  readonly children: readonly ViewNode[];
  /** How many children were shown before and stay as they are; `children` are those that follow. */
  readonly kept: number;
}

interface TextNode {
  readonly kind: 'text';
  readonly text: string;
}

/** A block of code. */
export interface CodeNode {
  readonly kind: 'code';
  readonly language: string;
  /** The source without its last line break. */
  readonly text: string;
  /** Whether more text may still follow, so that the last line is not finished. */
  readonly open: boolean;
}

/** A formula in TeX. */
export interface FormulaNode {
  readonly kind: 'formula';
  readonly source: string;
  /** Whether it stands in lines of its own. */
  readonly isDisplay: boolean;
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
  | 'code'
  | 'a'
  | 'br'
  | 'span'
  | 'div'
  | 'input';

export interface Attributes {
  /** Only http, https and mailto. */
  readonly href?: string;
  readonly title?: string;
  readonly start?: string;
  /** By the first letter on each block, so that quotes and lists begin where their text does; never for code. */
  readonly dir?: 'auto' | 'ltr';
  readonly class?: string;
  /** Only on what may scroll, so that the keyboard reaches it. */
  readonly tabindex?: '0';
  /** Of the check box of a task, which nobody can change. */
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

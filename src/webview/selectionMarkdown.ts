import { addAll } from '../common/addAll.ts';
import { codeFence } from '../common/code/codeFence.ts';

/**
 * Elements that are no part of the text: controls, cost lines and hidden elements. In closed details, only the first
 * summary is visible. Folded lines of code count as text, as in VS Code's editor, because the line below the code says how
 * many lines there are.
 */
const ignored =
  'button, input, .code-toolbar, .code-fold, .code-scroll-bar, .message-actions, .reply-footer, .visually-hidden, ' +
  '[hidden], details:not([open]) > :not(summary:first-of-type)';
const blocks =
  'address, article, blockquote, details, div, footer, h1, h2, h3, h4, h5, h6, header, hr, li, ol, p, pre, section, summary, table, ul, .formula.display';
/** Elements whose text is a single block, in which the browser copies a selection well. */
const leaves = 'p, h1, h2, h3, h4, h5, h6, pre, th, td, summary, .question-text';

/** Attributes that a copy as HTML keeps. Others may have text that is not visible, such as descriptions and ids. */
const copiedAttributes: ReadonlySet<string> = new Set([
  'aria-hidden',
  'class',
  'colspan',
  'dir',
  'href',
  'open',
  'start',
  'style',
]);

/**
 * Returns the selected elements of the conversation `root`, and the elements around them, as HTML for rich-text programs.
 * The HTML has neither the panel's controls nor hidden text.
 */
export function selectionHtml(range: Range, root: Element): string {
  const selected = rangeWithin(range, root);
  let content: Node = selected.cloneContents();
  // Without the elements around the selection, text in closed details would not match `ignored`.
  for (let node: Node | null = selected.commonAncestorContainer; node !== null && node !== root; node = node.parentNode)
    if (node instanceof Element) content = copyWith(node, content);
  const fragment = document.createDocumentFragment();
  fragment.append(content);
  for (const each of fragment.querySelectorAll(ignored)) each.remove();
  for (const each of fragment.querySelectorAll('*')) removeAttributes(each);
  return new XMLSerializer().serializeToString(fragment);
}

/** Returns a copy of the element with `content` in place of its own content. */
function copyWith(element: Element, content: Node): Node {
  const copy = element.cloneNode();
  copy.appendChild(content);
  return copy;
}

/** Keeps all attributes of MathML, because formulas need them and the panel adds none. */
function removeAttributes(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  for (const name of element.getAttributeNames()) if (!copiedAttributes.has(name)) element.removeAttribute(name);
}

/** Returns the part of `range` in `root`. `range` must intersect `root`. */
function rangeWithin(range: Range, root: Element): Range {
  const within = document.createRange();
  within.selectNodeContents(root);
  if (range.compareBoundaryPoints(Range.START_TO_START, within) > 0)
    within.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, within) < 0) within.setEnd(range.endContainer, range.endOffset);
  return within;
}

function isWithinBlock({ commonAncestorContainer: node }: Range): boolean {
  return node instanceof Text || (node instanceof Element && node.closest(leaves) !== null);
}

class Serializer {
  readonly #range: Range;
  /** For each node that contains the start of the range: its first selected child, or null if it has none. */
  readonly #firsts = new Map<Node, Node | null>();
  /** For each node that contains the end of the range: the child after its last selected child, or null. */
  readonly #ends = new Map<Node, Node | null>();

  constructor(range: Range) {
    this.#range = range;
    const { startContainer, startOffset, endContainer, endOffset } = range;
    this.#firsts.set(startContainer, startContainer.childNodes[startOffset] ?? null);
    for (let node: Node = startContainer; node.parentNode !== null; node = node.parentNode)
      this.#firsts.set(node.parentNode, node);
    this.#ends.set(endContainer, endContainer.childNodes[endOffset] ?? null);
    for (let node: Node = endContainer; node.parentNode !== null; node = node.parentNode)
      this.#ends.set(node.parentNode, node.nextSibling);
  }

  /** Returns the selected blocks in `parent`. Adjacent text outside blocks is one block. */
  blocks(parent: Node): readonly string[] {
    const all: string[] = [];
    let line = '';
    const endLine = (): void => {
      if (line.trim() !== '') all.push(line.trim());
      line = '';
    };
    for (const child of this.#selected(parent)) {
      if (child instanceof Element && child.matches(blocks)) {
        endLine();
        addAll(all, this.#block(child));
      } else {
        line += this.#inline(child);
      }
    }
    endLine();
    return all;
  }

  /**
   * Returns the children that the range touches and that are not ignored. Takes no time for the other children:
   * `Range.intersectsNode` for each child would take time in proportion to the square of the number of children.
   */
  #selected(parent: Node): readonly Node[] {
    const all: Node[] = [];
    const end = this.#ends.get(parent) ?? null;
    const first = this.#firsts.get(parent);
    for (let child = first === undefined ? parent.firstChild : first; child !== null && child !== end;) {
      if (!(child instanceof Element && child.matches(ignored))) all.push(child);
      child = child.nextSibling;
    }
    return all;
  }

  #block(block: Element): readonly string[] {
    switch (block.localName) {
      case 'ul':
      case 'ol':
        return one(this.#list(block));
      case 'blockquote':
        return one(quoted(this.blocks(block).join('\n\n')));
      case 'pre':
        return this.#code(block);
      case 'table':
        return one(this.#table(block));
      case 'hr':
        return ['---'];
    }
    const text = this.blocks(block);
    const [, level] = /^h([1-6])$/.exec(block.localName) ?? [];
    if (level !== undefined) return text.map((each) => `${'#'.repeat(Number(level))} ${each}`);
    if (!block.classList.contains('footnote')) return block.matches('.formula') ? one(this.#inline(block)) : text;
    return one(indented(text.join('\n\n'), `[^${block.getAttribute('data-footnote') ?? ''}]: `, '    '));
  }

  #list(list: Element): string {
    const start = Number(list.getAttribute('start') ?? 1);
    const selected = new Set(this.#selected(list));
    return [...list.children]
      .flatMap((item, index) => {
        if (!selected.has(item)) return [];
        const mark = list.localName === 'ol' ? `${start + index}. ` : '- ';
        const box = item.querySelector<HTMLInputElement>(':scope > p > input');
        const task = box === null ? '' : box.checked ? '[x] ' : '[ ] ';
        const isLoose = list.classList.contains('loose');
        const text = this.blocks(item).join(isLoose ? '\n\n' : '\n');
        return text === '' ? [] : [indented(text, mark + task, ' '.repeat(mark.length))];
      })
      .join(list.classList.contains('loose') ? '\n\n' : '\n');
  }

  #code(pre: Element): readonly string[] {
    const code = this.#inline(pre).replace(/\n$/, '');
    if (code === '') return [];
    const language = pre.parentElement?.querySelector('.code-language')?.textContent ?? '';
    const fence = codeFence(code);
    return [`${fence}${language}\n${code}\n${fence}`];
  }

  #table(table: Element): string {
    return this.#selected(table)
      .flatMap((section) => this.#selected(section))
      .filter((row) => row instanceof HTMLTableRowElement)
      .flatMap((row) => {
        const selected = new Set(this.#selected(row));
        const cells = [...row.children].map((cell) => (selected.has(cell) ? this.#cell(cell) : ''));
        const line = `| ${cells.join(' | ')} |`;
        return row.parentElement?.localName === 'thead' ? [line, `|${' --- |'.repeat(cells.length)}`] : [line];
      })
      .join('\n');
  }

  #cell(cell: Element): string {
    return this.#inline(cell).trim().replaceAll('\n', '<br>').replaceAll('|', '\\|');
  }

  #inline(node: Node): string {
    if (node instanceof Text) {
      const { startContainer, startOffset, endContainer, endOffset } = this.#range;
      return node.data.slice(node === startContainer ? startOffset : 0, node === endContainer ? endOffset : undefined);
    }
    if (!(node instanceof Element)) return '';
    if (node.localName === 'br') return '\n';
    if (node.matches('.formula')) return formula(node);
    const mark = node.localName === 'sup' ? node.querySelector('.footnote-mark') : null;
    if (mark !== null) return `[^${mark.textContent}]`;
    return this.#selected(node)
      .map((child) => this.#inline(child))
      .join('');
  }
}

/**
 * Returns a selection in the conversation as text with Markdown's marks for blocks: list marks, code fences, quotes,
 * headings, tables and formulas. Marks within a line, such as bold, are left out.
 * Returns undefined if the selection is outside the conversation or within a single block, or has no visible text.
 */
export function selectionMarkdown(range: Range, root: Element): string | undefined {
  if (!range.intersectsNode(root) || isWithinBlock(range)) return undefined;
  const text = new Serializer(rangeWithin(range, root)).blocks(root).join('\n\n');
  return text === '' ? undefined : text;
}

function formula(element: Element): string {
  const source = (element.querySelector('annotation') ?? element).textContent.trim();
  return element.matches('.display') ? `$$\n${source}\n$$` : `$${source}$`;
}

function one(text: string): readonly string[] {
  return text === '' ? [] : [text];
}

/** Puts `first` before the first line of a text, and `rest` before the other lines that are not blank. */
function indented(text: string, first: string, rest: string): string {
  return text === '' ? '' : first + text.replace(/\n(?=.)/g, `\n${rest}`);
}

function quoted(text: string): string {
  return text === '' ? '' : text.replace(/^.*$/gm, (line) => (line === '' ? '>' : `> ${line}`));
}

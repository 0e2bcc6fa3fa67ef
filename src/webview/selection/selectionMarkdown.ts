import { addAll } from '../../common/addAll.ts';
import { codeFence } from '../../common/code/codeFence.ts';
import { SelectedNodes } from './selectedNodes.ts';

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
 * Returns the selected elements of the conversation `root`, and the elements around them, as HTML for rich-text
 * programs. The HTML has neither the panel's controls nor hidden text.
 */
export function selectionHtml(range: Range, root: Element): string {
  return contentHtml(root, new SelectedNodes(range, root));
}

/**
 * Returns the selected content of `parent` as HTML. `Range.cloneContents` would be too slow: if the clone of an element
 * has `dir="auto"`, each child that is appended makes the browser search the clone for the first letter that has a
 * direction. This takes time in proportion to the square of the number of children, for example of list items.
 */
function contentHtml(parent: Node, nodes: SelectedNodes): string {
  return nodes
    .children(parent)
    .map((child) => {
      if (child instanceof Text) return escaped(nodes.text(child));
      if (!(child instanceof Element)) return '';
      const startTag = `<${child.localName}${attributesHtml(child)}>`;
      return child.matches('br, hr') ? startTag : `${startTag}${contentHtml(child, nodes)}</${child.localName}>`;
    })
    .join('');
}

/** Keeps all attributes of MathML, because formulas need them and the panel adds none. */
function attributesHtml(element: Element): string {
  return [...element.attributes]
    .filter(({ name }) => !(element instanceof HTMLElement) || copiedAttributes.has(name))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`)
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function isWithinBlock({ commonAncestorContainer: node }: Range): boolean {
  return node instanceof Text || (node instanceof Element && node.closest(leaves) !== null);
}

class Serializer {
  readonly #nodes: SelectedNodes;

  constructor(nodes: SelectedNodes) {
    this.#nodes = nodes;
  }

  /** Returns the selected blocks in `parent`. Adjacent text outside blocks is one block. */
  blocks(parent: Node): readonly string[] {
    const all: string[] = [];
    let line = '';
    const endLine = (): void => {
      if (line.trim() !== '') all.push(line.trim());
      line = '';
    };
    for (const child of this.#nodes.children(parent)) {
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
    const selected = new Set(this.#nodes.children(list));
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
    const name = pre.parentElement?.querySelector('.code-language')?.textContent ?? '';
    // The line of a fence of backticks cannot contain backticks.
    const language = name.includes('`') ? '' : name;
    const fence = codeFence(code);
    return [`${fence}${language}\n${code}\n${fence}`];
  }

  #table(table: Element): string {
    return this.#nodes
      .children(table)
      .flatMap((section) => this.#nodes.children(section))
      .filter((row) => row instanceof HTMLTableRowElement)
      .flatMap((row) => {
        const selected = new Set(this.#nodes.children(row));
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
    if (node instanceof Text) return this.#nodes.text(node);
    if (!(node instanceof Element)) return '';
    if (node.localName === 'br') return '\n';
    if (node.matches('.formula')) return formula(node);
    const mark = node.localName === 'sup' ? node.querySelector('.footnote-mark') : null;
    if (mark !== null) return `[^${mark.textContent}]`;
    return this.#nodes
      .children(node)
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
  const text = new Serializer(new SelectedNodes(range, root)).blocks(root).join('\n\n');
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

/** Returns true if the selection contains a part of a hidden character's mark. */
export function isMarkSelected(range: Range): boolean {
  const marks = document.querySelectorAll('.hidden-character');
  // Binary search for the first mark that does not end before the range. `Range` methods for each mark of the page would
  // take time in proportion to the square of the number of marks.
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const mark = marks[middle];
    if (mark !== undefined && range.comparePoint(mark, mark.childNodes.length) < 0) low = middle + 1;
    else high = middle;
  }
  const first = marks[low];
  return first !== undefined && range.intersectsNode(first);
}

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

/** Returns the selected elements as HTML for rich-text programs, without the panel's controls. */
export function selectionHtml(range: Range): string {
  const content = range.cloneContents();
  for (const each of content.querySelectorAll(ignored)) each.remove();
  return new XMLSerializer().serializeToString(content);
}

function leafOf(node: Node): Node {
  return (node instanceof Element ? node : node.parentElement)?.closest(leaves) ?? node;
}

class Serializer {
  readonly #range: Range;

  constructor(range: Range) {
    this.#range = range;
  }

  /** Returns the selected blocks in `parent`. Adjacent text outside blocks is one block. */
  blocks(parent: Node): readonly string[] {
    const all: string[] = [];
    let line = '';
    const endLine = (): void => {
      if (line.trim() !== '') all.push(line.trim());
      line = '';
    };
    for (const child of parent.childNodes) {
      if (!this.#isSelected(child)) continue;
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

  #isSelected(node: Node): boolean {
    return this.#range.intersectsNode(node) && !(node instanceof Element && node.matches(ignored));
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
    return [...list.children]
      .flatMap((item, index) => {
        if (!this.#isSelected(item)) return [];
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
    return [...table.querySelectorAll('tr')]
      .filter((row) => this.#isSelected(row))
      .flatMap((row) => {
        const cells = [...row.children].map((cell) => (this.#isSelected(cell) ? this.#cell(cell) : ''));
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
    return [...node.childNodes].map((child) => (this.#isSelected(child) ? this.#inline(child) : '')).join('');
  }
}

/**
 * Returns a selection in the conversation as text with Markdown's marks for blocks: list marks, code fences, quotes,
 * headings, tables and formulas. Marks within a line, such as bold, are left out.
 * Returns undefined if the selection is outside the conversation or within a single block, or has no visible text.
 */
export function selectionMarkdown(range: Range, root: Element): string | undefined {
  if (!range.intersectsNode(root) || leafOf(range.startContainer) === leafOf(range.endContainer)) return undefined;
  const text = new Serializer(range).blocks(root).join('\n\n');
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

import { appendAll, element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createCodeBlock, type CodeBlock } from './code/codeBlock.ts';
import { createFootnoteLabel, createFootnoteMark } from './footnotes.ts';
import { createHiddenCharacterMark } from './hiddenCharacterMark.ts';
import { LineParts } from './code/lineParts.ts';
import type { CodeNode, ElementNode, FootnoteMarkNode, FormulaNode, ViewNode } from './viewNode.ts';

/** Tag names of the elements into which `plain` descends to append text. */
const blocks: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'div', 'table', 'tbody', 'tr', 'td']);

/** Updates the DOM to match view nodes. Reuses existing DOM nodes where possible. */
export class Patcher {
  readonly #context: PanelContext;
  readonly #codeBlocks = new WeakMap<Node, CodeBlock & { readonly info: string }>();
  readonly #formulas = new WeakMap<Node, FormulaNode>();
  readonly #footnoteMarks = new WeakMap<Node, FootnoteMarkNode>();
  /**
   * For each element that this patcher fills, the number of its child nodes. The label at the start of a footnote does
   * not count, so positions are counted from the end.
   */
  readonly #counts = new WeakMap<Element, number>();

  constructor(context: PanelContext) {
    this.#context = context;
  }

  /** Replaces all children of `parent` from index `start` to the end with `nodes`. */
  children(parent: Element, start: number, nodes: readonly ViewNode[]): void {
    const count = this.#countOf(parent);
    changeNodes(parent, Math.max(nodes.length, count - start), () => {
      const existing = Math.min(nodes.length, count - start);
      let current = this.#childAt(parent, start);
      for (const node of nodes.slice(0, existing)) {
        const next = current?.nextSibling ?? null;
        if (current !== null) this.#replace(current, node);
        current = next;
      }
      const added = document.createDocumentFragment();
      for (const node of nodes.slice(existing)) added.append(this.#make(node));
      parent.append(added);
      for (let extra = count - start - nodes.length; extra > 0; extra -= 1) parent.lastChild?.remove();
    });
    this.#counts.set(parent, start + nodes.length);
  }

  /** Replaces the existing child at `index` with `node`. */
  child(parent: Element, index: number, node: ViewNode): void {
    const current = this.#childAt(parent, index);
    if (current !== null) this.#replace(current, node);
  }

  /**
   * Appends unparsed text to `parent`. If the tag name of the last child element is in `blocks`, appends the text to
   * that element instead, by the same rules. Otherwise, for example after a heading, the text becomes a text node of
   * `parent`. Does nothing if the last child element is a code block.
   */
  plain(parent: Element, text: string): void {
    const last = parent.lastElementChild;
    if (last !== null && blocks.has(last.localName) && !this.#codeBlocks.has(last)) {
      this.plain(last, text);
    } else if (last === null || !this.#codeBlocks.has(last)) {
      parent.append(text);
      this.#counts.set(parent, this.#countOf(parent) + 1);
    }
  }

  #replace(current: ChildNode, node: ViewNode): void {
    if (this.#update(current, node)) return;
    const made = this.#make(node);
    if (made instanceof Element && node.kind === 'element' && node.kept > 0) {
      // A paragraph became a heading. The finished beginning of the paragraph moves into the new element.
      const beginning = document.createDocumentFragment();
      appendAll(beginning, [...current.childNodes].slice(0, node.kept));
      made.prepend(beginning);
      this.#counts.set(made, node.kept + node.children.length);
    }
    current.replaceWith(made);
  }

  #countOf(parent: Element): number {
    return this.#counts.get(parent) ?? 0;
  }

  /**
   * Returns the child at `index`; null if there is none.
   * Searches from the end, because changes are near the end and there may be thousands of children.
   */
  #childAt(parent: Element, index: number): ChildNode | null {
    let current = parent.lastChild;
    for (let last = this.#countOf(parent) - 1; last > index; last -= 1) current = current?.previousSibling ?? null;
    return index < this.#countOf(parent) ? current : null;
  }

  /** Updates `current` in place to show `node`. Returns false if `current` must be replaced instead. */
  #update(current: Node, node: ViewNode): boolean {
    switch (node.kind) {
      case 'text':
        if (!(current instanceof Text)) return false;
        updateText(current, node.text);
        return true;
      case 'hiddenCharacter':
        // Only the mark of a hidden character is a `bdi` element.
        return current instanceof Element && current.localName === 'bdi' && current.textContent === node.text;
      case 'code': {
        const block = this.#codeBlocks.get(current);
        if (block?.info !== node.info) return false;
        block.update(node.text, node.open);
        return true;
      }
      case 'formula': {
        const formula = this.#formulas.get(current);
        return formula?.source === node.source && formula.isDisplay === node.isDisplay;
      }
      case 'footnoteMark':
        return this.#footnoteMarks.get(current)?.label === node.label;
      case 'element': {
        const isOther = [this.#codeBlocks, this.#formulas, this.#footnoteMarks].some((each) => each.has(current));
        if (!(current instanceof HTMLElement) || current.localName !== node.tag || isOther) return false;
        if (current.dataset['footnote'] !== node.attributes['data-footnote']) return false;
        updateAttributes(current, node);
        this.children(current, node.kept, node.children);
        return true;
      }
    }
  }

  #make(node: ViewNode): Node {
    switch (node.kind) {
      case 'text':
        return document.createTextNode(node.text);
      case 'hiddenCharacter':
        return createHiddenCharacterMark(node.text);
      case 'code':
        return this.#makeCode(node);
      case 'formula':
        return this.#makeFormula(node);
      case 'footnoteMark': {
        const mark = createFootnoteMark(node.label);
        this.#footnoteMarks.set(mark, node);
        return mark;
      }
      case 'element': {
        const label = node.attributes['data-footnote'];
        const made = element(node.tag, { open: node.attributes.open === '' });
        if (label !== undefined) made.append(createFootnoteLabel(label));
        updateAttributes(made, node);
        this.children(made, 0, node.children);
        return made;
      }
    }
  }

  #makeCode({ info, text, open }: CodeNode): HTMLElement {
    const block = { ...createCodeBlock(this.#context, info), info };
    this.#codeBlocks.set(block.element, block);
    block.update(text, open);
    return block.element;
  }

  #makeFormula(node: FormulaNode): HTMLElement {
    const { source, isDisplay } = node;
    const attributes = {
      class: isDisplay ? 'formula display' : 'formula',
      dir: 'ltr',
      ...(isDisplay && { tabindex: '0' }),
    };
    const code = element('code');
    new LineParts(code).append(source);
    const made = element('span', attributes, code);
    this.#formulas.set(made, node);
    this.#context.formulas.request({ element: made, source, isDisplay });
    return made;
  }
}

/** The number of changed nodes from which on `changeNodes` takes less time without `dir="auto"`. */
const manyNodes = 50;

/**
 * Calls `change`, which changes `count` child nodes of `parent`. For each added, changed or removed node, the browser
 * searches the surrounding element with `dir="auto"` for the first letter that has a direction. If a long text has no
 * such letter, the time would grow with the square of the number of nodes, so the attribute is missing meanwhile.
 */
function changeNodes(parent: Element, count: number, change: () => void): void {
  const automatic = count < manyNodes ? null : parent.closest('[dir="auto"]');
  automatic?.removeAttribute('dir');
  change();
  automatic?.setAttribute('dir', 'auto');
}

function updateText(current: Text, text: string): void {
  const before = current.data;
  if (before === text) return;
  if (text.startsWith(before)) current.appendData(text.slice(before.length));
  else current.data = text;
}

const attributeNames = [
  'href',
  'title',
  'start',
  'colspan',
  'dir',
  'class',
  'tabindex',
  'role',
  'data-footnote',
  'type',
  'checked',
  'disabled',
  'aria-label',
] as const;

function updateAttributes(current: Element, node: ElementNode): void {
  for (const name of attributeNames) {
    const value = node.attributes[name];
    if (value === undefined) current.removeAttribute(name);
    else if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}

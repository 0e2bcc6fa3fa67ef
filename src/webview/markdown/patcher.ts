import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createCodeBlock, type CodeBlock } from './codeBlock.ts';
import type { ElementNode, FormulaNode, ViewNode } from './viewNode.ts';

/** Brings DOM nodes in line with view nodes, keeping every DOM node that can stay. */
export interface Patcher {
  /** Makes the children of `parent` from the one at `start` on show `nodes`, and nothing more. */
  readonly children: (parent: Element, start: number, nodes: readonly ViewNode[]) => void;
  /** Makes one child show `node`. */
  readonly child: (parent: Element, index: number, node: ViewNode) => void;
  /** Adds text to the last block until it is shown as what it is. */
  readonly plain: (parent: Element, text: string) => void;
}

const blocks: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'div', 'table', 'tbody', 'tr', 'td']);

export function patcher(context: PanelContext): Patcher {
  const codeBlocks = new WeakMap<Node, CodeBlock & { readonly language: string }>();
  const formulas = new WeakMap<Node, FormulaNode>();
  const counts = new WeakMap<Element, number>();

  function children(parent: Element, start: number, nodes: readonly ViewNode[]): void {
    const count = countOf(parent);
    let current = childAt(parent, start);
    for (const node of nodes) {
      const next = current?.nextSibling ?? null;
      replace(parent, current, node);
      current = next;
    }
    for (let extra = count - start - nodes.length; extra > 0; extra -= 1) parent.lastChild?.remove();
    counts.set(parent, start + nodes.length);
  }

  function replace(parent: Element, current: ChildNode | null, node: ViewNode): void {
    if (current !== null && update(current, node)) return;
    const made = make(node);
    if (made instanceof Element && node.kind === 'element' && node.kept > 0) {
      // A paragraph whose beginning is finished has become a heading.
      made.prepend(...[...(current?.childNodes ?? [])].slice(0, node.kept));
      counts.set(made, node.kept + node.children.length);
    }
    if (current === null) parent.append(made);
    else current.replaceWith(made);
  }

  function countOf(parent: Element): number {
    return counts.get(parent) ?? 0;
  }

  /** Found from the end: what changes is near it, and there may be thousands of children. */
  function childAt(parent: Element, index: number): ChildNode | null {
    let current = parent.lastChild;
    for (let last = countOf(parent) - 1; last > index; last -= 1) current = current?.previousSibling ?? null;
    return index < countOf(parent) ? current : null;
  }

  function plain(parent: Element, text: string): void {
    const last = parent.lastElementChild;
    if (last !== null && blocks.has(last.localName) && !codeBlocks.has(last)) {
      plain(last, text);
    } else if (last === null || !codeBlocks.has(last)) {
      parent.append(text);
      counts.set(parent, countOf(parent) + 1);
    }
  }

  /** Returns false when a DOM node is of another kind and has to be replaced. */
  function update(current: Node, node: ViewNode): boolean {
    switch (node.kind) {
      case 'text':
        if (!(current instanceof Text)) return false;
        updateText(current, node.text);
        return true;
      case 'code': {
        const block = codeBlocks.get(current);
        if (block?.language !== node.language) return false;
        block.update(node.text, node.open);
        return true;
      }
      case 'formula': {
        const formula = formulas.get(current);
        return formula?.source === node.source && formula.isDisplay === node.isDisplay;
      }
      case 'element':
        if (!(current instanceof Element) || current.localName !== node.tag || codeBlocks.has(current) || formulas.has(current)) return false;
        updateAttributes(current, node);
        children(current, node.kept, node.children);
        return true;
    }
  }

  function make(node: ViewNode): Node {
    if (node.kind === 'text') return document.createTextNode(node.text);
    if (node.kind === 'code') {
      const block = { ...createCodeBlock(context, node.language), language: node.language };
      codeBlocks.set(block.element, block);
      block.update(node.text, node.open);
      return block.element;
    }
    if (node.kind === 'formula') return makeFormula(node);
    const made = element(node.tag);
    updateAttributes(made, node);
    children(made, 0, node.children);
    return made;
  }

  function makeFormula(node: FormulaNode): HTMLElement {
    const { source, isDisplay } = node;
    const made = element('span', { class: isDisplay ? 'formula display' : 'formula', dir: 'ltr', ...(isDisplay && { tabindex: '0' }) }, element('code', {}, source));
    formulas.set(made, node);
    context.formulas.request({ element: made, source, isDisplay });
    return made;
  }

  return { children, child: (parent, index, node) => replace(parent, childAt(parent, index), node), plain };
}

function updateText(current: Text, text: string): void {
  const before = current.data;
  if (before === text) return;
  if (text.startsWith(before)) current.appendData(text.slice(before.length));
  else current.data = text;
}

const attributeNames = ['href', 'title', 'start', 'dir', 'class', 'tabindex', 'type', 'checked', 'disabled', 'aria-label'] as const;

function updateAttributes(current: Element, node: ElementNode): void {
  for (const name of attributeNames) {
    const value = node.attributes[name];
    if (value === undefined) current.removeAttribute(name);
    else if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  }
}

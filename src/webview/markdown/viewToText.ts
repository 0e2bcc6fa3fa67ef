import type { ElementNode, ViewNode } from './viewNode.ts';

/**
 * Returns the text of a reply without Markdown. Lists keep their numbers or get bullets, and task items keep their
 * boxes. The cells of a table row are separated by tabs. Formulas stay TeX. Footnote marks and footnotes have their
 * label in brackets. The address of a link follows its text, if the two differ.
 */
export function viewToText(nodes: readonly ViewNode[]): string {
  return nodes.map(blockText).join('\n\n');
}

function blockText(node: ViewNode): string {
  if (node.kind !== 'element') return inlineText(node);
  switch (node.tag) {
    case 'ul':
      return listText(node, () => '- ');
    case 'ol': {
      const start = Number(node.attributes.start ?? 1);
      return listText(node, (index) => `${start + index}. `);
    }
    case 'blockquote':
      return indented(viewToText(node.children), '> ', '> ');
    case 'table':
    case 'thead':
    case 'tbody':
      return node.children.map(blockText).join('\n');
    case 'tr':
      return node.children.map((cell) => textOf(cell)).join('\t');
    case 'div':
    case 'details':
      return footnoteLabel(node) + viewToText(node.children);
    case 'hr':
      return '---';
    default:
      return inlineTexts(node.children);
  }
}

function footnoteLabel({ attributes }: ElementNode): string {
  const label = attributes['data-footnote'];
  return label === undefined ? '' : `[${label}] `;
}

/** Returns the items, each after its mark. The later lines of an item are indented by the width of the mark. */
function listText({ children, attributes }: ElementNode, mark: (index: number) => string): string {
  const between = attributes.class === 'loose' ? '\n\n' : '\n';
  return children
    .map((item, index) => {
      const [first, rest] = [mark(index), ' '.repeat(mark(index).length)];
      return indented(
        item.kind === 'element' ? item.children.map(blockText).join(between) : inlineText(item),
        first,
        rest,
      );
    })
    .join(between);
}

function inlineTexts(nodes: readonly ViewNode[]): string {
  return nodes.map(inlineText).join('');
}

function inlineText(node: ViewNode): string {
  switch (node.kind) {
    case 'text':
    case 'hiddenCharacter':
    case 'code':
      return node.text;
    case 'formula':
      return node.source;
    case 'footnoteMark':
      return `[${node.label}]`;
    case 'element':
      // The note is not part of the reply.
      if (node.attributes.class === 'not-formatted') return '';
      if (node.tag === 'br') return '\n';
      if (node.tag === 'input') return node.attributes.checked === undefined ? '[ ]' : '[x]';
      return node.tag === 'a' ? linkText(node) : inlineTexts(node.children);
  }
}

function linkText({ children, attributes: { href = '' } }: ElementNode): string {
  const text = inlineTexts(children);
  const isAddress = href.replace(/^(?:https?:\/\/|mailto:)/i, '').startsWith(text) || href.startsWith(text);
  return isAddress ? text : `${text} (${href})`;
}

function textOf(node: ViewNode): string {
  return node.kind === 'element' ? inlineTexts(node.children) : inlineText(node);
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const indent = index === 0 ? first : rest;
      return line === '' ? indent.trimEnd() : indent + line;
    })
    .join('\n');
}

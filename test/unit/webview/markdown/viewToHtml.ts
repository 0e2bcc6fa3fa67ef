import type { ElementNode, ViewNode } from '../../../../src/webview/markdown/viewNode.ts';

/**
 * Converts view nodes to HTML in the style of the markdown specifications, for comparison with their examples.
 * Undoes some deliberate deviations of the panel:
 * - Paragraph tags in tight lists are removed.
 * - Titles of links are removed. Each `span` becomes a link, because the panel shows links to forbidden URLs as `span`.
 * - Frames around tables are removed.
 */
export function viewToHtml(nodes: readonly ViewNode[]): string {
  return nodes.map((node) => toHtml(node, false)).join('');
}

const blocks = 'p|pre|h[1-6]|ul|ol|li|blockquote|hr|table|thead|tbody|tr|th|td';

/**
 * Normalizes the HTML of a specification for comparison with `viewToHtml`.
 * Removes the titles of links, the prefix of language classes, the last line break of code blocks, and the line breaks
 * around blocks.
 * Replaces images by links, and line breaks outside code blocks by `<br />`.
 */
export function normalizedHtml(html: string): string {
  return html
    .replace(/\n<\/code><\/pre>/g, '</code></pre>')
    .replace(/<pre><code class="language-([^"\s]*)[^"]*">/g, '<pre><code class="$1">')
    .replace(
      /<img src="([^"]*)" alt="([^"]*)"[^>]*>/g,
      (_, src: string, alt: string) => `<a href="${src}">Image: ${alt === '' ? src : alt}</a>`,
    )
    .replace(/<a href="([^"]*)" title="[^"]*">/g, '<a href="$1">')
    .replace(new RegExp(`(</(?:${blocks})>)\\n*|\\n*(<(?:${blocks})(?: [^>]*)?>)\\n*`, 'g'), '$1$2')
    .replaceAll('<br />\n', '<br />')
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre>') ? part : part.replaceAll('\n', '<br />')))
    .join('');
}

function toHtml(node: ViewNode, isTight: boolean): string {
  switch (node.kind) {
    case 'text':
    case 'hiddenCharacter':
      return escaped(node.text);
    case 'code': {
      const [language = ''] = node.info.split(/\s/, 1);
      return `<pre><code${language === '' ? '' : ` class="${escaped(language)}"`}>${escaped(node.text)}</code></pre>`;
    }
    case 'formula':
      return `<math${node.isDisplay ? ' display="block"' : ''}>${escaped(node.source)}</math>`;
    case 'footnoteMark':
      return `<sup>${escaped(node.label)}</sup>`;
    case 'element':
      return elementToHtml(node, isTight);
  }
}

function elementToHtml(node: ElementNode, isTight: boolean): string {
  const { tag, attributes } = node;
  const inner = node.children.map((child) => toHtml(child, tag === 'li' && isTight)).join('');
  switch (tag) {
    case 'p':
      return isTight ? inner : `<p>${inner}</p>`;
    case 'ul':
    case 'ol': {
      const items = node.children.map((child) => toHtml(child, attributes.class !== 'loose')).join('');
      return `<${tag}${attributes.start === undefined ? '' : ` start="${attributes.start}"`}>${items}</${tag}>`;
    }
    case 'hr':
    case 'br':
      return `<${tag} />`;
    case 'a':
    case 'span':
      return `<a href="${escaped(attributes.href ?? attributes.title ?? '')}">${inner}</a>`;
    case 'div':
      return attributes['data-footnote'] === undefined
        ? inner
        : `<section id="${attributes['data-footnote']}">${inner}</section>`;
    case 'details':
      return `<details${attributes.open === undefined ? '' : ' open'}>${inner}</details>`;
    case 's':
      return `<del>${inner}</del>`;
    case 'input':
      return `<input${attributes.checked === '' ? ' checked=""' : ''} disabled="" type="checkbox">`;
    case 'th':
    case 'td': {
      const alignment = attributes.class?.replace('align-', '');
      return `<${tag}${alignment === undefined ? '' : ` align="${alignment}"`}>${inner}</${tag}>`;
    }
    default:
      return `<${tag}>${inner}</${tag}>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

import { element } from '../dom.ts';

const maxDescriptionLength = 80;

/** The `article` element of a message. `name` is its accessible name. */
export function createMessageArticle(
  kind: 'question' | 'reply',
  name: string,
  ...parts: readonly HTMLElement[]
): HTMLElement {
  return element('article', { class: `message ${kind}`, role: 'article', 'aria-label': name }, ...parts);
}

/** Returns the first words of a message, at most 80 characters, and `…` if it is longer. For screen readers. */
export function firstWords(text: string): string {
  const line = text
    .slice(0, 4 * maxDescriptionLength)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxDescriptionLength) return line;
  return `${line.slice(0, line.lastIndexOf(' ', maxDescriptionLength) + 1 || maxDescriptionLength).trimEnd()}…`;
}

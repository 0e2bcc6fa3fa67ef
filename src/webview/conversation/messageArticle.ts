import { element } from '../dom.ts';

const maxDescriptionLength = 80;

/** The article of a message: its parts one below the other. */
export function createMessageArticle(
  kind: 'question' | 'reply',
  name: string,
  ...parts: readonly HTMLElement[]
): HTMLElement {
  return element('article', { class: `message ${kind}`, role: 'article', 'aria-label': name }, ...parts);
}

/** The first words of a message, as its description for screen readers: at most 80 characters and `…`. */
export function firstWords(text: string): string {
  const line = text
    .slice(0, 4 * maxDescriptionLength)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxDescriptionLength) return line;
  return `${line.slice(0, line.lastIndexOf(' ', maxDescriptionLength) + 1 || maxDescriptionLength).trimEnd()}…`;
}

import { element } from '../dom.ts';

const maxDescriptionLength = 80;

/**
 * Creates the `article` element of a message. `name` is the accessible name. See setMenuContext.
 */
export function createMessageArticle(
  kind: 'question' | 'reply',
  messageId: string,
  name: string,
  ...parts: readonly HTMLElement[]
): HTMLElement {
  const article = element('article', { class: `message ${kind}`, role: 'article', 'aria-label': name }, ...parts);
  setMenuContext(article, kind, messageId);
  return article;
}

/**
 * The context menu of VS Code passes the section and the id to the commands of its entries. If `isResend` is true, the
 * menu of a reply has the entry Resend instead of Retry.
 */
export function setMenuContext(
  article: HTMLElement,
  kind: 'question' | 'reply',
  messageId: string,
  isResend?: boolean,
): void {
  article.dataset['vscodeContext'] = JSON.stringify({ webviewSection: kind, messageId, isResend });
}

/**
 * Returns the start of a message on one line, for screen readers. Reads only the first 320 characters of the message.
 * If the line is longer than 80 characters, cuts the line, if possible after a word, and adds `…`.
 */
export function firstWords(text: string): string {
  const line = text
    .slice(0, 4 * maxDescriptionLength)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= maxDescriptionLength) return line;
  return `${line.slice(0, line.lastIndexOf(' ', maxDescriptionLength) + 1 || maxDescriptionLength).trimEnd()}…`;
}

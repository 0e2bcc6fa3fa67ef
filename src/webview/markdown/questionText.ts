import { element } from '../dom.ts';
import { LineParts } from './code/lineParts.ts';
import { nothingCut, splitText } from './parser/textChunks.ts';

/** Maximum length in characters of a text that is shown without chunks. */
const maxWholeLength = 10_000;

/**
 * Creates the element that shows a question's text. A long text is divided into chunks, each of which begins a new line.
 * Without chunks, the layout of a line of 1 MB takes 6 s.
 */
export function createQuestionText(text: string): HTMLElement {
  const root = element('div', { class: 'question-text', dir: 'auto', hidden: text === '' });
  if (text.length <= maxWholeLength) new LineParts(root).append(text);
  else for (const chunk of splitText(text, { ...nothingCut, isPlain: true })) appendChunk(root, chunk.text);
  return root;
}

function appendChunk(root: Element, text: string): void {
  const chunk = element('span', { class: 'text-chunk', dir: 'auto' });
  new LineParts(chunk).append(text);
  root.append(chunk);
}

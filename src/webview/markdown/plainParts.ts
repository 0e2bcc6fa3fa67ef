import { element } from '../dom.ts';
import { nothingCut, splitText } from './parser/textChunks.ts';

/** Text without formatting, in parts of a limited length, so that the layout of a long text stays fast. */
export interface PlainParts {
  readonly append: (text: string) => void;
}

/** Adds `note` at the end of `root`. The `append` method of the result adds text after the note. */
export function createPlainParts(root: Element, note: string): PlainParts {
  root.append(element('div', { class: 'part' }, element('p', { class: 'not-formatted' }, note)));
  let open: Element | undefined;
  let openText = '';
  return {
    append: (text) => {
      const chunks = splitText(openText + text, { ...nothingCut, isPlain: true });
      for (const [index, chunk] of chunks.entries()) {
        if (open === undefined || index > 0) open = addPart(root);
        open.textContent = chunk.text;
        openText = chunk.text;
      }
    },
  };
}

function addPart(root: Element): Element {
  const part = element('div', { class: 'part plain-text', dir: 'auto' });
  root.append(part);
  return part;
}

import { element } from '../../dom.ts';

/** Maximum length in characters of a part, and of the text of a line before the line's first part. */
const maxLength = 500;

/**
 * Appends text to an element. The text of a line after the first 500 characters goes into parts. A part is an element
 * whose text is isolated from the text around it. Without parts, the time to lay out a line can grow with the square of
 * its length: the browser pairs brackets if the line has right-to-left text, and it shapes a run of combining marks as
 * a whole. The parts change the order of the displayed text only in long lines with right-to-left text.
 */
export class LineParts {
  readonly #parent: Element;
  /** Number of characters that were appended since the last line break. */
  #column = 0;

  constructor(parent: Element) {
    this.#parent = parent;
  }

  append(text: string): void {
    let start = 0;
    for (let position = 0; position < text.length;) {
      const lineBreak = text.indexOf('\n', position);
      const lineEnd = lineBreak < 0 ? text.length : lineBreak;
      const partStart = Math.max(position, withoutHalves(text, position + maxLength - this.#column));
      if (partStart < lineEnd) {
        this.#appendShort(text.slice(start, partStart));
        this.#appendParts(text.slice(partStart, lineEnd));
        start = lineEnd;
      }
      this.#column = lineBreak < 0 ? this.#column + lineEnd - position : 0;
      position = lineEnd + 1;
    }
    this.#appendShort(text.slice(start));
  }

  /** Appends an element that shows a part of the line's text, for example the mark of a hidden character. */
  appendElement(child: HTMLElement): void {
    this.#parent.append(child);
    this.#column += child.textContent.length;
  }

  #appendShort(text: string): void {
    if (text === '') return;
    const last = this.#parent.lastChild;
    if (last instanceof Text) last.appendData(text);
    else this.#parent.append(text);
  }

  #appendParts(text: string): void {
    for (let start = 0; start < text.length;) {
      const part = this.#openPart();
      const end = withoutHalves(text, start + maxLength - part.textContent.length);
      part.append(text.slice(start, end));
      part.normalize();
      start = end;
    }
  }

  /** Returns the part at the end if it can take more text, otherwise a new part. */
  #openPart(): Element {
    const last = this.#parent.lastChild;
    if (last instanceof Element && last.className === 'line-part' && last.textContent.length < maxLength) return last;
    const part = element('span', { class: 'line-part' });
    this.#parent.append(part);
    return part;
  }
}

/** Returns the offset `end`, or the next offset if `end` is inside a surrogate pair. */
function withoutHalves(text: string, end: number): number {
  const isInside = /[\ud800-\udbff]/.test(text.charAt(end - 1)) && /[\udc00-\udfff]/.test(text.charAt(end));
  return isInside ? end + 1 : end;
}

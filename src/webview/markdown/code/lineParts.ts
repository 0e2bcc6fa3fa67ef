import { element } from '../../dom.ts';

/** Maximum length in characters of a part, and of the text of a line before the line's first part. */
const maxLength = 500;
/** Number of characters of a line before the line's first piece. */
const maxLengthWithoutPieces = 65_536;
/** Maximum number of parts in a piece. */
const partsInPiece = 32;

/**
 * Appends text to an element. The text of a line after the first 500 characters goes into parts. A part is an element
 * whose text is isolated from the text around it. Without parts, the time to lay out a line can grow with the square of
 * its length: the browser pairs brackets if the line has right-to-left text, and it shapes a run of combining marks as
 * a whole. The parts change the order of the displayed text only in long lines with right-to-left text.
 *
 * After 65,536 characters of a line, the parts go into pieces. A piece is an inline block, so that text that is appended
 * to the line does not cause a new layout of the earlier pieces. If lines wrap, each piece begins a new line.
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
        this.#appendParts(text.slice(partStart, lineEnd), this.#column + partStart - position);
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

  /** `column` is the number of characters of the line before `text`. */
  #appendParts(text: string, column: number): void {
    for (let start = 0; start < text.length;) {
      const part = openPart(column + start < maxLengthWithoutPieces ? this.#parent : openPiece(this.#parent));
      const end = withoutHalves(text, start + maxLength - part.textContent.length);
      part.append(text.slice(start, end));
      part.normalize();
      start = end;
    }
  }
}

/** Returns the part at the end of `parent` if it can take more text, otherwise a new part. */
function openPart(parent: Element): Element {
  const last = parent.lastChild;
  if (isSpan(last, 'line-part') && last.textContent.length < maxLength) return last;
  return appendSpan(parent, 'line-part');
}

/** Returns the piece at the end of `parent` if its last part or another part can take more text, otherwise a new piece. */
function openPiece(parent: Element): Element {
  const last = parent.lastChild;
  const isOpen = isSpan(last, 'line-piece') && last.textContent.length < maxLength * partsInPiece;
  return isOpen ? last : appendSpan(parent, 'line-piece');
}

function isSpan(node: Node | null, className: string): node is Element {
  return node instanceof Element && node.className === className;
}

function appendSpan(parent: Element, className: string): Element {
  const span = element('span', { class: className });
  parent.append(span);
  return span;
}

/** Returns the offset `end`, or the next offset if `end` is inside a surrogate pair. */
function withoutHalves(text: string, end: number): number {
  const isInside = /[\ud800-\udbff]/.test(text.charAt(end - 1)) && /[\udc00-\udfff]/.test(text.charAt(end));
  return isInside ? end + 1 : end;
}

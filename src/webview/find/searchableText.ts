/** The text of a DOM subtree, joined from its text nodes, with a mapping back to these nodes. */
export interface SearchableText {
  /**
   * The joined text in lower case. Each white-space character is replaced by a space, except line feeds in `<pre>`. Each
   * `<br>` is replaced by a space. Each inner block has a `boundary` character before and after it.
   */
  readonly text: string;
  /** Converts offsets in `text` to a DOM range. */
  readonly rangeOf: (start: number, end: number) => StaticRange;
}

interface Piece {
  readonly start: number;
  readonly node: Text;
}

/** Separates blocks, so that no match spans two blocks. Users do not type this character into the find bar. */
const boundary = '\u0000';
const blocks: ReadonlySet<string> = new Set(
  'ADDRESS BLOCKQUOTE DD DETAILS DIV DL DT H1 H2 H3 H4 H5 H6 HR LI OL P PRE SUMMARY TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);
/** Elements that are not part of the text: the panel's controls, hidden elements and KaTeX's MathML. */
const ignored = 'button, .code-toolbar, .katex-mathml, [hidden]';

export function readSearchableText(root: Element): SearchableText {
  const pieces: Piece[] = [];
  let text = '';

  function take(parent: Node, isCode: boolean): void {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        pieces.push({ start: text.length, node });
        text += node.data.replace(isCode ? /[^\S\n]/g : /\s/g, ' ');
      } else if (node instanceof Element && !node.matches(ignored)) {
        const isBlock = blocks.has(node.tagName);
        if (isBlock) text += boundary;
        // A line break counts as a space, so that a match can continue after the line break.
        if (node.tagName === 'BR') text += ' ';
        take(node, isCode || node.tagName === 'PRE');
        if (isBlock) text += boundary;
      }
    }
  }

  /**
   * Returns the DOM position of an offset. The start of a range is in the text node of the character after the offset.
   * The end of a range is in the text node of the character before the offset. A `<br>` belongs to the text node before
   * the `<br>`.
   */
  function positionOf(offset: number, isEnd: boolean): { readonly container: Node; readonly offset: number } {
    const character = isEnd ? offset - 1 : offset;
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((pieces[middle]?.start ?? 0) <= character) low = middle;
      else high = middle - 1;
    }
    const piece = pieces[low];
    return piece === undefined
      ? { container: root, offset: 0 }
      : { container: piece.node, offset: Math.min(offset - piece.start, piece.node.length) };
  }

  take(root, root.closest('pre') !== null);
  return {
    text: lowerCase(text),
    rangeOf: (start, end) => {
      const [from, to] = [positionOf(start, false), positionOf(end, true)];
      return new StaticRange({
        startContainer: from.container,
        startOffset: from.offset,
        endContainer: to.container,
        endOffset: to.offset,
      });
    },
  };
}

/** The only character whose lower case has another length. */
const longer = '\u0130';

/**
 * Converts a text to lower case without changing its length, so that offsets stay valid. A letter whose lower case has
 * another length stays unchanged. Both forms of the Greek sigma are replaced by the same form, because the lower case of
 * a capital sigma depends on the letters around it.
 */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  const kept =
    lower.length === text.length
      ? lower
      : text
          .split(longer)
          .map((each) => each.toLowerCase())
          .join(longer);
  return kept.replaceAll('ς', 'σ');
}

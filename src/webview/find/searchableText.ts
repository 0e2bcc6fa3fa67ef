/** The text of a block as it reads, across the nodes that it is made of, and the way back to them. */
export interface SearchableText {
  /** In lower case; every blank in running text is a space, and what the end of an inner block parts is parted. */
  readonly text: string;
  readonly rangeOf: (start: number, end: number) => StaticRange;
}

interface Piece {
  readonly start: number;
  readonly node: Text;
}

/** Nothing that a person types is found across this. */
const boundary = '\u0000';
const blocks: ReadonlySet<string> = new Set(
  'ADDRESS BLOCKQUOTE DD DETAILS DIV DL DT H1 H2 H3 H4 H5 H6 HR LI OL P PRE SUMMARY TABLE TBODY TD TH THEAD TR UL'.split(
    ' ',
  ),
);
/** Not part of the text: what belongs to the panel, and what only screen readers get. */
const left = 'button, .code-toolbar, .katex-mathml, [hidden]';

export function readSearchableText(root: Element): SearchableText {
  const pieces: Piece[] = [];
  let text = '';

  function take(parent: Node, isCode: boolean): void {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        pieces.push({ start: text.length, node });
        text += isCode ? node.data : node.data.replace(/\s/g, ' ');
      } else if (node instanceof Element && !node.matches(left)) {
        const isBlock = blocks.has(node.tagName);
        if (isBlock) text += boundary;
        // A line that was broken reads on.
        if (node.tagName === 'BR') text += ' ';
        take(node, isCode || node.tagName === 'PRE');
        if (isBlock) text += boundary;
      }
    }
  }

  /** The end of a range is in the piece of its last character, and its start in that of its first. */
  function placeOf(offset: number, isEnd: boolean): { readonly container: Node; readonly offset: number } {
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
      : { container: piece.node, offset: offset - piece.start };
  }

  take(root, root.closest('pre') !== null);
  return {
    text: lowerCase(text),
    rangeOf: (start, end) => {
      const [from, to] = [placeOf(start, false), placeOf(end, true)];
      return new StaticRange({
        startContainer: from.container,
        startOffset: from.offset,
        endContainer: to.container,
        endOffset: to.offset,
      });
    },
  };
}

/** In as many characters: a few letters become two in lower case, and stay as they are. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('');
}

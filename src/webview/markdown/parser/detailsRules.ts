import type { MarkdownIt, StateBlock } from 'markdown-it';

const opening = /^<details( open(?:="")?)?>(?:[ \t]*(<summary>.*<\/summary>))?$/i;
const summary = /^<summary>(.*)<\/summary>$/i;
const closing = /^<\/details>$/i;

/**
 * Adds block rules for `<details>` and `<summary>`. Each tag must be on a line of its own, except that a summary can be
 * on the same line as `<details>`. Other attributes than `open` are not allowed. An unclosed `<details>` ends with the
 * block around it. The token `details_open` has `meta.contentStart`, the source offset after the tag (see
 * `contentStart`).
 */
export function addDetailsRules({ block }: MarkdownIt): void {
  /** For each parse, the levels of the content of all open `<details>`. */
  const levels = new WeakMap<StateBlock, number[]>();
  const isOpen = (state: StateBlock): boolean => (levels.get(state)?.length ?? 0) > 0;

  block.ruler.before(
    'table',
    'details',
    (state, startLine, endLine, silent) => {
      const text = tagLine(state, startLine);
      if (text === '') return false;
      // Ends the paragraph before it. The rule does not consume the tag, only the loop in `pushContent` does.
      if (silent && isOpen(state) && closing.test(text)) return true;
      const [line, open, summaryText] = opening.exec(text) ?? [];
      if (line === undefined) return false;
      if (silent) return true;
      const token = state.push('details_open', 'details', 1);
      token.meta = { contentStart: lineStart(state, startLine) + line.indexOf('>') + 1 };
      if (open !== undefined) token.attrs = [['open', '']];
      if (summaryText !== undefined) pushSummary(state, startLine, summaryText);
      const own = levels.get(state) ?? [];
      levels.set(state, own);
      own.push(state.level);
      const end = pushContent(state, startLine + 1, endLine);
      own.pop();
      state.push('details_close', 'details', -1);
      state.line = end;
      token.map = [startLine, end];
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  block.ruler.before('table', 'summary', (state, line) => {
    const text = tagLine(state, line);
    if (levels.get(state)?.at(-1) !== state.level || !summary.test(text)) return false;
    pushSummary(state, line, text);
    state.line = line + 1;
    return true;
  });
}

function pushSummary(state: StateBlock, line: number, text: string): void {
  state.push('summary_open', 'summary', 1).map = [line, line + 1];
  const inline = state.push('inline', '', 0);
  inline.content = summary.exec(text)?.[1]?.trim() ?? '';
  inline.map = [line, line + 1];
  inline.children = [];
  state.push('summary_close', 'summary', -1);
}

/** Parses blocks up to the closing tag or the end of the block around them. Returns the index of the line after them. */
function pushContent(state: StateBlock, startLine: number, endLine: number): number {
  const rules = state.md.block.ruler.getRules('');
  let line = startLine;
  for (;;) {
    line = state.skipEmptyLines(line);
    if (line >= endLine || (state.sCount[line] ?? 0) < state.blkIndent) return Math.min(line, endLine);
    if (closing.test(tagLine(state, line))) return line + 1;
    state.line = line;
    rules.some((rule) => rule(state, line, endLine, false));
    line = state.line;
  }
}

function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Returns the text of a line, without white space at its ends. Empty if the line is no tag or is indented like code. */
function tagLine(state: StateBlock, line: number): string {
  const start = lineStart(state, line);
  const isTag = state.src.charAt(start) === '<' && (state.sCount[line] ?? 0) - state.blkIndent <= 3;
  return isTag ? state.src.slice(start, state.eMarks[line]).trimEnd() : '';
}

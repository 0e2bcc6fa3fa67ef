import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const label = String.raw`\[\^([\p{L}\p{N}._-]{1,100})\]`;
const mark = new RegExp(label, 'uy');
const definition = new RegExp(`${label}:`, 'uy');
const wholeLabel = new RegExp(`^${label}$`, 'u');

/** Indentation in columns of the blocks of a footnote after its first block. */
const indentation = 4;

/**
 * Returns the key of a footnote in the parser's `references`, for a label such as `^1`. Returns undefined if the label
 * is not that of a footnote. Such a label, for example `^😀`, can be that of a link definition.
 */
export function footnoteKey(labelWithCaret: string): string | undefined {
  const [, name] = wholeLabel.exec(`[${labelWithCaret}]`) ?? [];
  return name === undefined ? undefined : keyOf(name);
}

/** The key differs from the keys of link definitions, because these have no white space at their start. */
function keyOf(name: string): string {
  return ` ^${name.toLowerCase()}`;
}

/**
 * Adds rules for footnotes. A definition, such as `[^1]: text`, becomes a `footnote_open` token, blocks and a
 * `footnote_close` token where it stands. A mark, such as `[^1]`, becomes a `footnote_mark` token if the definition is
 * known; otherwise it stays text. The labels are the contents of both tokens.
 */
export function addFootnoteRules({ block, inline }: MarkdownIt): void {
  block.ruler.before('reference', 'footnote', pushFootnote, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  inline.ruler.before('link', 'footnote_mark', pushMark);
}

function pushFootnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (state.src.charAt(start) !== '[' || (state.sCount[startLine] ?? 0) - state.blkIndent > 3) return false;
  definition.lastIndex = start;
  const [marker, name = ''] = definition.exec(state.src) ?? [];
  if (marker === undefined) return false;
  if (silent) return true;
  const references: NonNullable<Env['references']> = (state.env.references ??= {});
  references[keyOf(name)] ??= { href: '', title: '' };
  const token = state.push('footnote_open', '', 1);
  token.content = name;
  token.map = [startLine, startLine + 1];
  pushContent(state, startLine, endLine, start + marker.length);
  state.push('footnote_close', '', -1);
  token.map[1] = state.line;
  return true;
}

/** Parses the blocks of a footnote whose text starts at the offset `start` of its first line. */
function pushContent(state: StateBlock, line: number, endLine: number, start: number): void {
  const { blkIndent, parentType } = state;
  const [bMark, tShift, sCount] = [state.bMarks[line] ?? 0, state.tShift[line] ?? 0, state.sCount[line] ?? 0];
  const end = state.eMarks[line] ?? start;
  let content = start;
  while (content < end && /[ \t]/.test(state.src.charAt(content))) content += 1;
  state.blkIndent += indentation;
  state.bMarks[line] = content;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.parentType = 'list';
  // An empty first line has no block, so that `tokenize` would not begin.
  if (content === end) state.line = line + 1;
  state.md.block.tokenize(state, content === end ? line + 1 : line, endLine);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  state.bMarks[line] = bMark;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
}

function pushMark(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  mark.lastIndex = state.pos;
  const [text, name = ''] = mark.exec(state.src) ?? [];
  if (text === undefined || state.pos + text.length > state.posMax) return false;
  if (state.env.references?.[keyOf(name)] === undefined) return false;
  state.pos += text.length;
  if (!silent) state.push('footnote_mark', '', 0).content = name;
  return true;
}

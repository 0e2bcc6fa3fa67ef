/** A code block that a text has left open. */
export interface OpenFence {
  /** The white space before the fence that opened the block. */
  readonly indent: string;
  /** The backticks or tildes of the fence. */
  readonly marks: string;
  /** The first word after the marks, such as a language. Empty if there is none. */
  readonly language: string;
}

/** Follows a text that grows at its end, and finds its open code block. */
export interface FenceScanner {
  readonly push: (text: string) => void;
  /** Returns the code block that is open at the end of the text, or undefined. */
  readonly open: () => OpenFence | undefined;
}

/** The length of the start of an incomplete line that is kept, in UTF-16 code units. */
const maxLineStart = 200;

/** Takes time in proportion to the pushed text. `open` takes constant time. */
export function createFenceScanner(): FenceScanner {
  let open: OpenFence | undefined;
  /** The last line, which is incomplete. Short enough to read it again for each call of `open`. */
  let lastLine = '';
  return {
    push: (text) => {
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        open = afterLine(open, extendLine(lastLine, text.slice(start, end)));
        lastLine = '';
        start = end + 1;
      }
      lastLine = extendLine(lastLine, text.slice(start));
    },
    open: () => afterLine(open, lastLine),
  };
}

/**
 * Appends text to the start of a line. Of a long line, keeps only the start and the facts about the rest that
 * `afterLine` needs: whether it contains a backtick, or at least any visible character.
 */
function extendLine(line: string, text: string): string {
  const whole = line + text;
  if (whole.length <= maxLineStart) return whole;
  const rest = whole.slice(maxLineStart);
  const mark = rest.includes('`') ? '`' : '.';
  return whole.slice(0, maxLineStart) + (rest.trim() === '' ? '' : mark);
}

/** Returns the code block that is open at the end of the text, or undefined. */
export function findOpenFence(text: string): OpenFence | undefined {
  const scanner = createFenceScanner();
  scanner.push(text);
  return scanner.open();
}

/** Returns the code block that is open after a line, if `open` is open before the line. */
function afterLine(open: OpenFence | undefined, line: string): OpenFence | undefined {
  const [, indent = '', marks, info = ''] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === undefined) return open;
  if (open !== undefined) return marks.startsWith(open.marks) && info.trim() === '' ? undefined : open;
  // Backticks followed by more backticks in the same line are inline code, not a fence.
  return marks.startsWith('~') || !info.includes('`') ? { indent, marks, language: firstWord(info) } : undefined;
}

export function firstWord(info: string): string {
  return info.trim().split(/\s/, 1)[0] ?? '';
}

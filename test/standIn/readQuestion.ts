/** The parts of a message. */
export interface Question {
  /** The trimmed text without fenced code, directives, and the lines that name the place of a code block. */
  readonly prose: string;
  readonly fences: readonly Fence[];
  /**
   * The commands to the stand-in service, such as `/rate 5`: lines outside fenced code that start with a slash and a
   * lower-case letter.
   */
  readonly directives: readonly string[];
}

/** A fenced block of code. */
export interface Fence {
  /** The first word in the line of the opening fence, in lower case. Empty if there is no word. */
  readonly language: string;
  readonly code: string;
  /** The place of the code, if the last non-blank line before the block names it, such as `src/sum.ts, lines 3-9:`. */
  readonly place: Place | undefined;
}

interface Place {
  readonly path: string;
  /** The number of the first line, counted from 1. */
  readonly startLine: number;
}

/**
 * Splits a message into its parts. As in CommonMark, a code block without a closing fence ends at the end of the
 * message.
 */
export function readQuestion(text: string): Question {
  const prose: string[] = [];
  const fences: Fence[] = [];
  const directives: string[] = [];
  let open: { mark: string; language: string; lines: string[]; place: Place | undefined } | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open.mark) === true && line.trim() === mark) {
        fences.push(closed(open));
        open = undefined;
      } else {
        open.lines.push(line);
      }
    } else if (mark !== undefined) {
      const language = /[\w+#-]+/.exec(line.trim().slice(mark.length))?.[0].toLowerCase() ?? '';
      open = { mark, language, lines: [], place: takePlace(prose) };
    } else if (/^\/[a-z]/.test(line)) {
      directives.push(line.trim());
    } else {
      prose.push(line);
    }
  }
  if (open !== undefined) fences.push(closed(open));
  return { prose: prose.join('\n').trim(), fences, directives };
}

function closed({
  language,
  lines,
  place,
}: {
  language: string;
  lines: readonly string[];
  place: Place | undefined;
}): Fence {
  return { language, code: lines.join('\n'), place };
}

/** If the last non-blank line of `prose` names the place of the code, removes this line and returns the place. */
function takePlace(prose: string[]): Place | undefined {
  const index = prose.findLastIndex((line) => line.trim() !== '');
  const match = /^(.+), lines? (\d+)(?:-\d+)?:$/.exec(prose[index]?.trim() ?? '');
  if (match === null) return undefined;
  prose.splice(index);
  return { path: match[1] ?? '', startLine: Number(match[2]) };
}

/** A message taken apart. */
export interface Question {
  /** The text outside of the code, without directives, trimmed. */
  readonly prose: string;
  readonly fences: readonly Fence[];
  /** Lines that begin with a slash and a word, outside of the code: wishes to the service itself. */
  readonly directives: readonly string[];
}

/** A fenced block of code. */
export interface Fence {
  /** The first word after the opening fence, lower case; may be empty. */
  readonly language: string;
  readonly code: string;
}

/** Takes a message apart. A fence that is never closed reaches to the end, as in CommonMark. */
export function readQuestion(text: string): Question {
  const prose: string[] = [];
  const fences: Fence[] = [];
  const directives: string[] = [];
  let open: { mark: string; language: string; lines: string[] } | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open.mark) === true && line.trim() === mark) {
        fences.push({ language: open.language, code: open.lines.join('\n') });
        open = undefined;
      } else {
        open.lines.push(line);
      }
    } else if (mark !== undefined) {
      open = { mark, language: /[\w+#-]+/.exec(line.trim().slice(mark.length))?.[0].toLowerCase() ?? '', lines: [] };
    } else if (/^\/[a-z]/.test(line)) {
      directives.push(line.trim());
    } else {
      prose.push(line);
    }
  }
  if (open !== undefined) fences.push({ language: open.language, code: open.lines.join('\n') });
  return { prose: prose.join('\n').trim(), fences, directives };
}

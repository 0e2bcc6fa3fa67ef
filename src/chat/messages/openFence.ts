/** A code block that a text has left open. */
export interface OpenFence {
  /** The white space before the fence that opened the block. */
  readonly indent: string;
  /** The backticks or tildes of the fence. */
  readonly marks: string;
  /** The first word after the marks, such as a language. Empty if there is none. */
  readonly language: string;
}

/** Returns the code block that is open at the end of the text, or undefined. */
export function findOpenFence(text: string): OpenFence | undefined {
  let open: OpenFence | undefined;
  for (const line of text.split('\n')) {
    const [, indent = '', marks, info = ''] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (marks === undefined) continue;
    if (open === undefined) {
      // Backticks followed by more backticks in the same line are inline code, not a fence.
      if (marks.startsWith('~') || !info.includes('`')) open = { indent, marks, language: firstWord(info) };
    } else if (marks.startsWith(open.marks) && info.trim() === '') open = undefined;
  }
  return open;
}

export function firstWord(info: string): string {
  return info.trim().split(/\s/, 1)[0] ?? '';
}

import type { Token } from 'markdown-it';
import type { CodeNode } from '../viewNode.ts';

/** A top-level code fence that is still being received. The lines of the fence are read without the markdown parser. */
export interface OpenFence {
  /**
   * Adds complete lines up to the closing fence. Returns the lines after the closing fence; undefined if `lines` has no
   * closing fence.
   */
  readonly take: (lines: string) => string | undefined;
  /**
   * Returns the code of the lines added so far and of `partialLine`, the incomplete last line.
   * If `open` is true, a `partialLine` that may become the closing fence is left out.
   */
  readonly view: (partialLine: string, open: boolean) => CodeNode;
}

export function createOpenFence(token: Token): OpenFence {
  const character = token.markup.charAt(0);
  const closing = new RegExp(`^ {0,3}${character}{${token.markup.length},}[ \\t]*$`);
  const closingBegun = new RegExp(`^ {0,3}${character}*[ \\t]*$`);
  const info = token.info.trim();
  let content = '';
  return {
    take: (lines) => {
      for (let position = 0; position < lines.length;) {
        const end = lines.indexOf('\n', position) + 1;
        const line = lines.slice(position, end - 1);
        if (closing.test(line)) return lines.slice(end);
        content += `${line}\n`;
        position = end;
      }
      return undefined;
    },
    view: (partialLine, open) => {
      const shown = open && closingBegun.test(partialLine) ? content : content + partialLine;
      return { kind: 'code', info, text: shown.endsWith('\n') ? shown.slice(0, -1) : shown, open };
    },
  };
}

import { appendAll, element } from '../dom.ts';
import type { HighlightTarget } from '../highlight/codeHighlighter.ts';
import type { LineTokenizer } from '../highlight/tokenEngine.ts';
import type { PanelContext } from '../panelContext.ts';
import { createCodeToolbar } from './codeToolbar.ts';

/** Maximum number of lines in a group element. A new line does not cause a new layout of earlier groups. */
const linesInGroup = 40;

/** A code block in the DOM. Only complete lines are highlighted. */
export interface CodeBlock {
  readonly element: HTMLElement;
  /**
   * Shows `text`, the whole code received so far. If `text` does not extend the previous text, all lines are
   * highlighted again. `open` is true if the last line may still grow.
   */
  readonly update: (text: string, open: boolean) => void;
}

/** Creates a code block. `isOwn` is true for code that the user attached. For such code, the only button is Copy. */
export function createCodeBlock(context: PanelContext, language: string, isOwn = false): CodeBlock {
  let text = '';
  let isOpen = true;
  /** Offset in `text` at which the next line to highlight starts; the length of `text` if all text is highlighted. */
  let highlighted = 0;
  let highlightedLines = 0;
  let group = element('span');
  const plain = document.createTextNode('');
  const rest = element('span', { class: 'lines' }, plain);
  const code = element('code', {}, rest);
  const toolbar = createCodeToolbar(context, { language, isOwn, code: () => text });
  const block = element(
    'div',
    { class: 'code-block', dir: 'ltr' },
    toolbar.element,
    element('pre', { tabindex: '0' }, code),
  );

  const target: HighlightTarget = { element: block, language, highlightLine };

  function highlightLine(tokenize: LineTokenizer): boolean {
    const lineEnd = text.indexOf('\n', highlighted);
    if (highlighted >= text.length || (lineEnd < 0 && isOpen)) return false;
    const end = lineEnd < 0 ? text.length : lineEnd;
    const spans = tokenize(text.slice(highlighted, end)).map((span) =>
      span.className === undefined ? span.text : element('span', { class: span.className }, span.text),
    );
    const next = lineEnd < 0 ? end : end + 1;
    if (highlightedLines % linesInGroup === 0) {
      group = element('span', { class: 'lines' });
      rest.before(group);
    }
    appendAll(group, spans);
    group.append(text.slice(end, next));
    plain.deleteData(0, next - highlighted);
    highlighted = next;
    highlightedLines += 1;
    return true;
  }

  function update(newText: string, open: boolean): void {
    if (newText.startsWith(text)) {
      plain.appendData(newText.slice(text.length));
    } else {
      code.replaceChildren(rest);
      plain.data = newText;
      highlighted = 0;
      highlightedLines = 0;
    }
    text = newText;
    isOpen = open;
    toolbar.setOpen(open);
    if (text.includes('\n', highlighted) || !open) context.highlighter.request(target);
  }

  return { element: block, update };
}

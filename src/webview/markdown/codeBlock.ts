import { element } from '../dom.ts';
import type { CodeSpan } from '../highlight/grammarWorker.ts';
import type { HighlightTarget } from '../highlight/highlightJob.ts';
import type { PanelContext } from '../panelContext.ts';
import { decidedLength } from '../../common/code/hiddenCharacters.ts';
import { createCodeToolbar } from './codeToolbar.ts';
import { appendCode, createCodeNode, createCodeSplitter } from './hiddenCharacterMark.ts';
import { LineParts } from './lineParts.ts';

/** Maximum number of lines in a group element. With groups, a new line does not cause a new layout of all lines. */
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
  let version = 0;
  /** Offset in `text` at which the next line to highlight starts; the length of `text` if all text is highlighted. */
  let highlighted = 0;
  let highlightedLines = 0;
  /** End offset in `text` of the shown text. */
  let shown = 0;
  let hasHidden = false;
  let splitHighlighted = createCodeSplitter();
  let splitRest = createCodeSplitter();
  let group = element('span');
  /** Contains the text from `highlighted` to `shown`. */
  const rest = element('span', { class: 'lines' });
  let restParts = new LineParts(rest);
  const code = element('code', {}, rest);
  const toolbar = createCodeToolbar(context, { language, isOwn, code: () => text });
  const block = element(
    'div',
    { class: 'code-block', dir: 'ltr' },
    toolbar.element,
    element('pre', { tabindex: '0' }, code),
  );

  const target: HighlightTarget = {
    element: block,
    language,
    source: () => ({ text, isOpen, version }),
    showLine,
    showPlainLine,
  };

  function showPlainLine(): boolean {
    const lineEnd = text.indexOf('\n', highlighted);
    if (highlighted >= text.length || (lineEnd < 0 && isOpen)) return false;
    const end = lineEnd < 0 ? text.length : lineEnd;
    showLine([{ length: end - highlighted, className: undefined }], lineEnd < 0 ? end : end + 1);
    return true;
  }

  function showLine(spans: readonly CodeSpan[], lineEnd: number): void {
    const end = text.endsWith('\n', lineEnd) ? lineEnd - 1 : lineEnd;
    const line = text.slice(highlighted, end);
    if (highlightedLines % linesInGroup === 0) {
      group = element('span', { class: 'lines' });
      rest.before(group);
    }
    const parts = new LineParts(group);
    let start = 0;
    for (const span of spans) {
      const spanStart = start;
      start += span.length;
      const runs = hasHidden
        ? splitHighlighted(line, spanStart, start)
        : [{ text: line.slice(spanStart, start), isHidden: false }];
      if (span.className === undefined) appendCode(parts, runs);
      else group.append(element('span', { class: span.className }, ...runs.map(createCodeNode)));
    }
    parts.append(text.slice(end, lineEnd));
    removeStart(rest, lineEnd - highlighted);
    highlighted = lineEnd;
    highlightedLines += 1;
  }

  function update(newText: string, open: boolean): void {
    if (!newText.startsWith(text)) {
      version += 1;
      rest.replaceChildren();
      restParts = new LineParts(rest);
      code.replaceChildren(rest);
      highlighted = 0;
      highlightedLines = 0;
      shown = 0;
      splitHighlighted = createCodeSplitter();
      splitRest = createCodeSplitter();
    }
    text = newText;
    isOpen = open;
    showRest(open ? decidedLength(text) : text.length);
    toolbar.setOpen(open);
    if (text.includes('\n', highlighted) || !open) context.highlighter.request(target);
  }

  function showRest(end: number): void {
    const runs = splitRest(text, shown, end);
    hasHidden ||= runs.some(({ isHidden }) => isHidden);
    appendCode(restParts, runs);
    shown = end;
  }

  return { element: block, update };
}

/**
 * Removes the first `length` UTF-16 code units of an element's text. `length` must not end inside the mark of a hidden
 * character or inside a part that LineParts created.
 */
function removeStart(parent: Element, length: number): void {
  let left = length;
  for (let first = parent.firstChild; first !== null && left > 0; first = parent.firstChild) {
    const { length: firstLength } = first.textContent ?? '';
    if (first instanceof Text && firstLength > left) {
      first.deleteData(0, left);
      return;
    }
    left -= firstLength;
    first.remove();
  }
}

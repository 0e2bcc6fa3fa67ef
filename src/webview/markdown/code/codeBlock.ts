import * as l10n from '@vscode/l10n';
import { element } from '../../dom.ts';
import type { CodeSpan } from '../../highlight/grammarWorker.ts';
import type { HighlightTarget } from '../../highlight/highlightJob.ts';
import { loadModule } from '../../onDemand.ts';
import type { PanelContext } from '../../panelContext.ts';
import { decidedLength } from '../../../common/code/hiddenCharacters.ts';
import { createCodeToolbar } from './codeToolbar.ts';
import { foldCode, wrapCode } from './codeFold.ts';
import { appendCode, createCodeNode, createCodeSplitter } from '../hiddenCharacterMark.ts';
import { LineParts } from './lineParts.ts';
import { createWaitingCode, linesInGroup } from './waitingCode.ts';

/** A code block in the DOM. Only complete lines are highlighted. */
export interface CodeBlock {
  readonly element: HTMLElement;
  /**
   * Shows `text`, the whole code received so far, or the part of attached code to show so far. If `text` does not
   * extend the previous text, all lines are highlighted again. `open` is true if the last line may still grow.
   */
  readonly update: (text: string, open: boolean) => void;
}

/**
 * Creates a code block. The first word of `info` is the language. `ownCode` is the whole code if the user attached the
 * code. Such code is never folded, because it scrolls in a low frame, and has no buttons that change an editor. Its
 * toolbar uses the whole code, even while `update` has shown only a part.
 */
export function createCodeBlock(context: PanelContext, info: string, ownCode?: string): CodeBlock {
  const isOwn = ownCode !== undefined;
  const [language = ''] = info.split(/\s/, 1);
  let text = '';
  let isOpen = true;
  /** True if the code was shown while its reply was received. */
  let wasOpen = false;
  let version = 0;
  /** Offset in `text` at which the next line to highlight starts. */
  let highlighted = 0;
  let highlightedLines = 0;
  /** End offset in `text` of the shown text. */
  let shown = 0;
  let hasHidden = false;
  let splitHighlighted = createCodeSplitter();
  let splitRest = createCodeSplitter();
  let group = element('span');
  const code = element('code');
  /** Shows the text from `highlighted` to `shown`. */
  let waiting = createWaitingCode(code);
  const wholeCode = (): string => ownCode ?? text;
  const toolbar = createCodeToolbar(context, { info, language, isOwn, code: wholeCode, setWrapped });
  const pre = element('pre', { tabindex: '0', role: 'group', 'aria-label': l10n.t('Code') }, code);
  const block = element('div', { class: 'code-block', dir: 'ltr' }, toolbar.element, pre);
  if (isOwn) applyLooks();
  block.addEventListener('pointerenter', () => void addScrollBar(pre), { once: true });

  const target: HighlightTarget = {
    element: block,
    language,
    source: () => ({ text, isOpen, version }),
    showLine,
  };

  function showLine(spans: readonly CodeSpan[], lineEnd: number): void {
    const end = text.endsWith('\n', lineEnd) ? lineEnd - 1 : lineEnd;
    const line = text.slice(highlighted, end);
    if (highlightedLines % linesInGroup === 0) {
      group = element('span', { class: 'lines' });
      waiting.insertBefore(group);
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
    waiting.removeLine(lineEnd - highlighted);
    highlighted = lineEnd;
    highlightedLines += 1;
  }

  function update(newText: string, open: boolean): void {
    if (!newText.startsWith(text)) {
      version += 1;
      code.replaceChildren();
      waiting = createWaitingCode(code);
      highlighted = 0;
      highlightedLines = 0;
      shown = 0;
      splitHighlighted = createCodeSplitter();
      splitRest = createCodeSplitter();
    }
    const isChanged = newText !== text || open !== isOpen;
    text = newText;
    isOpen = open;
    wasOpen ||= open && block.closest('[aria-busy=true]') !== null;
    showRest(open ? decidedLength(text) : text.length);
    toolbar.setOpen(open);
    if (!isOwn && !open && isChanged) applyLooks();
    if (text.includes('\n', highlighted) || !open) context.highlighter.request(target);
  }

  function setWrapped(isWrapped: boolean): void {
    wrapCode(block, wholeCode(), context.codeLooks, isWrapped);
  }

  function applyLooks(): void {
    if (!isOwn) foldCode(block, text, context.codeLooks, wasOpen);
    if (context.codeLooks.wrapped.has(wholeCode())) toolbar.wrap();
  }

  function showRest(end: number): void {
    const runs = splitRest(text, shown, end);
    hasHidden ||= runs.some(({ isHidden }) => isHidden);
    waiting.append(runs);
    shown = end;
  }

  return { element: block, update };
}

/** Loads the scroll bar on demand, because only readers with a pointer use it. */
async function addScrollBar(pre: HTMLElement): Promise<void> {
  const { createCodeScrollBar } = await loadModule(async () => import('./codeScrollBar.ts'));
  createCodeScrollBar(pre);
}

import * as l10n from '@vscode/l10n';
import { isComposing } from '../composer/messageKey.ts';
import { element, iconButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { createMatchFinder, maxMatches } from './matchFinder.ts';
import { revealRange } from './revealRange.ts';

/** Finds a text in the conversation, as VS Code's find widget does in an editor. */
export interface FindBar {
  readonly element: HTMLElement;
  /** Closes it and gives the focus back to where it was; false when it is not open. */
  readonly close: () => boolean;
  /** True when the key was for finding. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

export interface Searched {
  readonly content: Element;
  readonly scroller: Element;
  /** Puts closed parts on the page whose source has a text. */
  readonly renderClosed: (hasText: (source: string) => boolean) => void;
}

export function findBar({ announce }: PanelContext, { content, scroller, renderClosed }: Searched): FindBar {
  const all = new Highlight();
  const current = new Highlight();
  current.priority = 1;
  const finder = createMatchFinder(content, { add: (range) => all.add(range), remove: (range) => all.delete(range) });
  const input = element('input', { type: 'text', dir: 'auto', 'aria-label': l10n.t('Find'), placeholder: l10n.t('Find'), spellcheck: 'false', autocomplete: 'off' });
  const count = element('span', { class: 'find-count' });
  const previous = iconButton('arrow-up', l10n.t('Previous match'), () => step(-1));
  const next = iconButton('arrow-down', l10n.t('Next match'), () => step(1));
  const bar = element('div', { class: 'find-bar', role: 'search', 'aria-label': l10n.t('Find'), hidden: true }, input, count, previous, next, iconButton('close', l10n.t('Close find'), close));
  let index = -1;
  let returnTo: Element | null = null;
  let changes: MutationRecord[] = [];

  /** However much streams in, the page is read once a frame, and only while somebody looks for something. */
  const observer = new MutationObserver((records) => {
    if (changes.length === 0) requestAnimationFrame(update);
    changes.push(...records);
  });

  input.addEventListener('input', () => {
    search();
    say();
  });
  bar.addEventListener('keydown', (event) => {
    if (isComposing(event) || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    if (event.key === 'Enter' && event.target !== input) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else step(event.shiftKey ? -1 : 1);
  });

  function open(): void {
    const selection = document.getSelection();
    const selected = selection?.toString() ?? '';
    const from = selection !== null && selected !== '' && content.contains(selection.anchorNode) ? selection.getRangeAt(0) : undefined;
    if (from !== undefined && !selected.includes('\n')) input.value = selected;
    if (bar.hidden) {
      returnTo = document.activeElement;
      bar.hidden = false;
      CSS.highlights.set('tally-find', all);
      CSS.highlights.set('tally-find-current', current);
      observer.observe(content, { subtree: true, childList: true, characterData: true, attributeFilter: ['hidden'] });
    }
    input.focus();
    input.select();
    search(from);
  }

  function close(): boolean {
    if (bar.hidden) return false;
    const hadFocus = bar.contains(document.activeElement);
    observer.disconnect();
    changes = [];
    finder.search('');
    show(-1);
    CSS.highlights.delete('tally-find');
    CSS.highlights.delete('tally-find-current');
    bar.hidden = true;
    if (hadFocus && returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
    return true;
  }

  function search(from?: Range): void {
    const text = input.value;
    if (text !== '') renderClosed((source) => source.toLowerCase().includes(text.toLowerCase()));
    finder.search(text);
    const selected = from === undefined ? -1 : finder.matches().findIndex((each) => isAt(each, from));
    show(selected >= 0 ? selected : firstInView());
    reveal();
  }

  function update(): void {
    if (bar.hidden || changes.length === 0) return;
    const [before, at] = [finder.matches()[index], index];
    finder.update(changes);
    changes = [];
    const matches = finder.matches();
    const same = before === undefined ? -1 : matches.findIndex((each) => each === before || isAt(each, before));
    show(same >= 0 ? same : Math.min(Math.max(at, 0), matches.length - 1));
  }

  function step(by: number): void {
    const { length } = finder.matches();
    if (length > 0) show((index + by + length) % length);
    reveal();
    say();
  }

  /** The first match in or below what is in view, or the first of all. */
  function firstInView(): number {
    const matches = finder.matches();
    const { top } = scroller.getBoundingClientRect();
    const isBelow = (range: StaticRange): boolean => (range.startContainer.parentElement?.closest('.message')?.getBoundingClientRect().bottom ?? 0) > top;
    return Math.max(matches.findIndex(isBelow), Math.min(0, matches.length - 1));
  }

  function show(to: number): void {
    index = to;
    const matches = finder.matches();
    current.clear();
    const range = matches[index];
    if (range !== undefined) current.add(range);
    count.textContent = sentence(matches.length);
    bar.classList.toggle('nothing', input.value !== '' && matches.length === 0);
    for (const button of [previous, next]) button.ariaDisabled = matches.length === 0 ? 'true' : null;
  }

  function sentence(length: number): string {
    if (input.value === '') return '';
    const total = length >= maxMatches ? `${length}+` : String(length);
    return length === 0 ? l10n.t('No results') : l10n.t('{0} of {1}', index + 1, total);
  }

  function reveal(): void {
    const range = finder.matches()[index];
    if (range !== undefined) revealRange(range, scroller);
  }

  function say(): void {
    if (count.textContent !== '') announce(count.textContent);
  }

  return {
    element: bar,
    close,
    handleKey: (event) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey) open();
      else if (key === 'F3' && !bar.hidden && !ctrlKey && !metaKey && !altKey) step(shiftKey ? -1 : 1);
      else return false;
      event.preventDefault();
      // VS Code would find in the editor as well.
      event.stopPropagation();
      return true;
    },
  };
}

/** Whether two ranges begin at the same place. */
function isAt(range: StaticRange, other: AbstractRange): boolean {
  return range.startContainer === other.startContainer && range.startOffset === other.startOffset;
}

import * as l10n from '@vscode/l10n';
import { addAll } from '../../common/addAll.ts';
import { isComposing } from '../composer/messageKey.ts';
import type { MessageFocus } from '../conversation/messageFocus.ts';
import { element, iconButton } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { consume, findStart, focusInput, opensFind, type FindStart } from './findStart.ts';
import { createMatchFinder, maxMatches, type MatchFinder } from './matchFinder.ts';
import { revealRange } from './revealRange.ts';
import { lowerCase } from './searchableText.ts';

export interface SearchedPage {
  readonly content: Element;
  readonly scroller: Element;
  /**
   * Renders the content of collapsed parts, so that their text can be found. May skip a part if `hasText` returns false
   * for the part's source text.
   */
  readonly renderClosed: (hasText: (source: string) => boolean) => void;
  readonly focus: Pick<MessageFocus, 'focusInPlace'>;
}

/** The wait before an update of the matches, as a multiple of the time that the previous update took. */
const waitPerUpdateTime = 9;

/** A bar that searches the conversation, modelled on the find widget of VS Code's editors. */
export class FindBar {
  readonly element: HTMLElement;
  readonly #announce: PanelContext['announce'];
  readonly #page: SearchedPage;
  readonly #all = new Highlight();
  readonly #current = new Highlight();
  readonly #finder: MatchFinder;
  readonly #input: HTMLInputElement;
  readonly #count = element('span', { class: 'find-count' });
  readonly #stepButtons = [
    iconButton('arrow-up', l10n.t('Previous match'), () => this.#step(-1)),
    iconButton('arrow-down', l10n.t('Next match'), () => this.#step(1)),
  ];
  /** Index of the current match; -1 if there is none. */
  #index = -1;
  #returnTo: Element | null = null;
  /** True if the user has stepped to the current match, and not only typed. */
  #hasStepped = false;
  #changes: MutationRecord[] = [];
  /** The time that the last update took, in milliseconds. */
  #updateTime = 0;
  /** Collects DOM changes while the bar is open. */
  readonly #observer = new MutationObserver((records) => {
    if (this.#changes.length === 0) this.#scheduleUpdate();
    addAll(this.#changes, records);
  });

  /** @param input the text field of the bar, see createFindInput */
  constructor({ announce }: PanelContext, page: SearchedPage, input: HTMLInputElement) {
    this.#input = input;
    this.#announce = announce;
    this.#page = page;
    this.#current.priority = 1;
    this.#finder = createMatchFinder(page.content, {
      add: (range) => this.#all.add(range),
      remove: (range) => this.#all.delete(range),
    });
    const close = iconButton('close', l10n.t('Close find'), () => this.close());
    const attributes = { class: 'find-bar', role: 'search', 'aria-label': l10n.t('Find'), hidden: true };
    this.element = element('div', attributes, this.#input, this.#count, ...this.#stepButtons, close);
    this.#input.addEventListener('input', () => {
      this.#hasStepped = false;
      this.#search();
      this.#announceCount();
    });
    this.element.addEventListener('keydown', (event) => this.#handleOwnKey(event));
  }

  /**
   * Closes the bar. If the focus is in the bar, moves the focus to the message of the match to which the user has
   * stepped, or else back to the element that had the focus when the bar was opened. Returns false if the bar was already
   * closed.
   */
  close(): boolean {
    if (this.element.hidden) return false;
    const found = this.#hasStepped ? this.#currentMessage() : null;
    const hadFocus = this.element.contains(document.activeElement);
    this.#observer.disconnect();
    this.#changes = [];
    this.#finder.search('');
    this.#show(-1);
    CSS.highlights.delete('tally-find');
    CSS.highlights.delete('tally-find-current');
    this.element.hidden = true;
    if (hadFocus && found !== null) this.#page.focus.focusInPlace(found);
    else if (hadFocus && this.#returnTo instanceof HTMLElement && this.#returnTo.isConnected)
      this.#returnTo.focus({ preventScroll: true });
    return true;
  }

  /**
   * Opens the bar, or focuses the open bar, if the key is Ctrl+F or Cmd+F. While the bar is open, F3 goes to the next
   * match and Shift+F3 to the previous match. Returns true if the bar has handled the key.
   */
  handleKey(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (opensFind(event)) this.#open();
    else if (key === 'F3' && !this.element.hidden && !ctrlKey && !metaKey && !altKey) this.#step(shiftKey ? -1 : 1);
    else return false;
    consume(event);
    return true;
  }

  #handleOwnKey(event: KeyboardEvent): void {
    if (isComposing(event) || (event.key !== 'Escape' && event.key !== 'Enter')) return;
    if (event.key === 'Enter' && event.target !== this.#input) return;
    consume(event);
    if (event.key === 'Escape') this.close();
    else this.#step(event.shiftKey ? -1 : 1);
  }

  /** Opens the bar with the text that is in the input, and moves the focus to the input. */
  start(start: FindStart): void {
    this.#begin(start);
    this.#input.focus();
    this.#search(start.selected?.range);
  }

  /** Opens the bar, and searches for the selected text. If the bar is already open, moves the focus to it. */
  #open(): void {
    const start = findStart(this.#page.content);
    if (this.element.hidden) this.#begin(start);
    focusInput(this.#input, start);
    this.#search(start.selected?.range);
  }

  #begin({ returnTo }: FindStart): void {
    this.#returnTo = returnTo;
    this.#hasStepped = false;
    this.element.hidden = false;
    CSS.highlights.set('tally-find', this.#all);
    CSS.highlights.set('tally-find-current', this.#current);
    this.#observer.observe(this.#page.content, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['hidden'],
    });
  }

  #search(from?: Range): void {
    const text = this.#input.value;
    const lowerText = lowerCase(text);
    if (text !== '') this.#page.renderClosed((source) => lowerCase(source).includes(lowerText));
    this.#finder.search(text);
    const selected = from === undefined ? -1 : this.#finder.matches().findIndex((each) => isAt(each, from));
    this.#show(selected >= 0 ? selected : this.#firstInView());
    this.#reveal();
  }

  /**
   * Schedules an update of the matches for the next animation frame. After a slow update, waits longer, because each
   * update reads a long block again if a line of the block has changed, for example while its code is highlighted.
   */
  #scheduleUpdate(): void {
    const wait = this.#updateTime * waitPerUpdateTime;
    if (wait < 16) requestAnimationFrame(() => this.#update());
    else setTimeout(() => this.#update(), wait);
  }

  #update(): void {
    if (this.element.hidden || this.#changes.length === 0) return;
    const [before, at] = [this.#finder.matches()[this.#index], this.#index];
    const start = performance.now();
    this.#finder.update(this.#changes);
    this.#updateTime = performance.now() - start;
    this.#changes = [];
    const matches = this.#finder.matches();
    const same = before === undefined ? -1 : matches.findIndex((each) => each === before || isAt(each, before));
    this.#show(same >= 0 ? same : Math.min(Math.max(at, 0), matches.length - 1));
  }

  #step(by: number): void {
    this.#update();
    const { length } = this.#finder.matches();
    this.#hasStepped = true;
    if (length > 0) this.#show((this.#index + by + length) % length);
    this.#reveal();
    this.#announceCount();
  }

  /**
   * Returns the index of the first match whose message is not completely above the view. Returns 0 if all messages with
   * matches are above the view, and -1 if there are no matches.
   */
  #firstInView(): number {
    const matches = this.#finder.matches();
    const { top } = this.#page.scroller.getBoundingClientRect();
    const bottomOf = (range: StaticRange): number => messageOf(range)?.getBoundingClientRect().bottom ?? 0;
    return Math.max(
      matches.findIndex((range) => bottomOf(range) > top),
      Math.min(0, matches.length - 1),
    );
  }

  #show(index: number): void {
    this.#index = index;
    const matches = this.#finder.matches();
    this.#current.clear();
    const range = matches[index];
    if (range !== undefined) this.#current.add(range);
    this.#count.textContent = this.#countText(matches.length);
    this.element.classList.toggle('nothing', this.#input.value !== '' && matches.length === 0);
    for (const button of this.#stepButtons) button.ariaDisabled = matches.length === 0 ? 'true' : null;
  }

  #countText(length: number): string {
    if (this.#input.value === '') return '';
    return length === 0 ? l10n.t('No results') : l10n.t('{0} of {1}', this.#index + 1, totalOf(length));
  }

  #currentMessage(): HTMLElement | null {
    return messageOf(this.#finder.matches()[this.#index]);
  }

  #reveal(): void {
    const range = this.#finder.matches()[this.#index];
    if (range !== undefined) revealRange(range, this.#page.scroller, this.element.offsetHeight);
  }

  #announceCount(): void {
    const message = this.#currentMessage();
    const place = [this.#index + 1, totalOf(this.#finder.matches().length)] as const;
    if (message?.matches('.reply') === true) this.#announce(l10n.t('{0} of {1}, Reply', ...place));
    else if (message !== null) this.#announce(l10n.t('{0} of {1}, You', ...place));
    else if (this.#count.textContent !== '') this.#announce(this.#count.textContent);
  }
}

function totalOf(length: number): string {
  return length >= maxMatches ? `${length}+` : String(length);
}

function messageOf(match: StaticRange | undefined): HTMLElement | null {
  return match?.startContainer.parentElement?.closest<HTMLElement>('.message') ?? null;
}

/** True if two ranges start at the same position. */
function isAt(range: StaticRange, other: AbstractRange): boolean {
  return range.startContainer === other.startContainer && range.startOffset === other.startOffset;
}

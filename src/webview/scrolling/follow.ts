import type { Preferences } from '../../common/protocol/protocol.ts';
import { FrameCountdown } from './frameCountdown.ts';
import { createReaderScroll, type ReaderScroll } from './readerScroll.ts';
import { RecentEnds } from './recentEnds.ts';
import { ScrollPosition } from './scrollPosition.ts';

/**
 * Returns the distance in pixels from the top of the view down to a place; negative if the place is above the top.
 * Returns undefined while the place is not on the page. The view is the visible part of the conversation.
 */
export type PlaceDistance = () => number | undefined;

export interface FollowOptions {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly isEmpty: () => boolean;
}

/**
 * The target that scrolling keeps in view, one of the following:
 * - `'end'`: the end of the conversation.
 * - An element: the end of the conversation, but only until this element, a question, has reached the top of the view.
 *   If the question is long, see `topFor`.
 * - A function: a stored reading place, but only until everything above the place is laid out.
 * - `undefined`: nothing, for example because the user has scrolled away.
 */
type Goal = 'end' | HTMLElement | PlaceDistance | undefined;

/**
 * Number of frames to wait for the layout of an opened `details` element. Counting frames is safer than measuring time,
 * because a frame can be slow.
 */
const openingFrames = 5;
/**
 * A change of the conversation can make Chromium move the view. Chromium then dispatches the scroll event of this move
 * within this number of frames after the change.
 */
const changeFrames = 2;
/**
 * Distance from the end in pixels. A user who scrolls down to less than this distance counts as being at the end.
 * Without this tolerance, the user could not reach the end of a reply that grows fast.
 */
const endTolerance = 32;

/** The part of the view by which Page Up and Page Down scroll, as in Chromium. */
const shownPart = 0.875;

/**
 * Follows the end of the conversation: keeps the end in view while a reply grows. The mode `never` turns following off.
 * Scrolling up, pressing the scroll bar, opening a `details` element or selecting text stops following. So does any growth
 * of the conversation while an edit field in it has the focus, because the field may send and must not leave the view.
 * Calling `jump` or `show` resumes following. In the mode `follow`, scrolling down to the end also resumes following.
 * An empty conversation is shown from its top.
 */
export class Follow {
  readonly #scroller: HTMLElement;
  readonly #isEmpty: () => boolean;
  readonly #onDidChange: (isEndShown: boolean) => void;
  readonly #position: ScrollPosition;
  readonly #reader: ReaderScroll;
  readonly #recentEnds = new RecentEnds();
  readonly #opening = new FrameCountdown(openingFrames);
  readonly #change = new FrameCountdown(changeFrames);
  #mode: Preferences['scroll'] = 'follow';
  #goal: Goal = 'end';
  #wasEndShown = true;

  /**
   * Calls `onDidChange` when `isEndShown` changes. `isEndShown` is true if the end is in view or followed, or if the
   * conversation is empty.
   */
  constructor({ scroller, content, isEmpty }: FollowOptions, onDidChange: (isEndShown: boolean) => void) {
    this.#scroller = scroller;
    this.#isEmpty = isEmpty;
    this.#onDidChange = onDidChange;
    this.#position = new ScrollPosition(scroller);
    this.#reader = createReaderScroll(scroller, {
      onStartReading: () => {
        if (this.#position.end > 0) this.#setGoal(undefined);
      },
      onEndKey: () => this.jump(),
      isSetByPanel: () => this.#position.isSetByPanel(),
    });
    scroller.addEventListener('scroll', () => this.#handleScroll());
    scroller.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('details:not([open]) > summary') !== null) this.noteOpening();
    });
    // For example, Chromium lays out a text field without its last, empty line for a moment.
    document.addEventListener('input', () => this.noteChange());
    const sizes = new ResizeObserver(() => this.#handleResize());
    sizes.observe(scroller);
    sizes.observe(content);
  }

  /** Scrolls to the end, and follows the end unless the mode is `never`. */
  jump(): void {
    this.#goTo('end');
  }

  /** Scrolls by a key that was pressed outside the conversation. Returns false if the key does not scroll. */
  scrollByKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
    if (shiftKey || altKey) return false;
    const pressed = ctrlKey || metaKey ? `Control+${key}` : key;
    const page = this.#scroller.clientHeight * shownPart;
    if (pressed === 'PageDown') this.#scroller.scrollBy(0, page);
    else if (pressed === 'Control+End') this.jump();
    else if (pressed === 'PageUp' || pressed === 'Control+Home') {
      if (this.#position.end > 0) this.#setGoal(undefined);
      this.#scroller.scrollBy(0, pressed === 'PageUp' ? -page : -this.#scroller.scrollTop);
    } else return false;
    return true;
  }

  /**
   * `question` is the last question of the conversation. In the mode `stopAtTop`, scrolls towards the end, but only
   * until `question` is at the top of the view. In other modes, or if `question` is undefined, does the same as `jump`.
   */
  show(question: HTMLElement | undefined): void {
    this.#goTo((this.#mode === 'stopAtTop' ? question : undefined) ?? 'end');
  }

  /** Scrolls to a stored reading place, as soon as the place is on the page. */
  restorePlace(distanceTo: PlaceDistance): void {
    this.#setGoal(distanceTo);
    this.#move();
    this.#notify();
  }

  /**
   * Call `followSent` when the queue has sent `question`. In the mode `stopAtTop`, following then stops once `question`
   * is at the top of the view. Does nothing in other modes, or if the end is not followed.
   */
  followSent(question: HTMLElement | undefined): void {
    if (this.#isFollowing() && this.#mode === 'stopAtTop') this.#setGoal(question);
  }

  /**
   * Call `noteChange` when anything but the text of a reply changes. If such changes make the conversation shorter, or its
   * view taller, and then undo this between two frames, the browser may move the view up, off the end. This must not stop
   * following. Therefore, a short move up within the next `changeFrames` frames counts as a move by the browser.
   */
  noteChange(): void {
    this.#change.start();
  }

  /** Call `noteOpening` when the user has opened something. It must stay in place, because the user is about to read it. */
  noteOpening(): void {
    this.#opening.start();
  }

  setMode(mode: Preferences['scroll']): void {
    this.#mode = mode;
    if (mode === 'never') this.#setGoal(undefined);
  }

  #goTo(goal: 'end' | HTMLElement): void {
    this.#reader.abort();
    this.#setGoal(goal);
    if (this.#isEmpty()) this.#scroller.scrollTop = 0;
    else this.#move();
    if (this.#mode === 'never') this.#setGoal(undefined);
  }

  #setGoal(goal: Goal): void {
    this.#goal = goal;
    // Without a goal, the browser's scroll anchoring keeps the text in place when something above it changes.
    this.#scroller.style.overflowAnchor = goal === undefined ? 'auto' : 'none';
    // Lay out everything above a place, because the position of the place is otherwise unknown.
    this.#scroller.classList.toggle('lay-out-all', typeof goal === 'function');
    this.#notify();
  }

  #isFollowing(): boolean {
    return this.#goal !== undefined && typeof this.#goal !== 'function';
  }

  #isEditing(): boolean {
    return document.activeElement instanceof HTMLTextAreaElement && this.#scroller.contains(document.activeElement);
  }

  #notify(): void {
    const isEndShown = this.#isFollowing() || this.#isEmpty() || this.#position.isAtEnd;
    if (isEndShown === this.#wasEndShown) return;
    this.#wasEndShown = isEndShown;
    this.#onDidChange(isEndShown);
  }

  #move(): void {
    if (this.#goal === undefined) return;
    if (typeof this.#goal === 'function') {
      this.#moveToPlace(this.#goal);
      return;
    }
    const { end } = this.#position;
    const top = this.#goal === 'end' ? end : Math.min(end, this.#position.topFor(this.#goal));
    this.#position.moveTo(top);
    if (top < end - 1) this.#setGoal(undefined);
  }

  /**
   * Scrolls to the place. Clears the goal if the place has not moved after one whole frame, because everything above
   * the place is then laid out, and the browser has stored the heights of the parts that it may skip again.
   */
  #moveToPlace(distanceTo: PlaceDistance): void {
    const distance = distanceTo();
    if (distance === undefined || this.#scroller.clientHeight === 0) return;
    this.#position.moveBy(distance);
    // The first callback runs before the next frame's layout.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.#goal === distanceTo && Math.abs(distanceTo() ?? Infinity) < 1) this.#setGoal(undefined);
      }),
    );
  }

  #handleScroll(): void {
    if (this.#change.isRunning() && this.#goal !== undefined && this.#position.isSlightlyHigher()) {
      this.#move();
      return;
    }
    const direction = this.#position.takeDirection();
    if (direction === undefined) return;
    if (typeof this.#goal === 'function') this.#setGoal(undefined);
    if (direction === 'up' && !this.#position.isAtEnd) this.#setGoal(undefined);
    else if (direction === 'down' && this.#mode === 'follow' && this.#isEndReached()) this.jump();
    else this.#notify();
  }

  #isEndReached(): boolean {
    if (this.#position.isAtEnd) return true;
    return this.#reader.direction() === 'down' && this.#position.distanceTo(this.#recentEnds.nearest()) < endTolerance;
  }

  #handleResize(): void {
    const { isAtEnd } = this.#position;
    const mustStay = this.#opening.isRunning() || (this.#isFollowing() && this.#isEditing());
    if (mustStay && !isAtEnd) this.#setGoal(undefined);
    else if (this.#goal === undefined && !this.#wasEndShown && this.#mode === 'follow' && isAtEnd) this.#setGoal('end');
    if (!this.#isEmpty()) this.#move();
    this.#position.takeDirection();
    this.#recentEnds.note(this.#position.end);
    this.#notify();
  }
}

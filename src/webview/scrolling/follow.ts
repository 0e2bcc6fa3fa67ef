import type { Preferences } from '../../common/protocol/protocol.ts';
import { createReaderScroll, type ReaderScroll } from './readerScroll.ts';
import { ScrollPosition } from './scrollPosition.ts';

/** Returns the pixels from the top of the view down to a place; undefined while the place is not on the page. */
export type PlaceDistance = () => number | undefined;

export interface FollowOptions {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly isEmpty: () => boolean;
}

/**
 * The target that scrolling keeps in view, one of the following:
 * - `'end'`: the end of the conversation.
 * - An element: the end, until this message has reached the top of the view.
 * - A function: a place that was read earlier, until everything above it is laid out.
 * - `undefined`: nothing, for example because the user has scrolled away.
 */
type Goal = 'end' | HTMLElement | PlaceDistance | undefined;

/** Number of frames until an opened `details` element is laid out. A time would not do, because frames can be slow. */
const openingFrames = 5;
/**
 * Distance in pixels. A user who scrolls down to less than this distance from the end has reached the end, because a
 * fast reply keeps moving the end away.
 */
const endTolerance = 32;

/**
 * Keeps the end of the conversation in view while a reply grows, unless the mode is `never`. Scrolling up, opening a
 * `details` element or selecting text stops following. Calling `jump` or `show` resumes following. In the mode
 * `follow`, scrolling down to the end also resumes following. An empty conversation is shown from its top.
 */
export class Follow {
  readonly #scroller: HTMLElement;
  readonly #isEmpty: () => boolean;
  readonly #onDidChange: (isEndShown: boolean) => void;
  readonly #position: ScrollPosition;
  readonly #reader: ReaderScroll;
  readonly #isOpening: () => boolean;
  #mode: Preferences['scroll'] = 'follow';
  #goal: Goal = 'end';
  #wasEndShown = true;

  /** Calls `onDidChange` when `isEndShown` changes. A followed end and an empty conversation count as shown. */
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
    this.#isOpening = watchOpenings(scroller);
    scroller.addEventListener('scroll', () => this.#handleScroll());
    const sizes = new ResizeObserver(() => this.#handleResize());
    sizes.observe(scroller);
    sizes.observe(content);
  }

  /** Scrolls to the end, and follows the end unless the mode is `never`. */
  jump(): void {
    this.#goTo('end');
  }

  /** Scrolls to the end, as `jump` does. In the mode `stopAtTop`, stops following once `question` is at the top. */
  show(question: HTMLElement | undefined): void {
    this.#goTo((this.#mode === 'stopAtTop' ? question : undefined) ?? 'end');
  }

  /** Scrolls to a place that was read earlier, as soon as the place is on the page. */
  restorePlace(distanceTo: PlaceDistance): void {
    this.#setGoal(distanceTo);
    this.#move();
    this.#notify();
  }

  /** Continues to follow when the queue has sent `question`. Does nothing if the user has scrolled away. */
  followSent(question: HTMLElement | undefined): void {
    if (this.#isFollowing() && this.#mode === 'stopAtTop') this.#setGoal(question);
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

  /** Clears the goal once the place has not moved for one frame, because everything above it is then laid out. */
  #moveToPlace(distanceTo: PlaceDistance): void {
    const distance = distanceTo();
    if (distance === undefined || this.#scroller.clientHeight === 0) return;
    this.#position.moveBy(distance);
    requestAnimationFrame(() => {
      if (this.#goal === distanceTo && Math.abs(distanceTo() ?? Infinity) < 1) this.#setGoal(undefined);
    });
  }

  #handleScroll(): void {
    const direction = this.#position.takeDirection();
    if (direction === undefined) return;
    if (typeof this.#goal === 'function') this.#setGoal(undefined);
    if (direction === 'up' && !this.#position.isAtEnd) this.#setGoal(undefined);
    else if (direction === 'down' && this.#mode === 'follow' && this.#isEndReached()) this.#setGoal('end');
    else this.#notify();
  }

  #isEndReached(): boolean {
    return (
      this.#position.isAtEnd || (this.#reader.direction() === 'down' && this.#position.distanceToEnd < endTolerance)
    );
  }

  #handleResize(): void {
    const { isAtEnd } = this.#position;
    if (this.#isOpening() && !isAtEnd) this.#setGoal(undefined);
    else if (this.#goal === undefined && !this.#wasEndShown && this.#mode === 'follow' && isAtEnd) this.#setGoal('end');
    if (!this.#isEmpty()) this.#move();
    this.#position.takeDirection();
    this.#notify();
  }
}

/**
 * Returns a function that returns true for `openingFrames` frames after the user opened a `details` element. The opened
 * text must stay in place, because the user is about to read it.
 */
function watchOpenings(scroller: HTMLElement): () => boolean {
  let framesLeft = 0;
  const countFrames = (): void => {
    framesLeft -= 1;
    if (framesLeft > 0) requestAnimationFrame(countFrames);
  };
  scroller.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('details:not([open]) > summary') === null) return;
    if (framesLeft === 0) requestAnimationFrame(countFrames);
    framesLeft = openingFrames;
  });
  return () => framesLeft > 0;
}

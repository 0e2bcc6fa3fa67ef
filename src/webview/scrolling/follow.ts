import type { Preferences } from '../../common/protocol/protocol.ts';
import { createReaderScroll, type ReaderScroll } from './readerScroll.ts';
import { ScrollPosition } from './scrollPosition.ts';

/** The distance of a place below the top of the view, in pixels; undefined while the place is not on the page. */
export type PlaceDistance = () => number | undefined;

export interface FollowOptions {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly isEmpty: () => boolean;
}

/**
 * The part that is kept in view: the end, the end until this message has reached the top, or a place until everything
 * above it is laid out. Undefined while the person reads.
 */
type Goal = 'end' | HTMLElement | PlaceDistance | undefined;

/** An opened part is on the page after this many frames, however long each takes. */
const openingFrames = 5;
/** Scrolling down to this distance from the end counts as reaching it, because a fast reply moves the end away. */
const reach = 32;

/**
 * Keeps the end of the conversation in view while the reader is there. Scrolling up, opening a part and selecting text
 * end that; reaching the bottom or `jump` resumes it. An empty conversation is not followed, and `jump` shows its top.
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

  constructor({ scroller, content, isEmpty }: FollowOptions, onDidChange: (isEndShown: boolean) => void) {
    this.#scroller = scroller;
    this.#isEmpty = isEmpty;
    this.#onDidChange = onDidChange;
    this.#position = new ScrollPosition(scroller);
    this.#reader = createReaderScroll(scroller, {
      onUp: () => {
        if (this.#position.end > 0) this.#setGoal(undefined);
      },
      onEnd: () => this.jump(),
      isOwn: () => this.#position.isOwn(),
    });
    this.#isOpening = watchOpenings(scroller);
    scroller.addEventListener('scroll', () => this.#handleScroll());
    const sizes = new ResizeObserver(() => this.#handleResize());
    sizes.observe(scroller);
    sizes.observe(content);
  }

  /** Shows the end. */
  jump(): void {
    this.#goTo('end');
  }

  /** Shows what the person asked for: the end, or a new exchange, given by its question. */
  show(question: HTMLElement | undefined): void {
    this.#goTo((this.#mode === 'stopAtTop' ? question : undefined) ?? 'end');
  }

  /** Returns to a place that was read before, as soon as it is on the page. */
  goBack(distanceTo: PlaceDistance): void {
    this.#setGoal(distanceTo);
    this.#move();
    this.#tell();
  }

  /** Call it when an exchange was sent automatically: a reader further up stays there. */
  begin(question: HTMLElement | undefined): void {
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
    // While the person reads, the browser keeps the view in place when something above it changes.
    this.#scroller.style.overflowAnchor = goal === undefined ? 'auto' : 'none';
    // A place has a position only after everything above it is laid out.
    this.#scroller.classList.toggle('lay-out-all', typeof goal === 'function');
    this.#tell();
  }

  #isFollowing(): boolean {
    return this.#goal !== undefined && typeof this.#goal !== 'function';
  }

  #tell(): void {
    const isEndShown = this.#isFollowing() || this.#isEmpty() || this.#position.isAtEnd;
    if (isEndShown === this.#wasEndShown) return;
    this.#wasEndShown = isEndShown;
    this.#onDidChange(isEndShown);
  }

  #move(): void {
    if (this.#goal === undefined) return;
    if (typeof this.#goal === 'function') {
      this.#moveBack(this.#goal);
      return;
    }
    const { end } = this.#position;
    const top = this.#goal === 'end' ? end : Math.min(end, this.#position.topFor(this.#goal));
    this.#position.moveTo(top);
    if (top < end - 1) this.#setGoal(undefined);
  }

  /** Ends when the place has not moved for a frame: then everything above it has its height. */
  #moveBack(distanceTo: PlaceDistance): void {
    const left = distanceTo();
    if (left === undefined || this.#scroller.clientHeight === 0) return;
    this.#position.moveBy(left);
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
    else this.#tell();
  }

  #isEndReached(): boolean {
    return this.#position.isAtEnd || (this.#reader.direction() === 'down' && this.#position.distanceToEnd < reach);
  }

  #handleResize(): void {
    const { isAtEnd } = this.#position;
    if (this.#isOpening() && !isAtEnd) this.#setGoal(undefined);
    else if (this.#goal === undefined && !this.#wasEndShown && this.#mode === 'follow' && isAtEnd) this.#setGoal('end');
    if (!this.#isEmpty()) this.#move();
    this.#position.takeDirection();
    this.#tell();
  }
}

/** Returns whether a part was opened in the last frames. The person is about to read it, so it must stay in place. */
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

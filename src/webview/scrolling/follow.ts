import type { Preferences } from '../../common/protocol/protocol.ts';
import { createReaderScroll } from './readerScroll.ts';

/**
 * Keeps the end of the conversation in view while the person is there.
 * Whatever scrolls up ends that, and so does opening a part or selecting text; being at the bottom again,
 * or `jump`, resumes it. While there is no conversation, nothing is followed, and `jump` shows the top.
 */
export interface Follow {
  /** Shows the end. */
  readonly jump: () => void;
  /** Shows what the person asked for: the end, or a new exchange, given by its question. */
  readonly show: (question: HTMLElement | undefined) => void;
  /** Goes to a place that was read before, given by how far it is below the top of the view, once it is on the page. */
  readonly goBack: (distanceTo: PlaceDistance) => void;
  /** A new exchange has begun by itself: one who reads further up stays there. */
  readonly begin: (question: HTMLElement | undefined) => void;
  readonly setMode: (mode: Preferences['scroll']) => void;
}

/** In pixels; undefined while the place is not on the page. */
export type PlaceDistance = () => number | undefined;

export interface Followed {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly isEmpty: () => boolean;
}

/** An opened part is on the page within so many frames, however long each takes. */
const openingFrames = 5;
/** How far from the end a person who scrolls down has come to it: a quick reply moves it away under their wheel. */
const reach = 32;
/** Space above a message that stands at the top of the view. */
const topMargin = 8;

export function follow({ scroller, content, isEmpty }: Followed, onDidChange: (isEndShown: boolean) => void): Follow {
  let mode: Preferences['scroll'] = 'follow';
  /**
   * What is kept in view: the end, the end until this message has reached the top, or a place until it has been laid out
   * there; nothing while the person reads.
   */
  let goal: 'end' | HTMLElement | PlaceDistance | undefined = 'end';
  let lastTop = 0;
  /** Where the panel itself put the view last. */
  let movedTo = 0;
  /** Above zero when a part has just been opened: what the person is about to read stays where it is. */
  let framesToOpen = 0;
  let wasEndShown = true;

  const room = (): number => scroller.scrollHeight - scroller.clientHeight;
  const distance = (): number => room() - scroller.scrollTop;
  const isAtEnd = (): boolean => distance() < 2;
  const isFollowing = (): boolean => goal !== undefined && typeof goal !== 'function';

  const reader = createReaderScroll(scroller, {
    onUp: () => {
      if (room() > 0) setGoal(undefined);
    },
    onEnd: jump,
    isOwn: (top) => Math.abs(top - movedTo) < 1,
  });

  function setGoal(value: typeof goal): void {
    goal = value;
    // While the person reads, the browser keeps what is in view where it is when something above it changes.
    scroller.style.overflowAnchor = value === undefined ? 'auto' : 'none';
    // A place has none before all that is above it is laid out.
    scroller.classList.toggle('lay-out-all', typeof value === 'function');
    tell();
  }

  function tell(): void {
    const isEndShown = isFollowing() || isEmpty() || isAtEnd();
    if (isEndShown === wasEndShown) return;
    wasEndShown = isEndShown;
    onDidChange(isEndShown);
  }

  /** Where a message that is at the top of the view puts the view; a long question leaves half of it to the reply. */
  function topFor(message: HTMLElement): number {
    const offset = (each: Element): number => each.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    const reply = message.nextElementSibling;
    return Math.max(offset(message) - topMargin, reply === null ? 0 : offset(reply) - scroller.clientHeight / 2);
  }

  function move(): void {
    if (goal === undefined) return;
    if (typeof goal === 'function') {
      moveBack(goal);
      return;
    }
    const end = room();
    const top = goal === 'end' ? end : Math.min(end, topFor(goal));
    scroller.scrollTop = top;
    movedTo = scroller.scrollTop;
    lastTop = movedTo;
    if (top < end - 1) setGoal(undefined);
  }

  /** Done when it is still there a frame later: by then all that is above it has its height. */
  function moveBack(distanceTo: PlaceDistance): void {
    const left = distanceTo();
    if (left === undefined || scroller.clientHeight === 0) return;
    if (Math.abs(left) >= 1) scroller.scrollTop += left;
    movedTo = scroller.scrollTop;
    lastTop = movedTo;
    requestAnimationFrame(() => {
      if (goal === distanceTo && Math.abs(distanceTo() ?? Infinity) < 1) setGoal(undefined);
    });
  }

  function jump(): void {
    goTo('end');
  }

  function goTo(newGoal: 'end' | HTMLElement): void {
    reader.abort();
    setGoal(newGoal);
    if (isEmpty()) scroller.scrollTop = 0;
    else move();
    if (mode === 'never') setGoal(undefined);
  }

  scroller.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('details:not([open]) > summary') === null) return;
    if (framesToOpen === 0) requestAnimationFrame(countFrames);
    framesToOpen = openingFrames;
  });
  scroller.addEventListener('scroll', () => {
    const top = scroller.scrollTop;
    if (top === lastTop) return;
    const isUp = top < lastTop;
    lastTop = top;
    if (typeof goal === 'function') setGoal(undefined);
    if (isUp && !isAtEnd()) setGoal(undefined);
    else if (!isUp && mode === 'follow' && (isAtEnd() || (reader.direction() === 'down' && distance() < reach))) setGoal('end');
    else tell();
  });

  function countFrames(): void {
    framesToOpen -= 1;
    if (framesToOpen > 0) requestAnimationFrame(countFrames);
  }

  const sizes = new ResizeObserver(() => {
    if (framesToOpen > 0 && !isAtEnd()) setGoal(undefined);
    else if (goal === undefined && !wasEndShown && mode === 'follow' && isAtEnd()) setGoal('end');
    if (!isEmpty()) move();
    lastTop = scroller.scrollTop;
    tell();
  });
  sizes.observe(scroller);
  sizes.observe(content);

  return {
    jump,
    show: (question) => goTo((mode === 'stopAtTop' ? question : undefined) ?? 'end'),
    goBack: (distanceTo) => {
      setGoal(distanceTo);
      move();
      tell();
    },
    begin: (question) => {
      if (isFollowing() && mode === 'stopAtTop') setGoal(question);
    },
    setMode: (value) => {
      mode = value;
      if (value === 'never') setGoal(undefined);
    },
  };
}

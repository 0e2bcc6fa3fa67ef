/** Detects scrolling by the user from input events, before the scroll position changes. */
export interface ReaderScroll {
  /**
   * Returns the direction of the user's current scroll; undefined if there is none. The scroll ends with a `scrollend`
   * event at a position that the panel did not set.
   */
  readonly direction: () => 'up' | 'down' | undefined;
  /** Cancels the animation of a user's scroll up, because the animation would override a position set by the panel. */
  readonly abort: () => void;
}

export interface ReaderScrollEvents {
  /** Called when the user scrolls up, presses the pointer on the scroll bar, or selects text. */
  readonly onStartReading: () => void;
  readonly onEndKey: () => void;
  /** Returns true if the panel set the current scroll position. */
  readonly isSetByPanel: () => boolean;
}

const keysUp: readonly string[] = ['ArrowUp', 'PageUp', 'Home'];
const keysDown: readonly string[] = ['ArrowDown', 'PageDown', ' '];

export function createReaderScroll(
  scroller: HTMLElement,
  { onStartReading, onEndKey, isSetByPanel }: ReaderScrollEvents,
): ReaderScroll {
  let direction: 'up' | 'down' | undefined;

  function startScroll(to: 'up' | 'down', event: Event): void {
    if (to === 'up' && !canScrollUp(scroller, event)) return;
    direction = to;
    if (to === 'up') onStartReading();
  }

  listenToWheelAndTouch(scroller, startScroll);
  scroller.addEventListener('keydown', (event) => {
    const target = scrollTargetOf(event);
    if (target === 'end') {
      // The browser would scroll to where the end is at the key press, but a running reply moves the end.
      event.preventDefault();
      direction = 'down';
      onEndKey();
    } else if (target !== undefined) {
      startScroll(target, event);
    }
  });
  scroller.addEventListener('pointerdown', ({ target, offsetX }) => {
    const isScrollBar = target === scroller && (offsetX < 0 || offsetX >= scroller.clientWidth);
    if (isScrollBar) onStartReading();
  });
  listenToSelection(scroller, onStartReading);
  scroller.addEventListener('scrollend', () => {
    // `scrollend` also fires after a move by the panel. Such a move must not end the user's scroll.
    if (!isSetByPanel()) direction = undefined;
  });

  return {
    direction: () => direction,
    abort: () => {
      if (direction !== 'up') return;
      direction = undefined;
      // Chromium continues this animation even after scrollTop is set. Hiding the scroller cancels the animation.
      scroller.style.display = 'none';
      scroller.getBoundingClientRect();
      scroller.style.display = '';
    },
  };
}

/** Returns false if the conversation is at its top, or if the input scrolls an element inside the conversation. */
function canScrollUp(scroller: HTMLElement, event: Event): boolean {
  const path = event.composedPath();
  const within = path.slice(0, path.indexOf(scroller));
  return scroller.scrollTop > 0 && !within.some((each) => each instanceof Element && each.scrollTop > 0);
}

function listenToWheelAndTouch(scroller: HTMLElement, onScroll: (to: 'up' | 'down', event: Event) => void): void {
  let touchedAt = 0;
  const wheel = (event: WheelEvent): void => {
    if (event.deltaY !== 0 && !event.ctrlKey) onScroll(event.deltaY < 0 ? 'up' : 'down', event);
  };
  const touchMove = (event: TouchEvent): void => {
    const moved = (event.touches[0]?.clientY ?? touchedAt) - touchedAt;
    if (moved !== 0) onScroll(moved > 0 ? 'up' : 'down', event);
  };
  scroller.addEventListener('wheel', wheel, { passive: true });
  scroller.addEventListener('touchstart', ({ touches }) => (touchedAt = touches[0]?.clientY ?? 0), { passive: true });
  scroller.addEventListener('touchmove', touchMove, { passive: true });
}

/** Calls `onSelect` once for each selection that begins in the conversation, when the selection is no longer empty. */
function listenToSelection(scroller: HTMLElement, onSelect: () => void): void {
  let isSelecting = false;
  scroller.addEventListener('selectstart', () => (isSelecting = true));
  document.addEventListener('selectionchange', () => {
    if (!isSelecting || document.getSelection()?.isCollapsed !== false) return;
    isSelecting = false;
    onSelect();
  });
}

/** Returns where a key scrolls to; undefined if the event is already handled or does not scroll the conversation. */
function scrollTargetOf({ key, shiftKey, defaultPrevented, target }: KeyboardEvent): 'up' | 'down' | 'end' | undefined {
  if (defaultPrevented || (target instanceof Element && target.closest('textarea, input, select') !== null))
    return undefined;
  const pressesControl = key === ' ' && target instanceof Element && target.closest('button, summary, a') !== null;
  if (pressesControl) return undefined;
  if (key === 'End' && !shiftKey) return 'end';
  if (keysUp.includes(key) || (key === ' ' && shiftKey)) return 'up';
  return keysDown.includes(key) ? 'down' : undefined;
}

/** The reader's own scrolling, known from their input before anything has moved. */
export interface ReaderScroll {
  /** The direction in which the last wheel turn, key or swipe still moves the conversation. */
  readonly direction: () => 'up' | 'down' | undefined;
  /** Ends a scroll animation of the browser, which would go on after the panel has moved the view. */
  readonly abort: () => void;
}

export interface ReaderScrollEvents {
  /** The person scrolls up, takes the scroll bar or selects text: they have begun to read. */
  readonly onUp: () => void;
  /** The End key was pressed. */
  readonly onEnd: () => void;
  /** True if the panel chose the current position. */
  readonly isOwn: () => boolean;
}

const keysUp: readonly string[] = ['ArrowUp', 'PageUp', 'Home'];
const keysDown: readonly string[] = ['ArrowDown', 'PageDown', ' '];

export function createReaderScroll(scroller: HTMLElement, { onUp, onEnd, isOwn }: ReaderScrollEvents): ReaderScroll {
  let direction: 'up' | 'down' | undefined;

  function go(towards: 'up' | 'down', event: Event): void {
    if (towards === 'up' && !canScrollUp(scroller, event)) return;
    direction = towards;
    if (towards === 'up') onUp();
  }

  listenToWheelAndTouch(scroller, go);
  scroller.addEventListener('keydown', (event) => {
    const asked = scrollKey(event);
    if (asked === 'end') {
      // The browser would scroll to where the end was when the key was pressed.
      event.preventDefault();
      direction = 'down';
      onEnd();
    } else if (asked !== undefined) {
      go(asked, event);
    }
  });
  scroller.addEventListener('pointerdown', ({ target, offsetX }) => {
    const isScrollBar = target === scroller && (offsetX < 0 || offsetX >= scroller.clientWidth);
    if (isScrollBar) onUp();
  });
  listenToSelection(scroller, onUp);
  scroller.addEventListener('scrollend', () => {
    if (!isOwn()) direction = undefined;
  });

  return {
    direction: () => direction,
    abort: () => {
      if (direction !== 'up') return;
      direction = undefined;
      // Chromium's compositor continues an animated scroll even if scrollTop is set. Removing the box for a moment ends it.
      scroller.style.display = 'none';
      scroller.getBoundingClientRect();
      scroller.style.display = '';
    },
  };
}

/** False if the input scrolls a part inside the conversation instead. */
function canScrollUp(scroller: HTMLElement, event: Event): boolean {
  const path = event.composedPath();
  const within = path.slice(0, path.indexOf(scroller));
  return scroller.scrollTop > 0 && !within.some((each) => each instanceof Element && each.scrollTop > 0);
}

function listenToWheelAndTouch(scroller: HTMLElement, go: (towards: 'up' | 'down', event: Event) => void): void {
  let touchedAt = 0;
  const wheel = (event: WheelEvent): void => {
    if (event.deltaY !== 0 && !event.ctrlKey) go(event.deltaY < 0 ? 'up' : 'down', event);
  };
  const touchMove = (event: TouchEvent): void => {
    const moved = (event.touches[0]?.clientY ?? touchedAt) - touchedAt;
    if (moved !== 0) go(moved > 0 ? 'up' : 'down', event);
  };
  scroller.addEventListener('wheel', wheel, { passive: true });
  scroller.addEventListener('touchstart', ({ touches }) => (touchedAt = touches[0]?.clientY ?? 0), { passive: true });
  scroller.addEventListener('touchmove', touchMove, { passive: true });
}

/** Calls back when a selection that began in the conversation is no longer empty. */
function listenToSelection(scroller: HTMLElement, onSelect: () => void): void {
  let isSelecting = false;
  scroller.addEventListener('selectstart', () => (isSelecting = true));
  document.addEventListener('selectionchange', () => {
    if (!isSelecting || document.getSelection()?.isCollapsed !== false) return;
    isSelecting = false;
    onSelect();
  });
}

/** The scrolling that a key asks for; undefined if it has another meaning where it was pressed. */
function scrollKey({ key, shiftKey, defaultPrevented, target }: KeyboardEvent): 'up' | 'down' | 'end' | undefined {
  if (defaultPrevented || (target instanceof Element && target.closest('textarea, input, select') !== null))
    return undefined;
  const isPress = key === ' ' && target instanceof Element && target.closest('button, summary, a') !== null;
  if (isPress) return undefined;
  if (key === 'End' && !shiftKey) return 'end';
  if (keysUp.includes(key) || (key === ' ' && shiftKey)) return 'up';
  return keysDown.includes(key) ? 'down' : undefined;
}

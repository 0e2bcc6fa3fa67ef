/** What the person's own input says about scrolling, before anything has moved. */
export interface ReaderScroll {
  /** Which way the person's last wheel turn, key or swipe still moves the conversation. */
  readonly direction: () => 'up' | 'down' | undefined;
  /** Ends a scrolling that the browser still animates: it would go on after the conversation was moved. */
  readonly abort: () => void;
}

export interface ReaderScrollEvents {
  /** The person goes up, takes the scroll bar or selects text: they have begun to read. */
  readonly onUp: () => void;
  /** The key that asks for the end. */
  readonly onEnd: () => void;
  /** Whether the position is one that the panel chose. */
  readonly isOwn: (top: number) => boolean;
}

const keysUp: readonly string[] = ['ArrowUp', 'PageUp', 'Home'];
const keysDown: readonly string[] = ['ArrowDown', 'PageDown', ' '];

export function createReaderScroll(scroller: HTMLElement, { onUp, onEnd, isOwn }: ReaderScrollEvents): ReaderScroll {
  let direction: 'up' | 'down' | undefined;
  let touchedAt = 0;
  let isSelecting = false;

  function go(towards: 'up' | 'down', event: Event): void {
    if (towards === 'up' && !canScrollUp(event)) return;
    direction = towards;
    if (towards === 'up') onUp();
  }

  /** Whether the conversation itself moves, and not a part of it that scrolls within. */
  function canScrollUp(event: Event): boolean {
    const path = event.composedPath();
    const within = path.slice(0, path.indexOf(scroller));
    return scroller.scrollTop > 0 && !within.some((each) => each instanceof Element && each.scrollTop > 0);
  }

  scroller.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaY !== 0 && !event.ctrlKey) go(event.deltaY < 0 ? 'up' : 'down', event);
    },
    { passive: true },
  );
  scroller.addEventListener('touchstart', ({ touches }) => (touchedAt = touches[0]?.clientY ?? 0), { passive: true });
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const moved = (event.touches[0]?.clientY ?? touchedAt) - touchedAt;
      if (moved !== 0) go(moved > 0 ? 'up' : 'down', event);
    },
    { passive: true },
  );
  scroller.addEventListener('keydown', (event) => {
    const { key, shiftKey, defaultPrevented, target } = event;
    if (defaultPrevented || (target instanceof Element && target.closest('textarea, input, select') !== null)) return;
    const isPressed = key === ' ' && target instanceof Element && target.closest('button, summary, a') !== null;
    if (isPressed) return;
    if (key === 'End' && !shiftKey) {
      // The browser would go to where the end was when the key was pressed.
      event.preventDefault();
      direction = 'down';
      onEnd();
    } else if (keysUp.includes(key) || (key === ' ' && shiftKey)) {
      go('up', event);
    } else if (keysDown.includes(key)) {
      go('down', event);
    }
  });
  scroller.addEventListener('pointerdown', ({ target, offsetX }) => {
    const isScrollBar = target === scroller && (offsetX < 0 || offsetX >= scroller.clientWidth);
    if (isScrollBar) onUp();
  });
  scroller.addEventListener('selectstart', () => (isSelecting = true));
  document.addEventListener('selectionchange', () => {
    if (!isSelecting || document.getSelection()?.isCollapsed !== false) return;
    isSelecting = false;
    onUp();
  });
  scroller.addEventListener('scrollend', () => {
    if (!isOwn(scroller.scrollTop)) direction = undefined;
  });

  return {
    direction: () => direction,
    abort: () => {
      if (direction !== 'up') return;
      direction = undefined;
      // Chromium's compositor goes on with an animated scroll whatever scrollTop is set to; a box that was gone has none.
      scroller.style.display = 'none';
      scroller.getBoundingClientRect();
      scroller.style.display = '';
    },
  };
}

/**
 * Keeps the end of the conversation in view while the person is there.
 * Any upward wheel, key, drag or touch ends that, and so does opening a part to read it;
 * being at the bottom again, or `jump`, resumes it.
 * While there is no conversation, nothing is followed, and `jump` shows the top.
 */
export interface Follow {
  readonly jump: () => void;
}

export interface Followed {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly isEmpty: () => boolean;
}

/** An opened part is on the page within a few frames. */
const openingTime = 100;

export function follow({ scroller, content, isEmpty }: Followed, onDidChange: (isFollowing: boolean) => void): Follow {
  let isFollowing = true;
  let lastTop = 0;
  /** Whether a part has just been opened: what the person is about to read stays where it is. */
  let isOpening = false;

  const room = (): number => scroller.scrollHeight - scroller.clientHeight;
  const isAtBottom = (): boolean => room() - scroller.scrollTop < 2;

  function set(value: boolean): void {
    if (isFollowing === value || (!value && isEmpty())) return;
    isFollowing = value;
    onDidChange(value);
  }

  function release(): void {
    if (room() > 0) set(false);
  }

  function toBottom(): void {
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  }

  scroller.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && scroller.scrollTop > 0 && release(), { passive: true });
  scroller.addEventListener('touchmove', release, { passive: true });
  scroller.addEventListener('keydown', ({ key, shiftKey }) => {
    if (['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey)) release();
  });
  scroller.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('details:not([open]) > summary') === null) return;
    isOpening = true;
    setTimeout(() => (isOpening = false), openingTime);
  });
  scroller.addEventListener('scroll', () => {
    const top = scroller.scrollTop;
    if (top < lastTop && !isAtBottom()) set(false);
    else if (top > lastTop && isAtBottom()) set(true);
    lastTop = top;
  });

  const sizes = new ResizeObserver(() => {
    if (isAtBottom()) set(true);
    else if (isOpening) set(false);
    if (isFollowing && !isEmpty()) toBottom();
  });
  sizes.observe(scroller);
  sizes.observe(content);

  return {
    jump: () => {
      set(true);
      if (isEmpty()) scroller.scrollTop = 0;
      else toBottom();
    },
  };
}

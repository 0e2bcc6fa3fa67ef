import { element } from '../../dom.ts';

/**
 * Replaces the horizontal scroll bar of `pre` by one that stays at the bottom of the view while the end of long code is
 * below the view.
 */
export function createCodeScrollBar(pre: HTMLElement): void {
  const width = element('div');
  // Screen readers and the keyboard use the code itself, which scrolls as well.
  const bar = element('div', { class: 'code-scroll-bar', 'aria-hidden': 'true', tabindex: '-1' }, width);
  bar.addEventListener('scroll', () => pre.scrollTo({ left: bar.scrollLeft, behavior: 'instant' }));
  pre.addEventListener('scroll', () => bar.scrollTo({ left: pre.scrollLeft, behavior: 'instant' }));
  const resized = new ResizeObserver(() => {
    bar.hidden = pre.scrollWidth <= pre.clientWidth;
    width.style.width = `${pre.scrollWidth}px`;
  });
  pre.classList.add('has-scroll-bar');
  pre.after(bar);
  for (const each of [pre, ...pre.children]) resized.observe(each);
}

import type { CostBreakdownView } from '../../common/protocol/costProtocol.ts';
import { element, replaceAllChildren } from '../dom.ts';

/** Minimum gap between the popover and the edges of the panel, in CSS pixels. */
const margin = 8;
/** Gap between the popover and the cost line, in CSS pixels. */
const gap = 4;

/** A popover next to the cost line of a reply, with the cost breakdown as a table. */
export class CostPopover {
  readonly #box = element('div', { class: 'cost-card', id: 'cost-card', role: 'tooltip', popover: 'manual' });
  readonly #onDismiss: () => void;
  #line: HTMLElement | undefined;

  /**
   * While the popover is open, calls `onDismiss` on Escape, when the panel is resized, and when the cost line is out of
   * view. `onDismiss` must call `close`.
   */
  constructor(onDismiss: () => void) {
    this.#onDismiss = onDismiss;
  }

  get isOpen(): boolean {
    return this.#box.matches(':popover-open');
  }

  get isHovered(): boolean {
    return this.#box.matches(':hover');
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && this.#box.contains(target);
  }

  open(line: HTMLElement, breakdown: CostBreakdownView): void {
    this.#line = line;
    replaceAllChildren(this.#box, contentOf(breakdown));
    // Screen readers read the popover after the line. The position in the DOM does not affect the position on screen,
    // because a popover is displayed in the top layer.
    line.after(this.#box);
    this.#box.showPopover();
    this.#place();
    // `#place` dismisses the popover if the line is out of view.
    if (this.#line !== line) return;
    line.setAttribute('aria-describedby', this.#box.id);
    document.addEventListener('keydown', this.#handleKey, { capture: true });
    document.addEventListener('scroll', this.#place, { capture: true });
    window.addEventListener('resize', this.#onDismiss);
  }

  close(): void {
    this.#line?.removeAttribute('aria-describedby');
    this.#line = undefined;
    this.#box.remove();
    document.removeEventListener('keydown', this.#handleKey, { capture: true });
    document.removeEventListener('scroll', this.#place, { capture: true });
    window.removeEventListener('resize', this.#onDismiss);
  }

  /** Places the popover next to the cost line, or dismisses the popover if the line is out of view. */
  readonly #place = (): void => {
    const view = this.#line?.closest('.log')?.getBoundingClientRect();
    const line = this.#line?.getBoundingClientRect();
    if (this.#line === undefined || view === undefined || line === undefined) return;
    if (line.bottom <= view.top || line.top >= view.bottom) this.#onDismiss();
    else placeBeside(this.#box, this.#line);
  };

  /** Dismisses the popover on Escape. Must run in the capture phase, before the panel's own Escape handler. */
  readonly #handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#onDismiss();
  };
}

/**
 * Places a fixed-position box above `anchor`. If the box does not fit there, and the room below `anchor` is at least as
 * high as the room above, places the box below. In both cases, shifts the box into the panel if needed.
 */
function placeBeside(box: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const start = getComputedStyle(anchor).direction === 'rtl' ? right - width : left;
  const above = top - gap - height;
  const below = bottom + gap;
  const isAbove = above >= margin || top > window.innerHeight - bottom;
  box.style.left = `${within(start, window.innerWidth - width)}px`;
  box.style.top = `${within(isAbove ? above : below, window.innerHeight - height)}px`;
}

function within(wanted: number, most: number): number {
  return Math.max(margin, Math.min(wanted, most - margin));
}

function contentOf({ columns, rows, total, remarks }: CostBreakdownView): readonly HTMLElement[] {
  const head = columns.map((name) => element('th', { scope: 'col' }, name));
  const body = rows.map(({ name, tokens, price, amount }) => {
    const cells = [tokens, price, amount].map((each) => element('td', {}, each));
    return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
  });
  const foot = element(
    'tr',
    {},
    element('th', { scope: 'row' }, total.name),
    element('td', { colspan: '3' }, total.amount),
  );
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, element('td'), ...head)),
    element('tbody', {}, ...body),
    element('tfoot', {}, foot),
  );
  return [table, ...remarks.map((remark) => element('p', {}, remark))];
}

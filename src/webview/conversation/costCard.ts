import type { CostBreakdownView } from '../../common/protocol/costProtocol.ts';
import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import { placeBeside } from './placeBeside.ts';

/** The parts of a reply's cost, on hover and on focus of its line; asked for when the card is first shown. */
export interface CostCard {
  readonly close: () => void;
}

/** As VS Code's own hovers, unless a person has set it otherwise. */
const hoverMilliseconds = 500;
/** How long the pointer may be on its way from the line to the card. */
const leaveMilliseconds = 200;

export function costCard(context: PanelContext, list: HTMLElement): CostCard {
  const card = element('div', { class: 'cost-card', id: 'cost-card', role: 'tooltip', popover: 'manual' });
  /** The line whose card is shown, or is to be. */
  let line: HTMLButtonElement | undefined;
  let breakdown: CostBreakdownView | undefined;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  list.addEventListener('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    const entered = lineOf(target);
    if (entered === undefined && !isCard(target)) return;
    if (entered === undefined || entered === line) stay();
    else ask(entered, hoverMilliseconds);
  });
  list.addEventListener('pointerout', ({ target }) => {
    if (line === undefined || (lineOf(target) !== line && !isCard(target)) || line.matches(':focus-visible')) return;
    clearTimeout(timer);
    timer = setTimeout(close, isDue ? leaveMilliseconds : 0);
  });
  list.addEventListener('focusin', ({ target }) => {
    const focused = lineOf(target);
    if (focused?.matches(':focus-visible') === true) ask(focused, 0);
  });
  list.addEventListener('focusout', ({ target }) => {
    // Its text can be selected and copied.
    if (lineOf(target) === line && !card.matches(':hover')) close();
  });
  list.addEventListener('click', ({ target }) => {
    const clicked = lineOf(target);
    if (clicked !== undefined) ask(clicked, 0);
  });

  function isCard(target: EventTarget | null): boolean {
    return target instanceof Node && card.contains(target);
  }

  /** What was to close it, or open another one, does not; what was to open it does. */
  function stay(): void {
    if (isDue) clearTimeout(timer);
  }

  function ask(asked: HTMLButtonElement, delay: number): void {
    if (asked !== line) {
      close();
      line = asked;
      void context.ask({ type: 'explainCost', responseId: asked.value }).then((answer) => {
        if (line !== asked) return;
        breakdown = answer;
        open();
      });
    }
    clearTimeout(timer);
    if (delay === 0) becomeDue();
    else timer = setTimeout(becomeDue, delay);
  }

  function becomeDue(): void {
    isDue = true;
    open();
  }

  function open(): void {
    if (!isDue || line?.isConnected !== true || breakdown === undefined || card.matches(':popover-open')) return;
    card.replaceChildren(...contentOf(breakdown));
    // Where it is read after the line, in the top layer whatever it is in.
    line.after(card);
    card.showPopover();
    place();
    line.setAttribute('aria-describedby', card.id);
    document.addEventListener('keydown', closeByKey, { capture: true });
    document.addEventListener('scroll', place, { capture: true });
    window.addEventListener('resize', close);
  }

  /** Goes along with its line, as far as that is in view. */
  function place(): void {
    const view = line?.closest('.log')?.getBoundingClientRect();
    const box = line?.getBoundingClientRect();
    if (line === undefined || view === undefined || box === undefined) return;
    if (box.bottom <= view.top || box.top >= view.bottom) close();
    else placeBeside(card, line);
  }

  function close(): void {
    clearTimeout(timer);
    line?.removeAttribute('aria-describedby');
    line = undefined;
    breakdown = undefined;
    isDue = false;
    card.remove();
    document.removeEventListener('keydown', closeByKey, { capture: true });
    document.removeEventListener('scroll', place, { capture: true });
    window.removeEventListener('resize', close);
  }

  /** Before anything else that Esc does; the focus stays where it is. */
  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  }

  return { close };
}

function lineOf(target: EventTarget | null): HTMLButtonElement | undefined {
  return (target instanceof Element ? target.closest<HTMLButtonElement>('button.cost') : null) ?? undefined;
}

function contentOf({ columns, rows, total, remarks }: CostBreakdownView): readonly HTMLElement[] {
  const head = columns.map((name) => element('th', { scope: 'col' }, name));
  const body = rows.map(({ name, tokens, price, amount }) => {
    const cells = [tokens, price, amount].map((each) => element('td', {}, each));
    return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
  });
  const foot = element('tr', {}, element('th', { scope: 'row' }, total.name), element('td', { colspan: '3' }, total.amount));
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, element('td'), ...head)),
    element('tbody', {}, ...body),
    element('tfoot', {}, foot),
  );
  return [table, ...remarks.map((remark) => element('p', {}, remark))];
}

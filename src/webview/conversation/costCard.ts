import type { CostBreakdownView } from '../../common/protocol/costProtocol.ts';
import type { PanelContext } from '../panelContext.ts';
import { CostPopover } from './costPopover.ts';

/** Delay before a hover opens the card. On Windows and Linux, VS Code's default hover delay is the same. */
const hoverMilliseconds = 500;
/** Delay before the card closes, so that the pointer can move from the cost line to the card. */
const leaveMilliseconds = 200;

/**
 * A card that shows the cost breakdown of a reply. The breakdown is requested when the cost line below the reply is
 * hovered, clicked or focused with the keyboard.
 */
export class CostCard {
  readonly #askExtension: PanelContext['ask'];
  readonly #popover = new CostPopover(() => this.close());
  /** The cost line whose breakdown is requested or shown. */
  #line: HTMLButtonElement | undefined;
  #breakdown: CostBreakdownView | undefined;
  /**
   * True once the hover delay is over, or the line was focused or clicked. The card opens as soon as `#isDue` is true
   * and the breakdown has arrived.
   */
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ ask }: PanelContext, list: HTMLElement) {
    this.#askExtension = ask;
    list.addEventListener('pointerover', (event) => this.#handlePointerOver(event));
    list.addEventListener('pointerout', ({ target }) => this.#handlePointerOut(target));
    list.addEventListener('focusin', ({ target }) => {
      const focused = lineOf(target);
      if (focused?.matches(':focus-visible') === true) this.#ask(focused, 0);
    });
    list.addEventListener('focusout', ({ target }) => {
      // Keep the card open while the pointer is over the card, so that the user can select and copy its text.
      if (lineOf(target) === this.#line && !this.#popover.isHovered) this.close();
    });
    list.addEventListener('click', ({ target }) => {
      const clicked = lineOf(target);
      if (clicked !== undefined) this.#ask(clicked, 0);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#popover.close();
    this.#line = undefined;
    this.#breakdown = undefined;
    this.#isDue = false;
  }

  #handlePointerOver({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch') return;
    const entered = lineOf(target);
    if (entered === undefined && !this.#popover.contains(target)) return;
    if (entered !== undefined && entered !== this.#line) this.#ask(entered, hoverMilliseconds);
    // The pointer has returned to the line or the card. If the card is due, cancel its scheduled closing. If the card
    // is not due yet, the timer may be its scheduled opening, so do not cancel the timer.
    else if (this.#isDue) clearTimeout(this.#timer);
  }

  #handlePointerOut(target: EventTarget | null): void {
    const isLeft = lineOf(target) === this.#line || this.#popover.contains(target);
    if (this.#line === undefined || !isLeft || this.#line.matches(':focus-visible')) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), this.#isDue ? leaveMilliseconds : 0);
  }

  #ask(line: HTMLButtonElement, delay: number): void {
    if (line !== this.#line) {
      this.close();
      this.#line = line;
      void this.#askExtension({ type: 'explainCost', responseId: line.value }).then((breakdown) => {
        if (line !== this.#line) return;
        this.#breakdown = breakdown;
        this.#openWhenDue();
      });
    }
    clearTimeout(this.#timer);
    if (delay === 0) this.#becomeDue();
    else this.#timer = setTimeout(() => this.#becomeDue(), delay);
  }

  #becomeDue(): void {
    this.#isDue = true;
    this.#openWhenDue();
  }

  #openWhenDue(): void {
    if (!this.#isDue || this.#line?.isConnected !== true || this.#breakdown === undefined) return;
    if (!this.#popover.isOpen) this.#popover.open(this.#line, this.#breakdown);
  }
}

function lineOf(target: EventTarget | null): HTMLButtonElement | undefined {
  return (target instanceof Element ? target.closest<HTMLButtonElement>('button.cost') : null) ?? undefined;
}

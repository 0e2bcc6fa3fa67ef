import type { BillFigures } from '../../common/protocol/billProtocol.ts';
import { element } from '../dom.ts';

/** Percent that stay free at either side. */
const edge = 8;

/** Our range as a band and the bill as a mark on one scale; what it shows stands in the text below it, too. */
export function billBar({ low, high, bill }: BillFigures): HTMLElement {
  const [least, most] = [Math.min(low, bill), Math.max(high, bill)];
  const place = (amount: number) => (most === least ? 50 : edge + ((100 - 2 * edge) * (amount - least)) / (most - least));
  const band = element('span', { class: 'bill-band' });
  band.style.insetInlineStart = `${place(low)}%`;
  band.style.width = `${place(high) - place(low)}%`;
  const mark = element('span', { class: 'bill-mark' });
  mark.style.insetInlineStart = `${place(bill)}%`;
  return element('div', { class: 'bill-bar', 'aria-hidden': 'true' }, band, mark);
}

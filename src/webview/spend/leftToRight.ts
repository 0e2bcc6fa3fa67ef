import { element } from '../dom.ts';

/** An amount or a range of amounts, which reads from left to right in every language. */
export function leftToRight(amount: string): HTMLElement {
  return element('bdi', { dir: 'ltr' }, amount);
}

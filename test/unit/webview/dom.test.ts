import { strict as assert } from 'node:assert';
import { onFirstClick } from '../../../src/webview/dom.ts';

describe('onFirstClick', () => {
  it('handles key presses and the first click, and ignores the second and third click of a series', () => {
    let handled = 0;
    const handleClick = onFirstClick(() => (handled += 1));
    // `detail` is the number of the click in a series. A key press on a button causes a click whose `detail` is 0.
    const click = (detail: number) => handleClick({ detail } as MouseEvent);
    for (const detail of [0, 1]) click(detail);
    assert.equal(handled, 2);
    for (const detail of [2, 3]) click(detail);
    assert.equal(handled, 2);
  });
});

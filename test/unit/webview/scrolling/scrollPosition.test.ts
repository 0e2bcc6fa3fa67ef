import { strict as assert } from 'node:assert';
import { ScrollPosition } from '../../../../src/webview/scrolling/scrollPosition.ts';

describe('ScrollPosition', () => {
  /** Creates a simulated scroller. The view is 100 pixels high, and the conversation 1,000 pixels. */
  const createScroller = () => {
    const scroller = {
      scrollTop: 0,
      scrollHeight: 1_000,
      clientHeight: 100,
      getBoundingClientRect: () => ({ top: 0 }),
    };
    return { scroller, position: new ScrollPosition(scroller as unknown as HTMLElement) };
  };

  it('distinguishes scrolling by the user from moves by the panel', () => {
    const { scroller, position } = createScroller();
    position.moveTo(500);
    assert.deepEqual([position.isSetByPanel(), position.takeDirection()], [true, undefined]);
    scroller.scrollTop = 400;
    assert.deepEqual([position.isSetByPanel(), position.takeDirection()], [false, 'up']);
    assert.equal(position.takeDirection(), undefined);
    scroller.scrollTop = 401;
    assert.deepEqual([position.isSetByPanel(), position.takeDirection()], [false, 'down']);
    position.moveBy(10);
    assert.deepEqual([scroller.scrollTop, position.isSetByPanel(), position.takeDirection()], [411, true, undefined]);
  });

  it('treats the initial position as set by the panel', () => {
    const { scroller, position } = createScroller();
    assert.equal(position.isSetByPanel(), true);
    scroller.scrollTop = 1;
    assert.equal(position.isSetByPanel(), false);
  });

  it('ignores moves by less than one pixel', () => {
    const { scroller, position } = createScroller();
    position.moveBy(0.9);
    assert.equal(scroller.scrollTop, 0);
    position.moveBy(1);
    assert.equal(scroller.scrollTop, 1);
  });

  it('reports a slightly higher position after the user has scrolled up by less than half of the view', () => {
    const { scroller, position } = createScroller();
    position.moveTo(500);
    const isSlightlyHigherAt = (top: number) => {
      scroller.scrollTop = top;
      return position.isSlightlyHigher();
    };
    assert.deepEqual([501, 500, 499, 451, 450].map(isSlightlyHigherAt), [false, false, true, true, false]);
  });

  it('is at the end if the distance to the end is less than two pixels', () => {
    const { scroller, position } = createScroller();
    scroller.scrollTop = 898.5;
    assert.equal(position.isAtEnd, true);
    scroller.scrollTop = 898;
    assert.equal(position.isAtEnd, false);
  });

  it('puts a question near the top, but leaves half of the view to the reply if the question is long', () => {
    const { scroller, position } = createScroller();
    scroller.scrollTop = 300;
    const at = (top: number, next: object | null = null) =>
      ({ getBoundingClientRect: () => ({ top }), nextElementSibling: next }) as unknown as HTMLElement;
    assert.equal(position.topFor(at(50)), 342);
    assert.equal(position.topFor(at(50, at(80))), 342);
    assert.equal(position.topFor(at(50, at(150))), 400);
  });
});

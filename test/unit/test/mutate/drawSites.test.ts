import assert from 'node:assert/strict';
import { drawSites } from '../../../mutate/drawSites.ts';

const items = Array.from({ length: 1_000 }, (_, index) => index);

describe('drawSites', () => {
  it('draws the same items for the same seed', () => {
    assert.deepEqual(draw(50, 1), draw(50, 1));
  });

  it('draws different items for different seeds', () => {
    assert.notDeepEqual(draw(50, 1), draw(50, 2));
  });

  it('draws every item once if the count is high enough', () => {
    assert.deepEqual(
      draw(2_000, 1).toSorted((one, other) => one - other),
      items,
    );
  });

  it('draws from the whole list, so that the average is near the middle', () => {
    const average = draw(200, 1).reduce((sum, item) => sum + item, 0) / 200;
    assert.ok(average > 400 && average < 600, String(average));
  });

  it('starts a larger draw with the items of a smaller draw', () => {
    assert.deepEqual(draw(50, 1).slice(0, 20), draw(20, 1));
  });

  it('skips ineligible items and keeps the order of the others', () => {
    const isEligible = (item: number) => item % 2 === 0;
    assert.deepEqual(drawSites(items, 1_000, 1, isEligible), draw(1_000, 1).filter(isEligible));
  });
});

function draw(count: number, seed: number): readonly number[] {
  return drawSites(items, count, seed, () => true);
}

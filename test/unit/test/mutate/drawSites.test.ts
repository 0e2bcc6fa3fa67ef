import assert from 'node:assert/strict';
import { drawSites } from '../../../mutate/drawSites.ts';

const items = Array.from({ length: 1_000 }, (_, index) => index);

describe('the draw of mutants', () => {
  it('is the same for the same seed', () => {
    assert.deepEqual(draw(50, 1), draw(50, 1));
  });

  it('differs between seeds', () => {
    assert.notDeepEqual(draw(50, 1), draw(50, 2));
  });

  it('takes no item twice, and all of them if asked to', () => {
    assert.deepEqual(
      draw(2_000, 1).toSorted((one, other) => one - other),
      items,
    );
  });

  it('takes items from everywhere', () => {
    const average = draw(200, 1).reduce((sum, item) => sum + item, 0) / 200;
    assert.ok(average > 400 && average < 600, String(average));
  });

  it('adds to a smaller draw', () => {
    assert.deepEqual(draw(50, 1).slice(0, 20), draw(20, 1));
  });

  it('leaves out what is not eligible, and keeps the rest', () => {
    const isEligible = (item: number) => item % 2 === 0;
    assert.deepEqual(drawSites(items, 1_000, 1, isEligible), draw(1_000, 1).filter(isEligible));
  });
});

function draw(count: number, seed: number): readonly number[] {
  return drawSites(items, count, seed, () => true);
}

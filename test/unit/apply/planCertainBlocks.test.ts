import { strict as assert } from 'node:assert';
import { planCertainBlocks } from '../../../src/apply/planFile.ts';

describe('planCertainBlocks', () => {
  const one = (name: string, value: number) => `function ${name}() {\n  load();\n  log();\n  return ${value};\n}\n`;
  const file = `${one('a', 1)}\n${one('b', 1)}`;

  /** Returns the changed text, and the indices of the omitted blocks; or the reason why all blocks are unclear. */
  function planned(...codes: readonly string[]) {
    const blocks = codes.map((code) => ({ code, info: '', before: '' }));
    const { plan, omitted } = planCertainBlocks(blocks, { path: 'a.ts', text: file });
    if (plan.kind === 'unclear') return plan.reason.kind;
    return { after: plan.kind === 'change' ? plan.after : file, omitted: omitted.map(({ index }) => index) };
  }

  it('omits the blocks whose place is not certain', () => {
    const after = file.replace(one('a', 1), one('a', 2)).replace(one('b', 1), one('b', 2));
    assert.deepEqual(planned(one('a', 2), one('c', 1), one('b', 2)), { after, omitted: [1] });
    assert.deepEqual(planned(one('a', 2), one('b', 2)), { after, omitted: [] });
  });

  it('has the texts before and after each block that changes the file', () => {
    const blocks = [one('a', 2), one('c', 1), one('a', 2), one('b', 2)].map((code) => ({ code, info: '', before: '' }));
    const { steps } = planCertainBlocks(blocks, { path: 'a.ts', text: file });
    const between = file.replace(one('a', 1), one('a', 2));
    assert.deepEqual(steps, [
      { index: 0, before: file, after: between },
      { index: 3, before: between, after: between.replace(one('b', 1), one('b', 2)) },
    ]);
  });

  it('has no steps if their texts together would be very long', () => {
    const text = `${file}\n${`// ${'x'.repeat(97)}\n`.repeat(25_000)}`;
    const blocks = [one('a', 2), one('b', 2)].map((code) => ({ code, info: '', before: '' }));
    const { plan, steps } = planCertainBlocks(blocks, { path: 'a.ts', text });
    assert.deepEqual([plan.kind, steps], ['change', []]);
  });

  it('is unclear if no block is certain', () => {
    assert.equal(planned(one('c', 1), one('d', 1)), 'notFound');
    assert.equal(planned(one('c', 1)), 'notFound');
  });

  it('is unclear if blocks are versions of the same lines', () => {
    assert.equal(planned(one('a', 2), one('a', 3), one('b', 2)), 'versions');
    // The lines between the markers are in both functions.
    const twice = '<<<<<<< SEARCH\n  load();\n=======\n  start();\n>>>>>>> REPLACE';
    const started = one('a', 1).replace('load', 'begin');
    assert.equal(planned(twice, started), 'ambiguous');
    assert.deepEqual(planned(one('a', 2), twice), { after: file.replace(one('a', 1), one('a', 2)), omitted: [1] });
  });
});

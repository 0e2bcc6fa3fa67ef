import assert from 'node:assert/strict';
import { PendingReferences } from '../../../../src/webview/markdown/pendingReferences.ts';

describe('PendingReferences', () => {
  let known: Set<string>;
  let pending: PendingReferences;

  beforeEach(() => {
    known = new Set();
    pending = new PendingReferences(
      (label) => label.toUpperCase(),
      (label) => known.has(label),
    );
  });

  it('returns only the blocks with references that are defined later, each block once', () => {
    pending.add(0, 'see [a] and [b]');
    pending.add(1, 'see [c]');
    pending.add(2, 'text');
    known.add('A').add('B');
    assert.deepEqual(pending.resolve(), [{ index: 0, source: 'see [a] and [b]' }]);
  });

  it('returns the blocks in the order in which they were added', () => {
    for (const index of [0, 1, 2]) pending.add(index, 'see [a]');
    known.add('A');
    assert.deepEqual(
      pending.resolve().map(({ index }) => index),
      [0, 1, 2],
    );
  });

  it('does not return a block if all its definitions were known when the block was added', () => {
    known.add('A');
    pending.add(0, 'see [a]');
    assert.deepEqual(pending.resolve(), []);
  });

  it('returns a block with an already defined reference only if the definition was late', () => {
    known.add('A').add('B');
    pending.add(0, 'see [a]', new Set(['A']));
    pending.add(1, 'see [b]', new Set(['A']));
    assert.deepEqual(pending.resolve(), [{ index: 0, source: 'see [a]' }]);
  });

  it('ignores escaped brackets, and finds a reference after them', () => {
    pending.add(0, 'an escaped \\[a]');
    pending.add(1, 'escapes \\[\\\\[a]');
    known.add('A');
    assert.deepEqual(pending.resolve(), [{ index: 1, source: 'escapes \\[\\\\[a]' }]);
  });
});

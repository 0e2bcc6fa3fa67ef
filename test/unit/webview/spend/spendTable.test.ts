import assert from 'node:assert/strict';
import { arrangeRows } from '../../../../src/webview/spend/spendTable.ts';

describe('arrangeRows', () => {
  const rows = [
    { name: 'Group by a key', cost: 2 },
    { name: 'Release notes', cost: 5 },
    { name: 'A key for notes', cost: 2 },
  ];
  const arranged = (filter: string, isDescending = false) =>
    arrangeRows(
      rows,
      { column: 'cost', isDescending, filter },
      ({ name }) => name,
      (a, b) => a.cost - b.cost,
    ).map(({ name }) => name);

  it('sorts in either direction and keeps the order of equal rows', () => {
    assert.deepEqual(arranged(''), ['Group by a key', 'A key for notes', 'Release notes']);
    assert.deepEqual(arranged('', true), ['Release notes', 'Group by a key', 'A key for notes']);
  });

  it('returns the rows that contain every word of the filter, in any order and ignoring case', () => {
    assert.deepEqual(arranged('  NOTES key '), ['A key for notes']);
    assert.deepEqual(arranged('key'), ['Group by a key', 'A key for notes']);
    assert.deepEqual(arranged('nowhere'), []);
  });
});

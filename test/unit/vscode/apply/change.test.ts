import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { addToChange, partsOf, type Change } from '../../../../src/vscode/apply/change.ts';

describe('addToChange', () => {
  const change = (blocks: readonly string[]): Change => ({
    ...{ uri: vscode.Uri.file('/a.ts'), isNew: false, before: 'a', after: 'b', blocks, undone: [] },
    planAgain: async (text) => Promise.resolve(text),
  });

  it('keeps what each change has changed, except a change that no block of code makes', () => {
    const [first, undone, last] = [change(['a']), { ...change([]), before: 'b', after: 'c' }, change(['b'])];
    const added = addToChange(addToChange(first, undone), last);
    assert.deepEqual(
      partsOf(added).map(({ blocks }) => blocks),
      [['a'], ['b']],
    );
  });

  it('states a block once that both changes come from', () => {
    assert.deepEqual(addToChange(change(['a', 'b']), change(['b', 'c'])).blocks, ['a', 'b', 'c']);
  });
});

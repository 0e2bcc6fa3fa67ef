import assert from 'node:assert/strict';
import manifest from '../../../../package.json' with { type: 'json' };
import { commandIds } from '../../../../src/vscode/commands/commandIds.ts';

describe('commandIds', () => {
  // `ChatCommands` requires a handler for each of these ids.
  it('lists exactly the commands of package.json', () => {
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual([...commandIds].toSorted(), contributed.toSorted());
  });
});

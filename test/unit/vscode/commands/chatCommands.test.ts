import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const project = path.join(import.meta.dirname, '../../../..');

describe('the commands', () => {
  it('of the manifest are the ones that do something', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as Manifest;
    // Read as text: the module needs VS Code.
    const source = readFileSync(path.join(project, 'src/vscode/commands/chatCommands.ts'), 'utf8');
    const handled = [...source.matchAll(/^ {4}'(tally\.\w+)':/gm)].map(([, command]) => command);
    assert.deepEqual(handled.toSorted(), contributes.commands.map(({ command }) => command).toSorted());
  });
});

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { globalDispatchers, tallyExtension } from './tallyExtension.ts';

describe('The extension', () => {
  it('does not change undici’s global dispatchers when it is activated', async () => {
    const extension = tallyExtension();
    const { before } = globalDispatchers();
    await extension.activate();
    const { now } = globalDispatchers();
    assert.equal(now[0] === before[0] && now[1] === before[1], true);
  });

  it('registers exactly the commands in package.json', async () => {
    const { packageJSON } = tallyExtension();
    await tallyExtension().activate();
    const contributed = packageJSON.contributes.commands.map(({ command }) => command);
    const registered = (await vscode.commands.getCommands(true)).filter((id) => /^tally\.[a-zA-Z]+$/.test(id));
    assert.deepEqual(registered.toSorted(), contributed.toSorted());
  });

  it('has a text in package.nls.json for each key that package.json uses, and no other texts', async () => {
    const folder = tallyExtension().extensionUri.fsPath;
    const manifest = await readFile(`${folder}/package.json`, 'utf8');
    const texts = JSON.parse(await readFile(`${folder}/package.nls.json`, 'utf8')) as Record<string, string>;
    const keys = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, name]) => name ?? '');
    assert.deepEqual([...new Set(keys)].toSorted(), Object.keys(texts).toSorted());
  });
});

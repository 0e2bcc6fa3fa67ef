import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { dispatcherSlots, tallyExtension } from './tallyExtension.ts';

describe('Activation', () => {
  it('leaves the process-wide undici slots as they were', async () => {
    const extension = tallyExtension();
    const { before } = dispatcherSlots();
    await extension.activate();
    const { now } = dispatcherSlots();
    assert.equal(now[0] === before[0] && now[1] === before[1], true);
  });

  it('registers every command that the manifest contributes, and no other', async () => {
    const { packageJSON } = tallyExtension();
    await tallyExtension().activate();
    const contributed = packageJSON.contributes.commands.map(({ command }) => command);
    const registered = (await vscode.commands.getCommands(true)).filter((id) => /^tally\.[a-zA-Z]+$/.test(id));
    assert.deepEqual(registered.toSorted(), contributed.toSorted());
  });

  it('has a text for every place in the manifest that names one', async () => {
    const folder = tallyExtension().extensionUri.fsPath;
    const manifest = await readFile(`${folder}/package.json`, 'utf8');
    const texts = JSON.parse(await readFile(`${folder}/package.nls.json`, 'utf8')) as Record<string, string>;
    const named = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, name]) => name ?? '');
    assert.deepEqual([...new Set(named)].toSorted(), Object.keys(texts).toSorted());
  });
});

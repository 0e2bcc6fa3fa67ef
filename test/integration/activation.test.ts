import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { settingDefaults } from '../../src/vscode/settings/settingDefaults.ts';
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

  it('has the same default for each setting in the manifest and in the code', () => {
    const { properties } = tallyExtension().packageJSON.contributes.configuration;
    const defaults = Object.fromEntries(Object.entries(settingDefaults).map(([name, value]) => [`tally.${name}`, value]));
    const contributed = Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => name !== 'tally.editor.contextMenu')
        .map(([name, property]) => [name, property.default]),
    );
    assert.deepEqual(contributed, defaults);
  });

  it('lets no workspace decide where the key or the money goes', () => {
    const { properties } = tallyExtension().packageJSON.contributes.configuration;
    const guarded = Object.entries(properties).filter(([name]) => /Url|prices|budget|trial|conversation|extraBody|network/.test(name));
    assert.equal(guarded.length, 12);
    assert.deepEqual(new Set(guarded.map(([, property]) => property.scope)), new Set(['application']));
  });

  it('has a text for every place in the manifest that names one', async () => {
    const folder = tallyExtension().extensionUri.fsPath;
    const manifest = await readFile(`${folder}/package.json`, 'utf8');
    const texts = JSON.parse(await readFile(`${folder}/package.nls.json`, 'utf8')) as Record<string, string>;
    const named = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, name]) => name ?? '');
    assert.deepEqual([...new Set(named)].toSorted(), Object.keys(texts).toSorted());
  });
});

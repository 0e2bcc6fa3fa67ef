import assert from 'node:assert/strict';
import { access, readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createFile } from '../../src/vscode/apply/changeFile.ts';

describe('createFile', () => {
  const settings = () => vscode.workspace.getConfiguration('files');
  const set = async (name: string, value: unknown) => settings().update(name, value, vscode.ConfigurationTarget.Global);

  /** Creates a file with an encoding. Resolves with the bytes of the file, or with undefined if it was not created. */
  async function create(encoding: string, text: string): Promise<Buffer | undefined> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder !== undefined);
    const uri = vscode.Uri.joinPath(folder.uri, 'created.ts');
    await set('encoding', encoding);
    try {
      const isCreated = await createFile(uri, text);
      const exists = await access(uri.fsPath).then(
        () => true,
        () => false,
      );
      assert.equal(isCreated, exists);
      return exists ? await readFile(uri.fsPath) : undefined;
    } finally {
      await set('encoding', undefined);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await rm(uri.fsPath, { force: true });
    }
  }

  it('creates a file in the encoding of the settings', async () => {
    const text = 'export const a = "ä€";\r\n';
    assert.deepEqual(await create('windows1252', text), Buffer.from(text.replace('€', '\u0080'), 'latin1'));
    for (const [encoding, nodeEncoding] of [
      ['utf8bom', 'utf8'],
      ['utf16le', 'utf16le'],
    ] as const)
      assert.deepEqual(await create(encoding, text), Buffer.from(`\ufeff${text}`, nodeEncoding));
  });

  it('creates no file if the encoding lacks a character of the text', async () => {
    assert.equal(await create('windows1252', 'export const a = "日本語 → ok?";\n'), undefined);
  });

  it('creates the file even if VS Code guesses another encoding', async () => {
    await set('autoGuessEncoding', true);
    try {
      // These bytes are also UTF-8.
      const text = 'const wrong = "Ã¼Ã¶Ã¤Ã©";\n';
      assert.deepEqual(await create('windows1252', text), Buffer.from(text, 'latin1'));
    } finally {
      await set('autoGuessEncoding', undefined);
    }
  });
});

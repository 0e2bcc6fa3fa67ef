import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createProposedFiles } from '../../src/vscode/apply/proposedFiles.ts';
import { isProposed } from '../../src/vscode/code/targetEditor.ts';

describe('A proposed text', () => {
  it('is not saved, and so not formatted, while the user types', async () => {
    const files = createProposedFiles('test-proposed', 3_600_000);
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    try {
      const document = await files.create('/typed.ts', '');
      await vscode.window.showTextDocument(document);
      for (const text of ['const ', 'a ', '= ', '1;']) {
        await vscode.commands.executeCommand('type', { text });
        // A save would be complete after these round trips.
        for (let round = 0; round < 30; round += 1)
          await vscode.commands.executeCommand('setContext', 'tally.test', round);
      }
      assert.equal(document.getText(), 'const a = 1;');
    } finally {
      await settings.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
      files.dispose();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });

  it('has another scheme if an extension has a file system with the usual one', async () => {
    const [first, second] = [createProposedFiles('test-twice'), createProposedFiles('test-twice')];
    try {
      const documents = [await first.create('/a.ts', 'a();'), await second.create('/a.ts', 'b();')];
      assert.deepEqual(
        documents.map((each) => [each.uri.scheme, isProposed(each.uri), each.getText()]),
        [
          ['test-twice', false, 'a();'],
          ['tally-proposed', true, 'b();'],
        ],
      );
    } finally {
      first.dispose();
      second.dispose();
    }
  });

  it('cannot be edited any more when it is frozen', async () => {
    const files = createProposedFiles('test-frozen', 3_600_000);
    try {
      const document = await files.create('/frozen.ts', 'const a = 1;');
      await vscode.window.showTextDocument(document);
      const isEdited = async () => {
        await vscode.commands.executeCommand('type', { text: 'x' });
        return document.getText() !== 'const a = 1;';
      };
      assert.ok(await isEdited());
      // VS Code looks at the file again only while the document is saved.
      for (let attempt = 0; attempt < 100 && (await isEdited()); attempt += 1) {
        await vscode.commands.executeCommand('undo');
        files.freeze(document.uri);
        for (let round = 0; round < 30; round += 1)
          await vscode.commands.executeCommand('setContext', 'tally.test', round);
      }
      assert.equal(document.getText(), 'const a = 1;');
    } finally {
      files.dispose();
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});

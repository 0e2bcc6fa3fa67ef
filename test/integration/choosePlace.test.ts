import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { UsablePlace } from '../../src/apply/planPlace.ts';
import { offerChoices } from '../../src/vscode/apply/unclearChoices.ts';
import { writeNewFile } from './files.ts';

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: UsablePlace;
}

describe('Choose Place…', () => {
  const places: readonly UsablePlace[] = [
    { startLine: 1, endLine: 3, added: 1, removed: 2 },
    { startLine: 4, endLine: 6, added: 1, removed: 2 },
  ];
  const userSelection = new vscode.Selection(0, 0, 3, 0);
  const atEnd = new vscode.Selection(7, 0, 7, 0);
  const { showWarningMessage, showQuickPick } = vscode.window;
  let uri: vscode.Uri;
  let editor: vscode.TextEditor;

  const ignored = async () => Promise.resolve();

  const failIfChosen = async () => Promise.reject(new Error('A place was chosen.'));

  /** Offers the places. The user looks at the last one, and then picks it or closes the list. */
  async function offer(
    choose: (place: UsablePlace) => Promise<void>,
    pick: (item: PlaceItem) => PlaceItem | undefined,
  ) {
    const showList = async (items: readonly PlaceItem[], options: vscode.QuickPickOptions) => {
      for (const item of items) options.onDidSelectItem?.(item);
      return Promise.resolve(pick(items.at(-1)!));
    };
    Object.assign(vscode.window, {
      showWarningMessage: async () => Promise.resolve('Choose Place…'),
      showQuickPick: showList,
    });
    const choices = { insert: ignored, newFile: ignored, copy: ignored };
    await offerChoices('The place is not certain.', choices, {
      places,
      show: async () => Promise.resolve(editor),
      choose,
    });
  }

  beforeEach(async () => {
    uri = await writeNewFile('// Start\nf(\n);\n\nf(\n);\n// End\n');
    editor = await vscode.window.showTextDocument(uri);
    editor.selection = userSelection;
  });

  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage, showQuickPick });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(uri.fsPath);
  });

  it('keeps the selection if no place is chosen', async () => {
    await offer(failIfChosen, () => undefined);
    assert.ok(editor.selection.isEqual(userSelection));
  });

  it('says how many lines each place would add and remove', async () => {
    const details: (string | undefined)[] = [];
    await offer(failIfChosen, ({ detail }) => {
      details.push(detail);
      return undefined;
    });
    assert.deepEqual(details, ['Lines added: 1, removed: 2']);
  });

  it('keeps the new selection if the user clicks elsewhere in the file, which closes the list', async () => {
    await offer(failIfChosen, () => {
      editor.selection = atEnd;
      return undefined;
    });
    assert.ok(editor.selection.isEqual(atEnd));
  });

  it('does not leave a chosen place selected, which code that is inserted next would replace', async () => {
    const chosen: UsablePlace[] = [];
    await offer(
      async (place) => {
        assert.ok(editor.selection.isEqual(userSelection));
        return Promise.resolve(void chosen.push(place));
      },
      (item) => item,
    );
    assert.deepEqual(chosen, [places[1]]);
    assert.ok(editor.selection.isEqual(userSelection));
  });
});

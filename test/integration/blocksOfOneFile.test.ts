import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { hashOf } from '../../src/common/text/hashOf.ts';
import { createAppliedChanges, type AppliedChanges } from '../../src/vscode/apply/appliedChanges.ts';
import { createApplyProposals } from '../../src/vscode/apply/applyProposals.ts';
import { addToChange, type Change } from '../../src/vscode/apply/change.ts';
import { createUndoApplied } from '../../src/vscode/apply/undoApplied.ts';
import { directPlanner } from '../unit/apply/directPlanner.ts';
import { insertAtStart, writeNewFile } from './files.ts';
import { recordMessages } from './recordMessages.ts';

/** Two blocks of code, `f` and `g`, whose changes of one file are shown in one diff editor. */
describe('Blocks of code that are applied to one file together', () => {
  const text = (f: number, g: number) => `const f = ${f};\n\nconst g = ${g};\n`;
  const messages = recordMessages();
  let uri: vscode.Uri;
  let applied: AppliedChanges;
  let undo: ReturnType<typeof createUndoApplied>;
  let proposed: Change[] = [];

  const change = (block: string, before: string, after: string): Change => ({
    ...{ uri, isNew: false, before, after, blocks: [block], undone: [] },
    planAgain: async () => Promise.resolve(undefined),
  });

  const both = () => addToChange(change('f', text(1, 1), text(2, 1)), change('g', text(2, 1), text(2, 2)));

  /** Applies a proposal whose text the user has edited to be `edited`. */
  async function apply(proposal: Change, edited = proposal.after): Promise<void> {
    const { apply: applyProposal } = createApplyProposals(
      directPlanner,
      { confirmApply: async () => Promise.resolve(true) },
      applied,
      {
        proposeInstead: async () => Promise.reject(new Error('A change was proposed again.')),
        close: async () => Promise.resolve(),
      },
    );
    const document = await vscode.workspace.openTextDocument({ content: edited });
    await applyProposal({ change: proposal, document, left: uri, hasEarlierEdits: false });
  }

  const fileText = async () => (await vscode.workspace.openTextDocument(uri)).getText();

  const keysOf = (...blocks: readonly string[]) => blocks.map(hashOf);

  beforeEach(async () => {
    uri = await writeNewFile(text(1, 1));
    applied = createAppliedChanges();
    proposed = [];
    undo = createUndoApplied(
      directPlanner,
      {
        find: () => undefined,
        inTurn: async (operation) => operation(),
        propose: async (added) => Promise.resolve(void proposed.push(added)),
      },
      applied,
    );
  });

  afterEach(async () => {
    applied.dispose();
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(uri.fsPath);
  });

  it('are undone one by one', async () => {
    await apply(both());
    assert.deepEqual(applied.keys(), keysOf('f', 'g'));
    await undo('f');
    assert.equal(await fileText(), text(1, 2));
    assert.deepEqual(applied.keys(), keysOf('g'));
    await undo('g');
    assert.equal(await fileText(), text(1, 1));
    assert.deepEqual([applied.keys(), proposed, messages()], [[], [], []]);
  });

  it('are not applied if the user has undone their changes before', async () => {
    await apply(both(), text(1, 2));
    assert.deepEqual(applied.keys(), keysOf('g'));
  });

  it('are not applied if the user has undone all changes', async () => {
    await apply(both(), text(1, 1));
    assert.deepEqual(applied.keys(), []);
  });

  it('are not applied if the user has undone their changes before the next block was added', async () => {
    const first = { ...change('f', text(1, 1), text(2, 1)), after: text(1, 1) };
    await apply(addToChange(first, change('g', text(1, 1), text(1, 2))));
    assert.deepEqual(applied.keys(), keysOf('g'));
  });

  it('are applied if the user has undone only some of their changes', async () => {
    const after = 'const f = 2;\n\nconst g = 2;\n\nconst h = 1;\n';
    await apply(change('f', text(1, 1), after), after.replace('f = 2', 'f = 1'));
    assert.deepEqual(applied.keys(), keysOf('f'));
  });

  it('are no longer applied when VS Code has undone the edit', async () => {
    await apply(both());
    await vscode.commands.executeCommand('undo');
    assert.equal(await fileText(), text(1, 1));
    assert.deepEqual(applied.keys(), []);
  });

  it('are undone one by one in a diff editor if the file has changed since', async () => {
    await apply(both());
    await insertAtStart(uri, '// Changed\n');
    await undo('f');
    assert.deepEqual(
      proposed.map(({ after, undone }) => [after, undone.map(({ blocks }) => blocks)]),
      [[`// Changed\n${text(1, 2)}`, [['f']]]],
    );
  });

  it('are undone together, in a diff editor, if one has changed the lines of the other', async () => {
    await apply(addToChange(change('f', text(1, 1), text(2, 1)), change('g', text(2, 1), text(3, 1))));
    await undo('f');
    assert.deepEqual(
      proposed.map(({ after, undone }) => [after, undone.flatMap(({ blocks }) => blocks)]),
      [[text(1, 1), ['f', 'g']]],
    );
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /can only be undone together with/);
  });

  it('are undone together, with a message, if they were planned together', async () => {
    await apply({ ...change('f', text(1, 1), text(2, 2)), blocks: ['f', 'g'] });
    await undo('f');
    assert.equal(await fileText(), text(1, 1));
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /2 blocks of code/);
  });
});

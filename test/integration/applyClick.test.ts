import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createKeyedQueue } from '../../src/common/async/keyedQueue.ts';
import { createApplyClick, createApplyProposals } from '../../src/vscode/apply/applyProposals.ts';
import type { Proposal } from '../../src/vscode/apply/proposal.ts';
import { directPlanner } from '../unit/apply/directPlanner.ts';
import { closeAllEditors, insertAtStart, writeNewFile } from './files.ts';
import { recordMessages } from './recordMessages.ts';

/** The user clicks *Apply* while an earlier operation, for example the change of another block, is not yet complete. */
describe('A click on Apply', () => {
  const oldText = 'const a = 1;\nconst b = 2;\n';
  const newText = 'const a = 1;\nconst b = 3;\n';
  const added = '// Added meanwhile\n';
  const created: vscode.Uri[] = [];
  const messages = recordMessages();
  const open = new Map<string, Proposal>();
  let shown: readonly Proposal[] = [];

  const keyOf = ({ document }: Proposal) => document.uri.toString();

  const queue = createKeyedQueue();
  const inTurn = async (operation: () => Promise<void>) => queue('', operation);
  const click = createApplyClick(
    createApplyProposals(
      directPlanner,
      { confirmApply: async () => Promise.resolve(true) },
      { add: () => undefined, remove: () => undefined },
      {
        proposeInstead: async () => Promise.reject(new Error('A change was proposed again.')),
        close: async (closed) => {
          for (const proposal of closed) open.delete(keyOf(proposal));
          return Promise.resolve();
        },
      },
    ),
    inTurn,
    { get: (uri) => open.get(uri) },
    async (proposals) => Promise.resolve(void (shown = proposals)),
  );

  const documentOf = async (uri: vscode.Uri) => vscode.workspace.openTextDocument(uri);

  const textOf = async ({ change }: Proposal) => (await documentOf(change.uri)).getText();

  /** Creates a file, and opens a proposal for it. */
  async function propose(): Promise<Proposal> {
    const uri = await writeNewFile(oldText);
    created.push(uri);
    const document = await documentOf(vscode.Uri.from({ scheme: 'untitled', path: randomUUID() }));
    await insertAtStart(document.uri, newText);
    const planAgain = async () => Promise.resolve(undefined);
    const change = { uri, isNew: false, before: oldText, after: newText, planAgain, blocks: ['block'], undone: [] };
    const proposal = { change, document, left: uri, hasEarlierEdits: false };
    open.set(keyOf(proposal), proposal);
    return proposal;
  }

  /** Adds another change to a proposal. */
  async function addChange(proposal: Proposal): Promise<void> {
    await insertAtStart(proposal.document.uri, added);
    const change = { ...proposal.change, after: added + newText };
    open.set(keyOf(proposal), { ...proposal, change });
  }

  /** Clicks proposals before an earlier operation ends. */
  async function clickDuring(earlier: () => Promise<void>, ...clicked: readonly Proposal[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = inTurn(async () => {
      await promise;
      await earlier();
    });
    const applying = click(clicked);
    resolve(undefined);
    await Promise.all([running, applying]);
  }

  afterEach(async () => {
    open.clear();
    shown = [];
    await closeAllEditors();
    for (const uri of created.splice(0)) await rm(uri.fsPath);
  });

  it('applies the proposal if the earlier operation does not change it', async () => {
    const proposal = await propose();
    await clickDuring(async () => Promise.resolve(), proposal);
    assert.equal(await textOf(proposal), newText);
    assert.deepEqual([shown, messages()], [[], []]);
  });

  it('shows the proposal, says so and changes nothing if another change was added to it', async () => {
    const proposal = await propose();
    await clickDuring(async () => addChange(proposal), proposal);
    const now = open.get(keyOf(proposal))!;
    assert.equal(await textOf(proposal), oldText);
    assert.deepEqual(shown, [now]);
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /wasn’t changed, because its proposed text has changed meanwhile/);
    await click([now]);
    assert.equal(await textOf(proposal), added + newText);
  });

  it('shows the proposal, and changes nothing, if the user has typed in it', async () => {
    const proposal = await propose();
    await clickDuring(async () => insertAtStart(proposal.document.uri, added), proposal);
    assert.equal(await textOf(proposal), oldText);
    assert.deepEqual(shown, [proposal]);
  });

  it('shows the proposal, and changes nothing, if the same text was proposed for another text of the file', async () => {
    const proposal = await propose();
    const again = { ...proposal, change: { ...proposal.change, before: added + oldText } };
    await clickDuring(async () => Promise.resolve(void open.set(keyOf(proposal), again)), proposal);
    assert.equal(await textOf(proposal), oldText);
    assert.deepEqual(shown, [again]);
  });

  it('in a review applies and saves only the proposals that have not changed', async () => {
    const [first, second] = [await propose(), await propose()];
    await clickDuring(async () => addChange(second), first, second);
    assert.equal(await readFile(first.change.uri.fsPath, 'utf8'), newText);
    assert.equal(await textOf(second), oldText);
    assert.deepEqual(shown, [open.get(keyOf(second))]);
    assert.equal(messages().length, 1);
  });

  it('does nothing if the proposal was discarded', async () => {
    const proposal = await propose();
    await clickDuring(async () => Promise.resolve(void open.delete(keyOf(proposal))), proposal);
    assert.equal(await textOf(proposal), oldText);
    assert.deepEqual([shown, messages()], [[], []]);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AppliedChange } from '../../src/vscode/apply/appliedChanges.ts';
import { createApplyProposals } from '../../src/vscode/apply/applyProposals.ts';
import { fileProblem } from '../../src/vscode/apply/fileProblem.ts';
import type { Proposal } from '../../src/vscode/apply/proposal.ts';
import { directPlanner } from '../unit/apply/directPlanner.ts';
import { closeAllEditors, insertAtStart, writeNewFile } from './files.ts';
import { recordMessages } from './recordMessages.ts';

/** Changes of several files that are applied as one edit. */
describe('Code that is applied with others', () => {
  const oldText = 'const a = 1;\nconst b = 2;\n';
  const newText = 'const a = 1;\nconst b = 3;\n';
  const typed = '// Typed meanwhile\n';
  const created: vscode.Uri[] = [];
  const messages = recordMessages();
  let applied: AppliedChange[] = [];
  let closed: Proposal[] = [];
  /** Runs while a file is checked, before it is changed. */
  let whileChecked: (uri: vscode.Uri) => Promise<void> = async () => Promise.resolve();
  /** Runs while the editors of proposals are closed. */
  let whileClosed: () => Promise<void> = async () => Promise.resolve();

  const { apply, applyAll } = createApplyProposals(
    directPlanner,
    {
      confirmApply: async (uri) => {
        await whileChecked(uri);
        return true;
      },
    },
    { add: (change) => applied.push(change), remove: () => undefined },
    {
      proposeInstead: async () => Promise.reject(new Error('A change was proposed again.')),
      close: async (proposals) => {
        await whileClosed();
        closed.push(...proposals);
      },
    },
  );

  const documentOf = async (uri: vscode.Uri) => vscode.workspace.openTextDocument(uri);

  const onDisk = async (uri: vscode.Uri) => readFile(uri.fsPath, 'utf8');

  const typeAtStart = async (uri: vscode.Uri) => insertAtStart(uri, typed);

  async function createFile(contents: string | Buffer = oldText, name?: string): Promise<vscode.Uri> {
    const uri = await writeNewFile(contents, name);
    created.push(uri);
    return uri;
  }

  /** Opens a document with a new name, because VS Code may still have the text of an earlier `Untitled-1`. */
  async function untitled(text: string): Promise<vscode.TextDocument> {
    const document = await documentOf(vscode.Uri.from({ scheme: 'untitled', path: randomUUID() }));
    await insertAtStart(document.uri, text);
    return document;
  }

  async function proposalOf(uri: vscode.Uri): Promise<Proposal> {
    const text = (await documentOf(uri)).getText();
    const planAgain = async (now: string) => Promise.resolve(now.replace('2', '3'));
    const planned = text.replace('2', '3');
    return {
      change: { uri, isNew: false, before: text, after: planned, planAgain, blocks: ['block'], undone: [] },
      document: await untitled(planned),
      left: uri,
      hasEarlierEdits: false,
    };
  }

  const changedFiles = () => applied.map(({ uri }) => uri.toString());

  const isInAnotherDocument = (text: string, { document }: Proposal) =>
    vscode.workspace.textDocuments.some(
      (each) => each !== document && each.uri.scheme === 'untitled' && each.getText() === text,
    );

  const set = async (name: string, value: unknown) =>
    vscode.workspace.getConfiguration('files').update(name, value, vscode.ConfigurationTarget.Global);

  before(async () => set('autoSave', 'off'));

  after(async () => set('autoSave', undefined));

  afterEach(async () => {
    [applied, closed] = [[], []];
    [whileChecked, whileClosed] = [async () => Promise.resolve(), async () => Promise.resolve()];
    await closeAllEditors();
    for (const uri of created.splice(0)) await rm(uri.fsPath);
  });

  it('is saved, except in files with unsaved edits of the user', async () => {
    const [first, unsaved] = [await createFile(), await createFile()];
    await typeAtStart(unsaved);
    await applyAll([await proposalOf(first), await proposalOf(unsaved)]);
    assert.equal(await onDisk(first), newText);
    assert.equal(await onDisk(unsaved), oldText);
    assert.equal((await documentOf(unsaved)).getText(), typed + newText);
    assert.deepEqual(changedFiles(), [first.toString(), unsaved.toString()]);
  });

  it('is refused, and its file kept, if VS Code could not decode the file', async () => {
    const bytes = Buffer.from(`const name = "café";\n${oldText}`, 'latin1');
    const [latin, second] = [await createFile(bytes), await createFile()];
    await applyAll([await proposalOf(latin), await proposalOf(second)]);
    assert.deepEqual(await readFile(latin.fsPath), bytes);
    assert.equal(await onDisk(second), newText);
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /contains bytes that VS Code couldn’t decode/);
    assert.deepEqual(changedFiles(), [second.toString()]);
  });

  it('is not refused if its file contains the replacement character', async () => {
    assert.equal(await fileProblem(await createFile(`const replacement = "\ufffd";\n${oldText}`), false), undefined);
    assert.equal(await fileProblem(await createFile(`\ufeffconst replacement = "\ufffd";\n`), false), undefined);
  });

  it('is not applied, and its proposal stays, if the proposed text changes while another file is checked', async () => {
    const [first, second] = [await createFile(), await createFile()];
    const proposals = [await proposalOf(first), await proposalOf(second)];
    whileChecked = async (uri) => (uri === second ? typeAtStart(proposals[0]!.document.uri) : Promise.resolve());
    await applyAll(proposals);
    assert.equal(await onDisk(first), oldText);
    assert.equal(await onDisk(second), newText);
    assert.deepEqual(closed, [proposals[1]]);
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /proposed text has changed meanwhile/);
  });

  it('keeps a copy of the proposed text if it changes while the files are changed', async () => {
    const [first, second] = [await createFile(), await createFile()];
    const proposals = [await proposalOf(first), await proposalOf(second)];
    const [{ document }] = proposals as [Proposal, Proposal];
    const typing = vscode.workspace.onDidSaveTextDocument(async (saved) => {
      typing.dispose();
      if (saved.uri.toString() === first.toString()) await typeAtStart(document.uri);
    });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const changes = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === document && document.getText() === typed + newText) resolve(undefined);
    });
    // The second file is saved only when the text is typed.
    const saves = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.toString() === second.toString()) event.waitUntil(promise);
    });
    await applyAll(proposals);
    saves.dispose();
    changes.dispose();
    assert.equal(await onDisk(first), newText);
    assert.ok(isInAnotherDocument(typed + newText, proposals[0]!));
    assert.deepEqual(messages(), ['Your edited text is in a new untitled file.']);
  });

  it('keeps a copy of all that is typed in the proposed text until its editor is closed', async () => {
    const [first, second] = [await createFile(), await createFile()];
    const proposals = [await proposalOf(first), await proposalOf(second)];
    const [{ document }] = proposals as [Proposal, Proposal];
    const saves = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.toString() === second.toString()) event.waitUntil(typeAtStart(document.uri));
    });
    whileClosed = async () => insertAtStart(document.uri, '// Typed later\n');
    await applyAll(proposals);
    saves.dispose();
    assert.ok(isInAnotherDocument(`// Typed later\n${typed}${newText}`, proposals[0]!));
    assert.deepEqual(messages(), ['Your edited text is in a new untitled file.']);
  });

  it('keeps no copy if the closing of the editor only changes spaces in the proposed text', async () => {
    const proposal = await proposalOf(await createFile());
    whileClosed = async () => insertAtStart(proposal.document.uri, '\n');
    await apply(proposal);
    assert.ok(!isInAnotherDocument(`\n${newText}`, proposal));
    assert.deepEqual(messages(), []);
  });

  it('is the text in the proposal when the user has answered a question about the file', async () => {
    const uri = await createFile();
    const proposal = await proposalOf(uri);
    whileChecked = async () => typeAtStart(proposal.document.uri);
    await apply(proposal);
    assert.equal((await documentOf(uri)).getText(), typed + newText);
    await (await documentOf(uri)).save();
  });

  it('does not include lines that are typed while other files are saved', async () => {
    const [first, second] = [await createFile(), await createFile()];
    const document = await documentOf(second);
    const saves = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.toString() === first.toString()) event.waitUntil(typeAtStart(second));
    });
    await applyAll([await proposalOf(first), await proposalOf(second)]);
    saves.dispose();
    assert.equal(document.getText(), typed + newText);
    assert.deepEqual(
      applied.map((change) => change.after),
      [newText, newText],
    );
  });

  it('does not include lines that are typed while its own file is saved', async () => {
    const [first, second] = [await createFile(), await createFile()];
    const saves = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.toString() === first.toString()) event.waitUntil(typeAtStart(first));
    });
    await applyAll([await proposalOf(first), await proposalOf(second)]);
    saves.dispose();
    assert.equal((await documentOf(first)).getText(), typed + newText);
    assert.deepEqual(
      applied.map((change) => change.after),
      [newText, newText],
    );
  });

  it('does not include lines that are typed in a new file while another file is saved', async () => {
    const [first, made] = [await createFile(), await createFile()];
    const proposal = await proposalOf(made);
    await rm(made.fsPath);
    const saves = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document.uri.toString() === first.toString()) event.waitUntil(typeAtStart(made));
    });
    await applyAll([await proposalOf(first), { ...proposal, change: { ...proposal.change, isNew: true, before: '' } }]);
    saves.dispose();
    assert.equal((await documentOf(made)).getText(), typed + newText);
    assert.deepEqual(
      applied.map((change) => change.after),
      [newText, newText],
    );
    await (await documentOf(made)).save();
  });

  it('does not include lines that are typed in a new file while VS Code shows it', async () => {
    const made = await createFile();
    const proposal = await proposalOf(made);
    await rm(made.fsPath);
    const { showTextDocument } = vscode.window;
    const showAndType = async (shown: vscode.Uri, options: vscode.TextDocumentShowOptions) => {
      const editor = await showTextDocument(shown, options);
      await typeAtStart(shown);
      return editor;
    };
    Object.assign(vscode.window, { showTextDocument: showAndType });
    try {
      await apply({ ...proposal, change: { ...proposal.change, isNew: true, before: '' } });
    } finally {
      Object.assign(vscode.window, { showTextDocument });
    }
    assert.equal((await documentOf(made)).getText(), typed + newText);
    assert.deepEqual(
      applied.map((change) => change.after),
      [newText],
    );
    await (await documentOf(made)).save();
  });

  it('is known as applied even if one of the files is deleted right after it was saved', async () => {
    const [first, second] = [await createFile(), await createFile()];
    const saves = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.toString() === first.toString()) rmSync(uri.fsPath);
    });
    await applyAll([await proposalOf(first), await proposalOf(second)]);
    saves.dispose();
    created.splice(created.indexOf(first), 1);
    assert.equal(await onDisk(second), newText);
    assert.deepEqual(changedFiles(), [first.toString(), second.toString()]);
  });

  it('says so, and restores the text, if a file is read-only by VS Code’s settings', async () => {
    const [readOnly, second] = [await createFile(oldText, `${randomUUID()}.readonly.ts`), await createFile()];
    await set('readonlyInclude', { '**/*.readonly.ts': true });
    try {
      await applyAll([await proposalOf(readOnly), await proposalOf(second)]);
    } finally {
      await set('readonlyInclude', undefined);
    }
    assert.equal((await documentOf(readOnly)).getText(), oldText);
    assert.equal(await onDisk(second), newText);
    assert.deepEqual(changedFiles(), [second.toString()]);
    assert.equal(messages().length, 1);
    assert.match(messages()[0]!, /couldn’t be changed. It may be read-only./);
  });
});

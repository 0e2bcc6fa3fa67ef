import assert from 'node:assert/strict';
import { rm, stat, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { watchAttachedFiles } from '../../../../src/vscode/context/attachedFiles.ts';
import { createContextAdder, type ContextAdder } from '../../../../src/vscode/context/contextAdder.ts';
import { maxCodeLength } from '../../../../src/vscode/context/fileAttachment.ts';
import { createSecretQuestions } from '../../../../src/vscode/context/secretQuestions.ts';
import { createAttachmentTokens } from '../../../../src/vscode/panel/estimates/attachmentTokens.ts';
import { openChat } from '../../chat/openChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';

describe('Attached files', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let folder = '';
  /** The texts of the open documents, by path. */
  let open = new Map<string, string>();
  /** The messages that were shown, and the button that answers a question. */
  let shown: string[] = [];
  let answer: string | undefined;

  const documentOf = (uri: vscode.Uri, code: string) => {
    const lineCount = code.split('\n').length;
    return { uri, languageId: 'typescript', lineCount, getText: () => code };
  };

  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
    open = new Map();
    shown = [];
    answer = undefined;
    const { window, workspace } = vscode;
    const originals = [
      [window, { ...window }],
      [workspace, { fs: undefined, openTextDocument: undefined }],
    ] as const;
    const show = async (message: string) => {
      shown.push(message);
      return Promise.resolve(answer);
    };
    Object.assign(window, { showWarningMessage: show, showInformationMessage: show });
    Object.assign(workspace, {
      fs: {
        stat: async (uri: vscode.Uri) => ({ type: vscode.FileType.File, size: (await stat(uri.fsPath)).size }),
        readFile: async (uri: vscode.Uri) => readFile(uri.fsPath),
      },
      openTextDocument: async (uri: vscode.Uri) =>
        documentOf(uri, open.get(uri.path) ?? (await readFile(uri.fsPath, 'utf8'))),
    });
    Object.defineProperty(workspace, 'textDocuments', {
      configurable: true,
      get: () => [...open].map(([file, code]) => documentOf(vscode.Uri.file(file), code)),
    });
    cleanUp(() => {
      Object.defineProperty(workspace, 'textDocuments', { configurable: true, writable: true, value: undefined });
      for (const [target, original] of originals) Object.assign(target, original);
    });
  });

  const fileAt = (name: string) => path.join(folder, name);
  const write = async (name: string, code: string) => writeFile(fileAt(name), code);

  /** Opens a chat whose draft contains the file `name` with the text `code`. */
  const attach = async (name: string, code: string) => {
    await write(name, code);
    const { chat } = await openChat(cleanUp, { folder: await temporaryFolder(cleanUp) }, counter());
    const answered = async () => Promise.resolve();
    const adder: ContextAdder = createContextAdder(chat, createSecretQuestions(answered), answered);
    await adder.addFiles([vscode.Uri.file(fileAt(name))]);
    const codes = () => chat.draft.attachments.map((each) => each.code);
    return { chat, adder, codes };
  };

  it('are sent with the present text of the disk, or of the open document', async () => {
    const { adder, codes } = await attach('a.ts', 'old');
    await write('a.ts', 'saved');
    assert.equal(await adder.settled(), true);
    assert.deepEqual(codes(), ['saved']);
    open.set(fileAt('a.ts'), 'typed\nmore\n');
    assert.equal(await adder.settled(), true);
    assert.deepEqual(codes(), ['typed\nmore\n']);
  });

  it('are replaced when they are added again', async () => {
    const { adder, chat, codes } = await attach('a.ts', 'old');
    await write('a.ts', 'one\ntwo\n');
    await adder.addFiles([vscode.Uri.file(fileAt('a.ts'))]);
    assert.deepEqual(codes(), ['one\ntwo\n']);
    assert.equal(chat.draft.attachments[0]?.endLine, 2);
  });

  it('keep their copy if they are gone', async () => {
    const { adder, codes } = await attach('a.ts', 'old');
    await rm(fileAt('a.ts'));
    assert.equal(await adder.settled(), true);
    assert.deepEqual([codes(), shown], [['old'], []]);
  });

  it('are not read again if only a part was attached, or if they are switched off', async () => {
    const { adder, chat, codes } = await attach('a.ts', 'old');
    chat.draft.toggleAttachment(chat.draft.attachments[0]!.id);
    const { isWholeFile: _, ...part } = chat.draft.attachments[0]!;
    await adder.add([{ ...part, id: 'part', startLine: 3, endLine: 4, code: 'part', isOff: false }]);
    await write('a.ts', 'new');
    assert.equal(await adder.settled(), true);
    assert.deepEqual(codes(), ['old', 'part']);
  });

  it('are removed, and the message is not sent, if they are now too large or no text', async () => {
    for (const [code, sentence] of [
      ['a'.repeat(maxCodeLength + 1), /a\.ts is larger than 1 MB/],
      ['\0', /a\.ts isn’t a text file/],
    ] as const) {
      const { adder, codes } = await attach('a.ts', 'old');
      await write('a.ts', code);
      assert.equal(await adder.settled(), false);
      assert.deepEqual(codes(), []);
      assert.match(shown.at(-1) ?? '', sentence);
      assert.equal(await adder.settled(), true);
    }
  });

  it('are removed, and the message is not sent, if the user does not agree to a new secret in them', async () => {
    const { adder, codes } = await attach('config.ini', 'old');
    await write('config.ini', 'DB_PASSWORD=correct-horse7');
    answer = 'Don’t Add';
    assert.equal(await adder.settled(), false);
    assert.deepEqual(codes(), []);
    assert.deepEqual(shown, ['This file seems to contain secrets. Add it anyway?', 'config.ini wasn’t added.']);
  });

  it('are read again without questions or warnings while the message is written', async () => {
    const { adder, chat, codes } = await attach('config.ini', 'old');
    for (const code of ['DB_PASSWORD=correct-horse7', '\0', ' ']) {
      await write('config.ini', code);
      await adder.refresh();
    }
    assert.deepEqual([codes(), shown], [['old'], []]);
    await write('config.ini', 'new');
    chat.draft.toggleAttachment(chat.draft.attachments[0]!.id);
    await adder.refresh();
    assert.deepEqual([codes(), chat.draft.attachments[0]?.isOff], [['new'], true]);
  });

  it('are counted again when their text has changed', async () => {
    const { adder, chat } = await attach('a.ts', 'old');
    const tokens = createAttachmentTokens(counter());
    await tokens.count(chat.draft.attachments);
    const before = tokens.of(chat.draft.attachments[0]!);
    await write('a.ts', 'one two three four five six');
    await adder.refresh();
    assert.equal(tokens.of(chat.draft.attachments[0]!), undefined);
    assert.equal(await tokens.count(chat.draft.attachments), true);
    assert.ok(tokens.of(chat.draft.attachments[0]!)! > before!);
  });
});

describe('watchAttachedFiles', () => {
  const cleanUp = cleanUpAfterEach();

  it('reads the files again once after changes of their documents, and after a save, but not for other documents', () => {
    const [changed, saved] = [
      new vscode.EventEmitter<{ document: { uri: vscode.Uri } }>(),
      new vscode.EventEmitter<{ uri: vscode.Uri }>(),
    ];
    Object.assign(vscode.workspace, {
      onDidChangeTextDocument: changed.event,
      onDidSaveTextDocument: saved.event,
    });
    mock.timers.enable({ apis: ['setTimeout'] });
    cleanUp(() => {
      mock.timers.reset();
      Object.assign(vscode.workspace, { onDidChangeTextDocument: undefined, onDidSaveTextDocument: undefined });
    });
    const [file, other] = [vscode.Uri.file('/a.ts'), vscode.Uri.file('/b.ts')];
    const attachment = { uri: file.toString(), isWholeFile: true };
    let reads = 0;
    const refresh = async () => Promise.resolve(void (reads += 1));
    const watch = watchAttachedFiles({ attachments: [attachment] } as never, refresh);
    const pass = () => {
      mock.timers.tick(500);
      return reads;
    };
    changed.fire({ document: { uri: other } });
    saved.fire({ uri: other });
    assert.equal(pass(), 0);
    changed.fire({ document: { uri: file } });
    changed.fire({ document: { uri: file } });
    assert.equal(pass(), 1);
    saved.fire({ uri: file });
    assert.equal(pass(), 2);
    changed.fire({ document: { uri: file } });
    watch.dispose();
    assert.equal(pass(), 2);
  });
});

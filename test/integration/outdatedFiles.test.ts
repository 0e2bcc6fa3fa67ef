import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Attachment } from '../../src/chat/messages/attachment.ts';
import { createContextAdder } from '../../src/vscode/context/contextAdder.ts';
import { readFileAttachment } from '../../src/vscode/context/fileAttachment.ts';
import { createOutdatedFiles, type OutdatedFiles } from '../../src/vscode/notices/outdatedFiles.ts';
import type { PanelNotice } from '../../src/vscode/notices/panelNotices.ts';
import { writeNewFile } from './files.ts';

describe('attached files that change', () => {
  let outdated: OutdatedFiles;
  let attachments: readonly Attachment[] = [];
  let added: readonly string[] = [];
  /** Called when files that are attached again have been read, but are not added yet. */
  let whileRead: () => void;
  let told = new vscode.EventEmitter<PanelNotice>();
  const outside = join(tmpdir(), `${randomUUID()}.txt`);

  beforeEach(() => {
    attachments = [];
    added = [];
    told = new vscode.EventEmitter();
    whileRead = () => undefined;
    const chat = {
      draft: {
        get attachments() {
          return attachments;
        },
        addAttachments: (read: readonly Attachment[]) => {
          added = read.map(({ uri = '' }) => uri);
        },
      },
    } as never;
    const adder = createContextAdder(
      chat,
      async (read) => {
        whileRead();
        return Promise.resolve(read);
      },
      async () => Promise.resolve(),
    );
    const notices = { tell: (notice: PanelNotice) => told.fire(notice), refresh: () => undefined };
    outdated = createOutdatedFiles(chat, adder, notices);
    outdated.connect(() => true);
  });

  afterEach(async () => {
    outdated.dispose();
    await rm(outside, { force: true });
  });

  /** Resolves with the next notice. */
  const nextNotice = async () => new Promise<PanelNotice>((resolve) => void told.event(resolve));

  async function attach(...uris: readonly vscode.Uri[]): Promise<void> {
    const read = await Promise.all(uris.map(async (uri) => readFileAttachment(uri)));
    attachments = read.filter((each) => typeof each !== 'string');
    assert.equal(attachments.length, uris.length);
    outdated.handleChatEvent({ type: 'draftChanged' });
  }

  it('are told while another attached file changes all the time', async () => {
    const [busy, file] = [await writeNewFile('busy'), await writeNewFile('one')];
    await attach(busy, file);
    const timer = setInterval(() => void writeFile(busy.fsPath, `busy ${Math.random()}`), 100);
    try {
      let notice = nextNotice();
      await writeFile(file.fsPath, 'two');
      while (!(await notice).sentence().includes(attachments[1]!.path)) notice = nextNotice();
    } finally {
      clearInterval(timer);
    }
  });

  it('are told again if a file was not attached again and changes once more', async () => {
    const file = await writeNewFile('one');
    await attach(file);
    for (const text of ['two', 'three']) {
      const notice = nextNotice();
      await writeFile(file.fsPath, text);
      await (await notice).action?.run();
      assert.deepEqual(added, [file.toString()]);
    }
  });

  it('are told to be gone when they are deleted, without an offer to attach them again', async () => {
    const files = [await writeNewFile('one'), await writeNewFile('two')];
    await attach(...files);
    const [first, second] = attachments.map(({ path }) => path);
    let notice = nextNotice();
    await rm(files[0]!.fsPath);
    let { sentence, action } = await notice;
    assert.deepEqual([sentence(), action], [`${first} no longer exists.`, undefined]);
    notice = nextNotice();
    await rm(files[1]!.fsPath);
    ({ sentence, action } = await notice);
    assert.deepEqual([sentence(), action], [`Files that no longer exist: ${first}, ${second}`, undefined]);
  });

  it('are not attached again if they were deleted after they had changed', async () => {
    const file = await writeNewFile('one');
    await attach(file);
    let notice = nextNotice();
    await writeFile(file.fsPath, 'two');
    const { action } = await notice;
    notice = nextNotice();
    await rm(file.fsPath);
    await action?.run();
    assert.deepEqual(added, []);
    assert.equal((await notice).sentence(), `${attachments[0]!.path} no longer exists.`);
  });

  it('are not attached again if they are removed from the message box, or switched off, while they are read', async () => {
    const files = [await writeNewFile('one'), await writeNewFile('two'), await writeNewFile('three')];
    await attach(...files);
    for (const { fsPath } of files) await writeFile(fsPath, 'changed');
    let notice = await nextNotice();
    while (notice.sentence().split(', ').length < 3) notice = await nextNotice();
    whileRead = () => {
      attachments = [{ ...attachments[0]!, isOff: true }, attachments[2]!];
    };
    await notice.action?.run();
    assert.deepEqual(added, [files[2]!.toString()]);
  });

  it('are attached again 20 at a time', async () => {
    const uris = await Promise.all(Array.from({ length: 22 }, async (_, index) => writeNewFile(`${index}`)));
    await attach(...uris);
    for (const uri of uris) await writeFile(uri.fsPath, 'changed');
    let notice = await nextNotice();
    await notice.action?.run();
    assert.ok(added.length <= 20);
    attachments = attachments.filter(({ uri }) => !added.includes(uri ?? ''));
    const rest = nextNotice();
    outdated.handleChatEvent({ type: 'draftChanged' });
    notice = await rest;
    await notice.action?.run();
    assert.equal(added.length, attachments.length);
  });

  it('are not read if they are outside the workspace', async () => {
    const file = await writeNewFile('inside');
    const link = await writeNewFile('link');
    await attach(file, link);
    await writeFile(outside, 'private');
    await rm(link.fsPath);
    await symlink(outside, link.fsPath);
    const folder = vscode.workspace.workspaceFolders![0]!.uri;
    const above = `${folder.toString()}/${'../'.repeat(folder.path.split('/').length - 1)}${outside.slice(1)}`;
    attachments = [...attachments, { ...attachments[0]!, id: 'above', path: 'docs.md', uri: above }];
    const notice = nextNotice();
    await writeFile(file.fsPath, 'changed');
    outdated.handleChatEvent({ type: 'draftChanged' });
    assert.equal((await notice).sentence(), `${attachments[0]!.path} has changed since you attached it.`);
  });
});

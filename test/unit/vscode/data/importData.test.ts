import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ArchivedWorkspace } from '../../../../src/chat/archive/archiveFormat.ts';
import { writeArchive } from '../../../../src/chat/archive/writeArchive.ts';
import { createSessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { importData, type ImportDataDependencies } from '../../../../src/vscode/data/importData.ts';
import { exchangeRecords } from '../../chat/conversation/exchangeRecords.ts';
import { shown } from '../../chat/openChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';

const shop: ArchivedWorkspace = { id: 'shop', uri: 'file:///shop', name: 'Shop' };
const blog: ArchivedWorkspace = { id: 'blog', uri: 'file:///blog', name: 'Blog' };
const news: ArchivedWorkspace = { id: 'news', uri: 'file:///news', name: 'News' };
const withoutFolder: ArchivedWorkspace = { id: 'window', name: '' };

describe('importData', () => {
  const cleanUp = cleanUpAfterEach();
  let user: string;
  let archive: string;
  /** The messages that were shown, with the labels of their buttons. */
  let messages: (readonly string[])[];
  /** The button that the test presses in a modal question. */
  let pressed: string | undefined;
  /** The offered folders, once for each time that the user was asked for folders. */
  let offers: (readonly Record<string, unknown>[])[];
  /** The labels of the folders that the test picks. Undefined if the test closes the list. */
  let picked: readonly string[] | undefined;

  const folderOf = ({ id }: ArchivedWorkspace) => path.join(user, 'workspaceStorage', id, 'tally.tally-chat');

  beforeEach(async () => {
    [user, archive] = [await temporaryFolder(cleanUp), path.join(await temporaryFolder(cleanUp), 'archive.jsonl')];
    [messages, offers, pressed, picked] = [[], [], undefined, undefined];
    const { showWarningMessage, showInformationMessage, showOpenDialog, showQuickPick } = vscode.window;
    cleanUp(() =>
      Object.assign(vscode.window, { showWarningMessage, showInformationMessage, showOpenDialog, showQuickPick }),
    );
    Object.assign(vscode.window, {
      showOpenDialog: async () => Promise.resolve([vscode.Uri.file(archive)]),
      showInformationMessage: async (text: string) => Promise.resolve(void messages.push([text])),
      showWarningMessage: async (text: string, _: unknown, ...buttons: readonly string[]) => {
        messages.push([text, ...buttons]);
        return Promise.resolve(pressed);
      },
      showQuickPick: async (items: readonly Record<string, unknown>[]) => {
        offers.push(items);
        return Promise.resolve(picked && items.filter(({ label }) => picked?.includes(String(label))));
      },
    });
    await mkdir(folderOf(shop), { recursive: true });
    await writeFile(path.join(folderOf(shop), '../workspace.json'), JSON.stringify({ folder: shop.uri }));
  });

  const sessionsIn = (folder: string) => createSessionStore(createNodeFileStore(folder), Date.now);
  const textsOf = async (id: string) => shown((await sessionsIn(folderOf(shop)).load(id)).messages);

  /** Writes an archive in which each workspace has one session, whose id is the workspace's id. */
  const writeSessions = async (text: string, ...workspaces: readonly ArchivedWorkspace[]) => {
    const from = await temporaryFolder(cleanUp);
    for (const { id } of workspaces) await sessionsIn(path.join(from, id)).append(id, exchangeRecords(text));
    const lines: string[] = [];
    const parts = writeArchive({
      workspaces: workspaces.map((workspace) => ({
        workspace,
        files: createNodeFileStore(path.join(from, workspace.id)),
      })),
      requests: noRequests(),
      balance: undefined,
      tokenRatios: {},
      at: 1,
      onIncomplete: (_, name) => assert.fail(`${name} is incomplete.`),
    });
    for await (const line of parts) lines.push(line);
    await writeFile(archive, lines.join(''));
  };

  /** Imports the archive into a window that shows the workspace `shop`. */
  const runImport = async () => {
    const global = path.join(user, 'globalStorage/tally.tally-chat');
    const nothing = async () => Promise.resolve();
    const dependencies: Partial<ImportDataDependencies> = {
      folders: { global, workspace: folderOf(shop) },
      ownFolder: folderOf(shop),
      filesIn: createNodeFileStore,
      owner: { id: 'one', pid: process.pid, processStart: undefined, host: 'here' },
      globalFiles: createNodeFileStore(global),
      ledger: { refresh: nothing, requests: noRequests },
      balance: { settleCredit: nothing } as never,
      ratios: { addLearned: nothing },
      deletions: { deletionId: () => '' },
      onDidImport: () => undefined,
    };
    await importData(dependencies as ImportDataDependencies);
  };

  describe('if a session differs from the file', () => {
    const question = ['1 session differs from the file. Replace the session?', 'Keep', 'Replace'];

    beforeEach(async () => {
      await writeSessions('From the file', shop);
      await sessionsIn(folderOf(shop)).append(shop.id, exchangeRecords('From this computer'));
    });

    for (const button of [undefined, 'Keep'] as const)
      it(`asks once, and replaces nothing if the user ${button === undefined ? 'closes the question' : `presses ${button}`}`, async () => {
        pressed = button;
        const before = await textsOf(shop.id);
        await runImport();
        assert.deepEqual(await textsOf(shop.id), before);
        assert.deepEqual(messages, [
          question,
          ['Imported sessions: 0. Imported requests: 0. Sessions that differ from the file and weren’t replaced: 1.'],
        ]);
      });

    it('asks once, and replaces the session if the user agrees', async () => {
      pressed = 'Replace';
      await runImport();
      assert.match(JSON.stringify(await textsOf(shop.id)), /From the file/);
      assert.doesNotMatch(JSON.stringify(await textsOf(shop.id)), /From this computer/);
      assert.deepEqual(messages, [question, ['Imported sessions: 1. Imported requests: 0.']]);
      assert.deepEqual(offers, []);
    });
  });

  it('asks nothing if no session differs and this computer knows the workspace by its id or its URI', async () => {
    await writeSessions('From the file', shop, { ...shop, id: 'shopElsewhere' });
    await runImport();
    assert.deepEqual(messages, [['Imported sessions: 2. Imported requests: 0.']]);
    assert.deepEqual(offers, []);
  });

  describe('if this computer does not know workspaces of the file', () => {
    beforeEach(async () => writeSessions('From the file', shop, blog, news, withoutFolder));

    it('offers these workspaces, and selects the one that has the name of this window’s workspace', async () => {
      const { name } = vscode.workspace;
      cleanUp(() => Object.assign(vscode.workspace, { name }));
      Object.assign(vscode.workspace, { name: blog.name });
      await runImport();
      const description = 'Sessions: 1';
      assert.deepEqual(offers, [
        [
          { label: 'Blog', description, detail: blog.uri, picked: true, id: blog.id },
          { label: 'News', description, detail: news.uri, picked: false, id: news.id },
          { label: 'Window without a folder', description, picked: false, id: withoutFolder.id },
        ],
      ]);
    });

    it('imports nothing, not even the sessions of known workspaces, if the user closes the list', async () => {
      await runImport();
      assert.deepEqual(await textsOf(shop.id), []);
      assert.deepEqual(messages, []);
    });

    it('adds the sessions of the selected workspaces to this window’s workspace, and skips the others', async () => {
      picked = ['Blog'];
      await runImport();
      assert.match(JSON.stringify(await textsOf(blog.id)), /From the file/);
      for (const { id } of [news, withoutFolder]) assert.deepEqual(await textsOf(id), []);
      assert.deepEqual(messages, [
        [
          'Imported sessions: 2. Imported requests: 0. Skipped sessions: 2. Open the folder of these sessions, then import again.',
        ],
      ]);
    });
  });
});

async function* noRequests(): AsyncGenerator<never> {
  // There are no requests.
}

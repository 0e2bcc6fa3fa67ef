import { strict as assert } from 'node:assert';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { removeEmptyWindows } from '../../../../src/node/storedData/removeEmptyWindows.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { writeFiles } from './writeFiles.ts';

describe('removeEmptyWindows', () => {
  const cleanUp = cleanUpAfterEach();
  const owner = { id: 'this', pid: process.pid, processStart: undefined, host: 'here' };
  const emptyDraft = JSON.stringify({ version: 1, text: '', attachments: [], queue: [] });
  const lease = (windowId: string) =>
    JSON.stringify({ windowId, pid: process.pid, host: 'here', at: Date.now(), isBusy: false });
  let globalFolder: string;

  const sweep = async (before = Date.now() + 60_000, isAlive = true) => {
    const ownFolder = path.join(globalFolder, 'emptyWindows/own');
    await removeEmptyWindows({ globalFolder, ownFolder, owner, isAlive: () => isAlive, before });
    return (await readdir(path.join(globalFolder, 'emptyWindows'))).toSorted();
  };

  beforeEach(async () => {
    globalFolder = await temporaryFolder(cleanUp);
    await writeFiles(path.join(globalFolder, 'emptyWindows'), {
      'own/draft.json': emptyDraft,
      'nothing/draft.json': emptyDraft,
      'nothing/sessions/draft.lease': lease('gone'),
      'nothing/sessionIndex.json': '{}',
      'nothing/deletedSessions/1~a.jsonl': '{}',
      'session/sessions/a.jsonl': '{}',
      'typed/draft.json': JSON.stringify({ version: 1, text: 'Not sent', attachments: [], queue: [] }),
      'damaged/draft.json': '{"text":',
      'foreign/notes.txt': 'Mine',
      'foreignIndex/sessionIndex.txt': 'Mine',
      'partial/draft.json': JSON.stringify({ version: 1, text: '', attachments: [{ picture: 'Mine' }], queue: [] }),
      'newer/draft.json': JSON.stringify({ version: 2, text: '', attachments: [], queue: [], pictures: ['Mine'] }),
    });
  });

  const kept = ['damaged', 'foreign', 'foreignIndex', 'newer', 'own', 'partial', 'session', 'typed'];

  it('removes the folders of closed windows without a session or a draft, but not the folder of this window', async () => {
    assert.deepEqual(await sweep(undefined, false), kept);
  });

  it('keeps the folder of an open window', async () => {
    assert.deepEqual(await sweep(), [...kept, 'nothing'].toSorted());
  });

  it('keeps folders with recent files', async () => {
    assert.deepEqual(await sweep(Date.now() - 60_000, false), [...kept, 'nothing'].toSorted());
  });
});

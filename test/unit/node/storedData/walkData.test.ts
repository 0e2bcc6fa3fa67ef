import { strict as assert } from 'node:assert';
import { mkdir, rm, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { workspaceLayout } from '../../../../src/node/storedData/dataLayout.ts';
import { removeTemporaryFiles, temporaryName } from '../../../../src/node/temporaryFiles.ts';
import { walkData, type DataEntry } from '../../../../src/node/storedData/walkData.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { filesBelow, writeFiles } from './writeFiles.ts';

describe('walkData', () => {
  const cleanUp = cleanUpAfterEach();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder(cleanUp);
  });

  const walk = async (root: string) => {
    const entries: DataEntry[] = [];
    for await (const entry of walkData(root, workspaceLayout)) entries.push(entry);
    return entries;
  };

  it('yields the size and time of the extension’s files, and 0 for the size and time of all other entries', async () => {
    await writeFiles(folder, { 'sessions/a.jsonl': 'é', 'notes.txt': 'Mine' });
    await utimes(path.join(folder, 'sessions/a.jsonl'), 1_000, 1_000);
    await symlink(path.join(folder, 'notes.txt'), path.join(folder, 'draft.json'));
    const entries = (await walk(folder)).map((entry) => ({
      ...entry,
      path: path.relative(folder, entry.path),
    }));
    const isIn = (parent: string) => (entry: DataEntry) => entry.path.startsWith(parent);
    assert.deepEqual(entries.filter(isIn('sessions')), [
      { path: path.join('sessions', 'a.jsonl'), kind: 'file', size: 2, modifiedAt: 1_000_000 },
      { path: 'sessions', kind: 'folder', size: 0, modifiedAt: 0 },
    ]);
    assert.deepEqual(entries.filter(isIn('notes.txt')), [
      { path: 'notes.txt', kind: 'unknown', size: 0, modifiedAt: 0 },
    ]);
    assert.deepEqual(entries.filter(isIn('draft.json')), [
      { path: 'draft.json', kind: 'link', size: 0, modifiedAt: 0 },
    ]);
    assert.equal(entries.length, 4);
  });

  it('knows each temporary file that a killed window can leave, for example of the claim on a lease', async () => {
    const lease = 'sessions/a.lease';
    const claim = temporaryName(lease);
    const names = [claim, temporaryName(claim), temporaryName(temporaryName(claim))];
    names.push(temporaryName('draft.json.1764000000000.unreadable'), 'drafts/w.1.json.1764000000000.unreadable');
    await writeFiles(folder, Object.fromEntries(names.map((name) => [name, ''])));
    const entries = (await walk(folder)).filter(({ kind }) => kind !== 'folder');
    assert.equal(entries.length, names.length);
    for (const { kind, path: file } of entries) assert.equal(kind, 'file', file);
    await removeTemporaryFiles(folder, Infinity);
    assert.deepEqual(await filesBelow(folder), ['drafts/w.1.json.1764000000000.unreadable']);
  });

  it('reports the size 0 and the time 0 for a file that another window removes during the walk', async () => {
    await writeFiles(folder, { 'sessions/a.jsonl': 'a', 'sessions/b.jsonl': 'b' });
    const files: DataEntry[] = [];
    for await (const entry of walkData(folder, workspaceLayout)) {
      if (entry.kind === 'file') files.push(entry);
      await rm(path.join(folder, 'sessions'), { recursive: true, force: true });
    }
    assert.deepEqual(files.map((file) => path.basename(file.path)).toSorted(), ['a.jsonl', 'b.jsonl']);
    assert.deepEqual([files[1]?.size, files[1]?.modifiedAt], [0, 0]);
  });

  it('yields nothing for a missing folder, and an error for a folder that cannot be read', async () => {
    assert.deepEqual(await walk(path.join(folder, 'missing')), []);
    await writeFiles(folder, { file: '' });
    const [entry, ...others] = await walk(path.join(folder, 'file'));
    assert.deepEqual(
      [entry?.kind, entry?.path, entry?.size, others.length],
      ['unreadable', path.join(folder, 'file'), 0, 0],
    );
    assert.equal((entry?.error as NodeJS.ErrnoException).code, 'ENOTDIR');
  });

  it('treats a file with the name of a subfolder, and a folder with the name of a file, as unknown', async () => {
    await writeFiles(folder, { sessions: '' });
    await mkdir(path.join(folder, 'draft.json'));
    const kinds = (await walk(folder)).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['unknown', 'unknown']);
  });
});

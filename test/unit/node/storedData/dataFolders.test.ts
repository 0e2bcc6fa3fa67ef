import { strict as assert } from 'node:assert';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { findData } from '../../../../src/node/storedData/dataFolders.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { writeFiles } from './writeFiles.ts';

describe('findData', () => {
  const cleanUp = cleanUpAfterEach();
  let user: string;
  beforeEach(async () => {
    user = await temporaryFolder(cleanUp);
  });

  /** Finds the only workspace, whose folder has the given `workspace.json` and `meta.json`. */
  const describeWorkspace = async (workspaceJson: string, metaJson: string) => {
    await writeFiles(path.join(user, 'workspaceStorage', 'one'), {
      'workspace.json': workspaceJson,
      'meta.json': metaJson,
      'tally.tally-chat/draft.json': '{}',
    });
    const global = path.join(user, 'globalStorage', 'tally.tally-chat');
    const { workspaces, links } = await findData({ global, workspace: undefined });
    assert.deepEqual([workspaces.length, links], [1, []]);
    const { folder, id, ...described } = workspaces[0]!;
    assert.deepEqual([folder, id], [path.join(user, 'workspaceStorage', 'one', 'tally.tally-chat'), 'one']);
    return described;
  };

  for (const [field, workspaceJson, metaJson] of [
    ['`folder` of workspace.json', '{"folder":"file:///me/site"}', '{}'],
    ['`workspace` of workspace.json', '{"workspace":"file:///me/site"}', '{}'],
    ['`configuration` of workspace.json', '{"configuration":"file:///me/site"}', '{}'],
    ['`configuration` of meta.json', '{}', '{"configuration":"file:///me/site"}'],
  ] as const) {
    it(`takes the URI of a workspace from the field ${field}, and the name from the URI`, async () => {
      assert.deepEqual(await describeWorkspace(workspaceJson, metaJson), { uri: 'file:///me/site', name: 'site' });
    });
  }

  it('prefers the name in meta.json to the name in the URI', async () => {
    const described = await describeWorkspace('{"folder":"file:///me/site"}', '{"name":"Our site"}');
    assert.deepEqual(described, { uri: 'file:///me/site', name: 'Our site' });
  });

  it('decodes the last segment of the URI, and ignores slashes at the end', async () => {
    assert.equal((await describeWorkspace('{"folder":"file:///me/my%20site//"}', '')).name, 'my site');
  });

  it('shows the last segment of the URI unchanged if its escapes are invalid', async () => {
    assert.equal((await describeWorkspace('{"folder":"file:///me/100%"}', '')).name, '100%');
  });

  it('finds neither a workspace nor a link in a folder without data of the extension', async () => {
    await writeFiles(path.join(user, 'workspaceStorage', 'other'), { 'workspace.json': '{}' });
    const workspaceJson = '{"folder":"file:///me/site"}';
    await symlink(path.join(user, 'workspaceStorage', 'other'), path.join(user, 'workspaceStorage', 'link'));
    assert.equal((await describeWorkspace(workspaceJson, '{}')).name, 'site');
  });

  it('finds the own workspace outside the user folder’s `workspaceStorage`, even if its data folder is a symbolic link', async () => {
    const storage = path.join(user, 'elsewhere', 'workspaceStorage');
    await writeFiles(user, { 'linked/sessions/a.jsonl': '{}', 'globalStorage/tally.tally-chat/balance.json': '{}' });
    await mkdir(path.join(storage, 'own'), { recursive: true });
    const workspace = path.join(storage, 'own', 'tally.tally-chat');
    await symlink(path.join(user, 'linked'), workspace);
    const found = await findData({ global: path.join(user, 'globalStorage', 'tally.tally-chat'), workspace });
    assert.deepEqual(found, { workspaces: [{ folder: workspace, id: 'own', name: '' }], links: [] });
  });

  it('returns no URI and an empty name for a workspace whose JSON files are damaged', async () => {
    assert.deepEqual(await describeWorkspace('{"folder":', '[1]'), { name: '' });
  });
});

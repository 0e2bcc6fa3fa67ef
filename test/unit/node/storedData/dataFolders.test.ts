import { strict as assert } from 'node:assert';
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
    const { workspaces } = await findData({ global, workspace: undefined });
    assert.equal(workspaces.length, 1);
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

  it('returns no URI and an empty name for a workspace whose JSON files are damaged', async () => {
    assert.deepEqual(await describeWorkspace('{"folder":', '[1]'), { name: '' });
  });
});

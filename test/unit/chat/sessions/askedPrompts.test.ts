import { strict as assert } from 'node:assert';
import { listAskedPrompts } from '../../../../src/chat/sessions/askedPrompts.ts';
import { createSessionStore, type SessionStore } from '../../../../src/chat/sessions/sessionStore.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { exchangeRecords } from '../conversation/exchangeRecords.ts';

describe('listAskedPrompts', () => {
  const cleanUp = cleanUpAfterEach();
  let sessions: SessionStore;
  beforeEach(async () => {
    sessions = createSessionStore(createNodeFileStore(await temporaryFolder(cleanUp)), Date.now);
  });

  const add = async (id: string, first: number, count: number) => {
    const times = Array.from({ length: count }, (_, index) => first + index);
    await sessions.append(
      id,
      times.flatMap((at) => exchangeRecords(`Prompt ${at}`, at)),
    );
  };
  const unsaved = { id: 'unsaved', messages: [] };

  it('lists the newest prompts first, and loads no more sessions after it has found 200 prompts', async () => {
    for (const [id, first] of [
      ['a', 1],
      ['b', 1_000],
      ['c', 2_000],
    ] as const)
      await add(id, first, 100);
    const loaded: string[] = [];
    const load = async (id: string) => {
      loaded.push(id);
      return sessions.load(id);
    };
    const prompts = await listAskedPrompts(unsaved, { ...sessions, load });
    assert.equal(prompts.length, 200);
    assert.deepEqual([prompts[0], prompts[99], prompts[100]], ['Prompt 2099', 'Prompt 2000', 'Prompt 1099']);
    assert.deepEqual(loaded, ['c', 'b']);
  });

  it('lists only 200 prompts if the loaded sessions have more', async () => {
    await add('a', 1, 120);
    await add('b', 1_000, 120);
    const prompts = await listAskedPrompts(unsaved, sessions);
    assert.deepEqual([prompts.length, prompts.at(-1)], [200, 'Prompt 41']);
  });

  it('lists the prompts of the shown session first, without reading the file of that session', async () => {
    await add('shown', 1, 2);
    await add('later', 10, 1);
    const { messages } = await sessions.load('shown');
    assert.deepEqual(await listAskedPrompts({ id: 'shown', messages: [messages[0]!] }, sessions), [
      'Prompt 1',
      'Prompt 10',
    ]);
  });

  it('skips a session that cannot be read, and skips blank prompts', async () => {
    await add('a', 1, 1);
    await add('b', 2, 1);
    await sessions.append('a', exchangeRecords(' \n', 3));
    const load = async (id: string) => (id === 'b' ? Promise.reject(new Error('unreadable')) : sessions.load(id));
    assert.deepEqual(await listAskedPrompts(unsaved, { ...sessions, load }), ['Prompt 1']);
  });
});

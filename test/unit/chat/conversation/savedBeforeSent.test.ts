import { strict as assert } from 'node:assert';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { createFlushRecorder } from '../../flushRecorder.ts';
import { cleanUpAfterEach, standInService, temporaryFolder } from '../../cleanUp.ts';
import { withTokenCounter } from '../../node/tokenWorkerBundle.ts';
import { connectionTo, openChat, type Workspace } from '../openChat.ts';

describe('a message that is sent', () => {
  const counter = withTokenCounter();
  const cleanUp = cleanUpAfterEach();
  let workspace: Workspace;
  /**
   * The steps, in the order in which they happen. A step is a flushed file or folder, `saved` (`onSaved` is called) or
   * `sent` (the request has arrived).
   */
  let steps: string[];

  beforeEach(async () => {
    workspace = { folder: await temporaryFolder(cleanUp) };
    steps = [];
  });

  const open = async () => {
    const record = (flushed: string) => steps.push(withoutIds(flushed));
    return openChat(cleanUp, workspace, counter(), {
      wrapFiles: () => createNodeFileStore(workspace.folder, createFlushRecorder(workspace.folder, record)),
    });
  };

  it('is on disk before `onSaved` is called, and its pending cost is on disk before the request is sent', async () => {
    const standIn = await standInService(cleanUp, { tokens: 3, hold: 0 });
    const { chat } = await open();
    const send = async (text: string) => {
      steps = [];
      const sent = chat.session.submit(text, [], connectionTo(standIn), { onSaved: () => steps.push('saved') });
      const exchange = await standIn.nextRequest();
      steps.push('sent');
      await exchange.held;
      exchange.release();
      await sent;
      return steps;
    };
    const [session, journal] = ['sessions/<id>.jsonl', 'spend/<month>-<id>.jsonl'];
    const first = ['sessions', '.', '..', session, 'saved', 'spend', '.', journal, 'sent'];
    assert.deepEqual((await send('First')).slice(0, first.length), first);
    assert.deepEqual((await send('Second')).slice(0, 4), [session, 'saved', journal, 'sent']);
  });

  it('has its reply and its final cost on disk when `submit` resolves', async () => {
    const standIn = await standInService(cleanUp, { tokens: 3 });
    const { chat } = await open();
    await chat.session.submit('Hello', [], connectionTo(standIn));
    const flushed = steps.filter((step) => step.endsWith('.jsonl'));
    const [session, journal] = ['sessions/<id>.jsonl', 'spend/<month>-<id>.jsonl'];
    assert.deepEqual(
      [flushed.slice(0, 2), new Set(flushed.slice(2))],
      [[session, journal], new Set([session, journal])],
    );
  });
});

function withoutIds(name: string): string {
  return name.replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '<id>').replace(/\d{4}-\d\d(?=-<id>)/, '<month>');
}

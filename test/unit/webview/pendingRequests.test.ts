import { strict as assert } from 'node:assert';
import { createPendingRequests } from '../../../src/webview/pendingRequests.ts';

describe('PendingRequests', () => {
  const createPosting = () => {
    const requestIds: string[] = [];
    const requests = createPendingRequests((message) => {
      assert.ok('requestId' in message);
      requestIds.push(message.requestId);
    });
    return { requests, requestIds };
  };

  it('posts each request with its content and its own id', () => {
    const posted: unknown[] = [];
    const requests = createPendingRequests((message) => posted.push(message));
    void requests.ask({ type: 'sendQueued', id: 'a' });
    void requests.ask({ type: 'listPrompts' });
    assert.deepEqual(posted, [
      { type: 'sendQueued', id: 'a', requestId: '1' },
      { type: 'listPrompts', requestId: '2' },
    ]);
  });

  it('resolves each request with its own answer even if the answers arrive in reverse order', async () => {
    const { requests, requestIds } = createPosting();
    const sent = requests.ask({ type: 'sendQueued', id: 'a' });
    const prompts = requests.ask({ type: 'listPrompts' });
    const [sentId, promptsId] = requestIds as [string, string];
    requests.settle({ type: 'didAnswer', requestId: promptsId, answer: ['newest'] });
    requests.settle({ type: 'didAnswer', requestId: sentId, answer: 'refused' });
    assert.deepEqual(await Promise.all([sent, prompts]), ['refused', ['newest']]);
  });

  it('resolves a request with undefined if the answer message has no `answer`', async () => {
    const { requests, requestIds } = createPosting();
    const asked = requests.ask({ type: 'listPrompts' });
    requests.settle({ type: 'didAnswer', requestId: requestIds[0]! });
    assert.equal(await asked, undefined);
  });

  it('ignores an answer to an unknown request', async () => {
    const { requests, requestIds } = createPosting();
    const asked = requests.ask({ type: 'listPrompts' });
    requests.settle({ type: 'didAnswer', requestId: 'unknown', answer: [] });
    requests.settle({ type: 'didAnswer', requestId: requestIds[0]!, answer: ['newest'] });
    assert.deepEqual(await asked, ['newest']);
  });
});

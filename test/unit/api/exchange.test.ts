import { strict as assert } from 'node:assert';
import { createExchangeRecorder } from '../../../src/api/exchange.ts';
import type { ResponseHeaders, TransportResponse } from '../../../src/api/network/transport.ts';

const response = (headers: ResponseHeaders): TransportResponse => ({
  status: 201,
  headers,
  route: { via: 'vscode' },
  body: new Blob([]).stream(),
  close: () => undefined,
});

describe('createExchangeRecorder', () => {
  it('keeps the time of the connection, and adds the status and the route of the response', () => {
    const recorder = createExchangeRecorder();
    recorder.connected();
    const { connectedAfter } = recorder.facts();
    recorder.responded(response({}), 'key');
    const { respondedAfter = 0, endedAfter, ...facts } = recorder.facts();
    assert.deepEqual(facts, { connectedAfter, status: 201, route: { via: 'vscode' }, bytes: 0 });
    assert.ok(respondedAfter <= endedAfter);
  });

  it('reads the request id from x-request-id, or from request-id if x-request-id is missing', () => {
    const requestId = (headers: ResponseHeaders) => {
      const recorder = createExchangeRecorder();
      recorder.responded(response(headers), 'key');
      return recorder.facts().requestId;
    };
    assert.equal(requestId({ 'request-id': 'a', 'x-request-id': 'b' }), 'b');
    assert.equal(requestId({ 'request-id': 'a' }), 'a');
    assert.equal(requestId({}), undefined);
  });
});

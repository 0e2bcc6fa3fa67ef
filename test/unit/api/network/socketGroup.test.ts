import { strict as assert } from 'node:assert';
import { PassThrough } from 'node:stream';
import { createSocketGroup } from '../../../../src/api/network/socketGroup.ts';

describe('SocketGroup', () => {
  it('destroys all sockets with the error of the first close, even sockets that are added later', () => {
    const group = createSocketGroup();
    const early = group.add(new PassThrough());
    const reason = new Error('Stopped.');
    group.close(reason);
    group.close(new Error('Stopped again.'));
    const late = group.add(new PassThrough());
    assert.deepEqual([early.destroyed, early.errored], [true, reason]);
    assert.deepEqual([late.destroyed, late.errored], [true, reason]);
  });
});

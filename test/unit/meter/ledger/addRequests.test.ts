import { strict as assert } from 'node:assert';
import { addRequests } from '../../../../src/meter/ledger/addRequests.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../cleanUp.ts';
import { spendRecord } from './spendRecords.ts';

describe('addRequests', () => {
  const cleanUp = cleanUpAfterEach();
  const request = (number: number, day: string): BookedRequest => ({ ...spendRecord(number, 'complete', 1), day });

  it('writes one journal for the new requests of each month, when `addMonth` calls `write`', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const requests = [request(1, '2026-10-05'), request(2, '2026-11-05'), request(3, '2026-10-06')];
    const known = new Set([requests[2]!.id]);
    const steps: unknown[] = [];
    const added = await addRequests(files, [...requests, requests[0]!], known, 'w', async (ofMonth, write) => {
      const names = async () => files.list('spend');
      const before = await names();
      await write();
      steps.push([ofMonth, before, await names()]);
    });
    const [first, second] = requests;
    assert.deepEqual(added, [first, second]);
    assert.deepEqual(steps, [
      [[first], [], ['2026-10-w.jsonl']],
      [[second], ['2026-10-w.jsonl'], ['2026-10-w.jsonl', '2026-11-w.jsonl']],
    ]);
    assert.deepEqual(known, new Set(requests.map(({ id }) => id)));
  });

  it('rejects as `addMonth` does, and does not count the requests of this month as known', async () => {
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    const known = new Set<string>();
    const adding = addRequests(files, [request(1, '2026-10-05')], known, 'w', async () =>
      Promise.reject(new Error('Refused.')),
    );
    await assert.rejects(adding, { message: 'Refused.' });
    assert.equal(known.size, 0);
  });
});

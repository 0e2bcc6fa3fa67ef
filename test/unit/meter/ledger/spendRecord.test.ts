import { strict as assert } from 'node:assert';
import {
  formatSpendRecord,
  toBookedRequest,
  type BookedRequest,
  type CountedRequest,
} from '../../../../src/meter/ledger/spendRecord.ts';
import { spendRecord } from './spendRecords.ts';

describe('formatSpendRecord and toBookedRequest', () => {
  const booked: BookedRequest = {
    ...spendRecord(4, 'stopped', 1_800_000_000_000),
    day: '2027-01-15',
    workspace: { id: 'hash', name: 'shop' },
  };
  const counted: CountedRequest = {
    history: { least: 3, most: 5 },
    messageTokens: 7,
    outputTokens: 0,
    missedTokens: 50,
    charged: 'maybe',
  };
  const readBack = (record: object) => toBookedRequest(JSON.parse(formatSpendRecord(record as BookedRequest)));

  it('keep every field of a record, with and without token counts', () => {
    for (const record of [booked, { ...booked, counted }]) assert.deepEqual(readBack(record), record);
  });

  it('omit invalid token counts, but keep the record', () => {
    const wrong = [
      7,
      null,
      {},
      { ...counted, history: 3 },
      { ...counted, messageTokens: -1 },
      { ...counted, outputTokens: '1' },
      { ...counted, charged: 'no' },
    ];
    for (const each of [...wrong, { ...counted, missedTokens: -1 }])
      assert.deepEqual(readBack({ ...booked, counted: each }), booked);
  });
});

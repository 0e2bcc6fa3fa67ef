import { strict as assert } from 'node:assert';
import { localDayOf } from '../../../../src/common/localDay.ts';
import {
  formatSpendRecord,
  supersedes,
  toBookedRequest,
  type BookedRequest,
  type CountedRequest,
} from '../../../../src/meter/ledger/spendRecord.ts';
import { spendRecord } from './spendRecords.ts';

describe('toBookedRequest, for the JSON that formatSpendRecord returns', () => {
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

  it('keeps every field of a record, with and without token counts', () => {
    for (const record of [booked, { ...booked, counted }]) assert.deepEqual(readBack(record), record);
  });

  for (const field of ['id', 'at', 'sessionId', 'origin', 'end', 'cost', 'prices'] as const) {
    it(`returns undefined for a record whose field \`${field}\` is missing or has the wrong type`, () => {
      for (const wrong of [undefined, null, {}, true]) assert.equal(readBack({ ...booked, [field]: wrong }), undefined);
    });
  }

  for (const field of ['cost', 'prices'] as const) {
    for (const name of Object.keys(booked[field])) {
      it(`returns undefined for a record whose ${field} has an invalid \`${name}\``, () => {
        for (const wrong of [undefined, null, '1', -1, 1e300])
          assert.equal(readBack({ ...booked, [field]: { ...booked[field], [name]: wrong } }), undefined);
      });
    }
  }

  it('returns undefined for a record whose time is more than a day before 1970, or after 2199', () => {
    for (const at of [8.65e15, -8.65e15, 8.64e15, Date.UTC(2200, 0, 2), Date.UTC(1969, 11, 30)])
      assert.equal(readBack({ ...booked, at }), undefined);
  });

  it('omits the token counts if one of their fields is invalid, but keeps the record', () => {
    const { history, charged, ...numbers } = counted;
    const wrong = [
      7,
      null,
      {},
      { ...counted, history: 3 },
      ...Object.keys(history).map((name) => ({ ...counted, history: { ...history, [name]: -1 } })),
      ...Object.keys(numbers).flatMap((name) => [
        { ...counted, [name]: -1 },
        { ...counted, [name]: '1' },
      ]),
      { ...counted, charged: charged.toUpperCase() },
    ];
    for (const each of wrong) assert.deepEqual(readBack({ ...booked, counted: each }), booked, JSON.stringify(each));
  });

  it('omits an invalid workspace, and replaces an invalid or missing day by the local day of `at`', () => {
    const { workspace, day, ...required } = booked;
    assert.ok(workspace !== undefined);
    for (const name of Object.keys(workspace))
      assert.deepEqual(readBack({ ...booked, workspace: { ...workspace, [name]: 1 } }), { ...required, day });
    for (const wrong of [undefined, 20_270_115, '2027-1-15', '9999-12-31', '2027-00-01', '2027-01-32'])
      assert.deepEqual(readBack({ ...booked, day: wrong }), { ...booked, day: localDayOf(booked.at) });
  });
});

describe('supersedes', () => {
  const final = spendRecord(1, 'complete', 1);
  const [few, many] = [spendRecord(1, 'pending', 1, 5), spendRecord(1, 'pending', 1, 5_000)];

  it('returns true if `known` is pending, and `record` is final or has more output', () => {
    assert.deepEqual([supersedes(final, many), supersedes(many, few)], [true, true]);
  });

  it('returns false if `known` is final, or if `record` is pending and does not have more output', () => {
    assert.deepEqual(
      [supersedes(many, final), supersedes(final, final), supersedes(few, many), supersedes(few, few)],
      [false, false, false, false],
    );
  });
});

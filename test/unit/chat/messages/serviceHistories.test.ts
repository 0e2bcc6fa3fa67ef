import { strict as assert } from 'node:assert';
import { historyAt, withHistory, type ServiceHistories } from '../../../../src/chat/messages/serviceHistories.ts';
import { noHistory } from '../../../../src/meter/cost.ts';

const [here, elsewhere] = ['https://api.example.com', 'https://other.example.com'];
const none: ServiceHistories = new Map();
const [first, second] = [
  { least: 1, most: 2 },
  { least: 3, most: 4 },
];

describe('historyAt', () => {
  it('returns the last history of the service, and no history for a service that has not replied', () => {
    assert.deepEqual(historyAt(none, here), noHistory);
    const histories = withHistory(withHistory(none, here, first), here, second);
    assert.deepEqual(
      [here, elsewhere].map((origin) => historyAt(histories, origin)),
      [second, noHistory],
    );
  });

  it('keeps the history of a service when another service replies', () => {
    const histories = withHistory(withHistory(none, here, first), elsewhere, second);
    assert.deepEqual(
      [here, elsewhere].map((origin) => historyAt(histories, origin)),
      [first, second],
    );
  });

  it('returns the history of a reply without an origin for every service', () => {
    const histories = withHistory(withHistory(none, here, first), undefined, second);
    assert.deepEqual(
      [here, elsewhere].map((origin) => historyAt(histories, origin)),
      [second, second],
    );
  });

  it('returns the lower bound 0 for another service if replies with and without an origin exist', () => {
    const histories = withHistory(withHistory(none, undefined, first), here, second);
    assert.deepEqual(
      [here, elsewhere].map((origin) => historyAt(histories, origin)),
      [second, { least: 0, most: 2 }],
    );
  });
});

describe('withHistory', () => {
  const originOf = (index: number) => `https://${index}.example.com`;
  const bookedAt = (count: number, start = none) =>
    Array.from({ length: count }, (_, index) => index).reduce(
      (histories, index) => withHistory(histories, originOf(index), { least: 10 + index, most: 100 - index }),
      start,
    );

  it('keeps the histories of the 20 services that replied last', () => {
    const histories = withHistory(bookedAt(20), originOf(0), first);
    assert.deepEqual(historyAt(withHistory(histories, here, second), originOf(0)), first);
    assert.deepEqual(historyAt(bookedAt(50), originOf(30)), { least: 40, most: 70 });
    assert.equal(bookedAt(50).size, 21);
  });

  it('returns the largest upper bound of the other services, and the lower bound 0, for each of them', () => {
    for (const index of [0, 29, 60])
      assert.deepEqual(historyAt(bookedAt(50), originOf(index)), { least: 0, most: 100 });
    const unknown = withHistory(none, undefined, { least: 5, most: 200 });
    assert.deepEqual(historyAt(bookedAt(21, unknown), originOf(0)), { least: 0, most: 200 });
    const missed = withHistory(none, undefined, { least: 5, most: 200, missed: 150 });
    assert.deepEqual(historyAt(bookedAt(21, missed), originOf(0)), { least: 0, most: 200, missed: 150 });
  });
});

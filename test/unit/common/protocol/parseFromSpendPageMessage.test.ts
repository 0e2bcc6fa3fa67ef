import { strict as assert } from 'node:assert';
import { parseFromSpendPageMessage } from '../../../../src/common/protocol/parseFromSpendPageMessage.ts';

describe('parseFromSpendPageMessage', () => {
  it('returns a valid message of each type with only its known fields', () => {
    const query = { first: '2026-11-01', last: '2026-11-21', workspaceId: '', sessionId: 'abc' };
    assert.deepEqual(parseFromSpendPageMessage({ type: 'showReport', query: { ...query, more: 1 }, more: 1 }), {
      type: 'showReport',
      query,
    });
    assert.deepEqual(parseFromSpendPageMessage({ type: 'showReport', query: {} }), { type: 'showReport', query: {} });
    assert.deepEqual(parseFromSpendPageMessage({ type: 'exportSpend', path: '/etc' }), { type: 'exportSpend' });
    assert.deepEqual(parseFromSpendPageMessage({ type: 'recordBalance' }), { type: 'recordBalance' });
    assert.deepEqual(parseFromSpendPageMessage({ type: 'openSession', sessionId: 'abc' }), {
      type: 'openSession',
      sessionId: 'abc',
    });
    const bill = { type: 'compareBill', first: '2026-11-01', last: '2026-11-21', amount: '$4.20' };
    for (const each of [bill, { ...bill, origin: 'https://api.example.com' }])
      assert.deepEqual(parseFromSpendPageMessage({ ...each, more: 1 }), each);
    for (const type of ['openChat', 'correctEstimates', 'openPriceSettings'])
      assert.deepEqual(parseFromSpendPageMessage({ type, more: 1 }), { type });
  });

  it('returns undefined for unknown types and for missing or invalid fields', () => {
    const wrong: readonly unknown[] = [
      undefined,
      'showReport',
      [],
      { type: 'submit', text: 'spend' },
      { type: 'showReport' },
      { type: 'showReport', query: [1] },
      { type: 'showReport', query: { first: 'yesterday' } },
      { type: 'showReport', query: { last: 20261121 } },
      { type: 'showReport', query: { workspaceId: 1 } },
      { type: 'showReport', query: { sessionId: 'a'.repeat(2_000) } },
      { type: 'openSession' },
      { type: 'compareBill', first: '2026-11-01', last: '2026-11-21' },
      { type: 'compareBill', first: '2026-11-01', amount: '4' },
      { type: 'compareBill', first: '2026-11-01', last: 'today', amount: '4' },
      { type: 'compareBill', first: '2026-11-01', last: '2026-11-21', amount: 4 },
      { type: 'compareBill', first: '2026-11-01', last: '2026-11-21', amount: '4'.repeat(200) },
      { type: 'compareBill', first: '2026-11-01', last: '2026-11-21', amount: '4', origin: 7 },
    ];
    for (const value of wrong) assert.equal(parseFromSpendPageMessage(value), undefined, JSON.stringify(value));
  });
});

import { strict as assert } from 'node:assert';
import type { FileStore } from '../../../src/common/fileStore.ts';
import type { SpendLimits } from '../../../src/meter/budget.ts';
import { createLedger, type Ledger } from '../../../src/meter/ledger/ledger.ts';
import { createSpendGuard, type HeldReason, type SpendGuard } from '../../../src/meter/spendGuard.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { spendRecord } from './ledger/spendRecords.ts';

function describeReason(reason: HeldReason): string {
  if (reason.kind === 'blocked') return `${reason.reached.limit} limit`;
  return reason.kind === 'unknown' ? `${reason.setting} is unknown` : 'price';
}

describe('createSpendGuard', () => {
  const cleanUp = cleanUpAfterEach();
  const sessionId = 'session';
  const noLimits: SpendLimits = { daily: 0, session: 0, confirmAbove: 0 };
  let now: Date;
  let files: FileStore;
  let ledger: Ledger;
  let asked: string[];
  let answer: boolean;
  beforeEach(async () => {
    now = new Date(2026, 10, 21, 12);
    asked = [];
    answer = false;
    files = createNodeFileStore(await temporaryFolder(cleanUp));
    ledger = createLedger({
      files,
      writerId: 'w',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: () => now.getTime(),
    });
  });

  const recordOf = (seed: number, end: 'pending' | 'complete') => ({
    ...spendRecord(seed, end, now.getTime()),
    sessionId,
  });
  const ask = async (question: string) => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  const guard = (limits: SpendLimits | (() => SpendLimits)) =>
    createSpendGuard({
      limits: typeof limits === 'function' ? limits : () => limits,
      ledger,
      questions: {
        confirm: async ({ high }, shownPrice) =>
          ask(`confirm ${high}${shownPrice === undefined ? '' : `, not ${shownPrice}`}`),
        sendAnyway: async ({ limit, spent }) => ask(`${limit}: ${spent}`),
        warn: ({ limit, spent }) => void asked.push(`${limit} is near: ${spent}`),
        sendWithUnknown: async (limit) => ask(`${limit} is unknown`),
        tellUnsent: () => void asked.push('unsent'),
        tellHeld: (reason, text) => void asked.push(`held “${text}”: ${describeReason(reason)}`),
      },
      now: () => now,
      reportError: (error) => neverCalled(String(error)),
    });
  /** Asks for a permit for the request of a pending record. */
  const permit = async (spendGuard: SpendGuard, { cost } = recordOf(1, 'pending'), isAutomatic = false) =>
    spendGuard.permit({
      sessionId,
      text: 'Go on',
      isAutomatic,
      estimate: async () => Promise.resolve(cost),
      mostCost: () => cost,
    });
  const stillPermits = async (
    spendGuard: SpendGuard,
    permitted: Awaited<ReturnType<typeof permit>>,
    isAutomatic = false,
  ) => {
    assert.ok(permitted !== undefined);
    return (
      (await spendGuard.recheck(permitted, { sessionId, isAutomatic, id: recordOf(1, 'pending').id })) === undefined
    );
  };

  it('warns of each nearly reached limit after the user has confirmed an expensive message', async () => {
    const { cost } = recordOf(1, 'pending');
    const spendGuard = guard({ ...noLimits, daily: cost.high, session: cost.high, confirmAbove: cost.high - 1 });
    await permit(spendGuard);
    assert.deepEqual(asked, [`confirm ${cost.high}`]);
    answer = true;
    await permit(spendGuard);
    assert.deepEqual(asked.slice(1), [`confirm ${cost.high}`, 'daily is near: 0', 'session is near: 0']);
  });

  it('`noteSpent` warns once from 80 %, and once from 100 %, of each limit', async () => {
    const [first, second] = [recordOf(1, 'complete'), recordOf(2, 'complete')];
    const atMost = Math.floor(first.cost.high / 0.8);
    const spendGuard = guard({ ...noLimits, daily: atMost, session: atMost });
    spendGuard.noteSpent(sessionId);
    assert.deepEqual(asked, []);
    await ledger.append(first);
    spendGuard.noteSpent('another session');
    assert.deepEqual(asked, [`daily is near: ${first.cost.high}`]);
    spendGuard.noteSpent(sessionId);
    assert.deepEqual(asked.slice(1), [`session is near: ${first.cost.high}`]);
    spendGuard.noteSpent(sessionId);
    assert.equal(asked.length, 2);
    await ledger.append({ ...second, cost: { ...second.cost, high: atMost } });
    spendGuard.noteSpent(sessionId);
    spendGuard.noteSpent(sessionId);
    const spent = first.cost.high + atMost;
    assert.deepEqual(asked.slice(2), [`daily is near: ${spent}`, `session is near: ${spent}`]);
  });

  describe('for a message with a shown price', () => {
    const centsOf = (cents: number) => {
      const { cost } = recordOf(1, 'pending');
      return { ...cost, low: 0, high: cents * 10_000_000 };
    };
    const permitUnseen = async (limits: SpendLimits, cents: number, shownPrice: number | undefined = 0) =>
      guard(limits).permit({
        sessionId,
        isAutomatic: false,
        shownPrice,
        estimate: async () => Promise.resolve(centsOf(cents)),
        mostCost: () => centsOf(cents * 4),
      });

    it('asks from $0.02 above the shown price if no limit is set, and then not again before the message is sent', async () => {
      assert.ok((await permitUnseen(noLimits, 2)) !== undefined);
      assert.ok((await permitUnseen(noLimits, 50, 480_000_000)) !== undefined);
      assert.deepEqual(asked, []);
      assert.equal(await permitUnseen(noLimits, 2.1), undefined);
      assert.equal(await permitUnseen(noLimits, 50, 479_000_000), undefined);
      answer = true;
      const spendGuard = guard(noLimits);
      const permitted = await spendGuard.permit({
        sessionId,
        isAutomatic: false,
        shownPrice: 0,
        estimate: async () => Promise.resolve(centsOf(3)),
        mostCost: () => centsOf(12),
      });
      assert.equal(await stillPermits(spendGuard, permitted), true);
      assert.deepEqual(asked, [
        'confirm 21000000, not 0',
        'confirm 500000000, not 479000000',
        'confirm 30000000, not 0',
      ]);
    });

    it('counts no tokens if the upper bound without counting is low enough', async () => {
      const request = { sessionId, isAutomatic: false, estimate: async () => Promise.reject(new Error('Unexpected.')) };
      assert.ok(await guard(noLimits).permit({ ...request, shownPrice: 0, mostCost: () => centsOf(2) }));
      assert.ok(await guard(noLimits).permit({ ...request, shownPrice: 480_000_000, mostCost: () => centsOf(50) }));
      assert.deepEqual(asked, []);
    });

    it('asks with the upper bound if counting takes longer than a second', async () => {
      const estimate = async () => new Promise<never>(() => undefined);
      const request = { sessionId, isAutomatic: false, shownPrice: 0, estimate, mostCost: () => centsOf(2.1) };
      assert.equal(await guard(noLimits).permit(request), undefined);
      assert.deepEqual(asked, ['confirm 21000000, not 0']);
    });

    it('waits for no journals of other windows if no limit is set', async () => {
      ledger = { ...ledger, refresh: async () => Promise.reject(new Error('refresh')) };
      assert.ok((await permitUnseen(noLimits, 2)) !== undefined);
    });

    it('asks from the amount of `confirmAbove` if it is set, even if it is higher', async () => {
      assert.ok((await permitUnseen({ ...noLimits, confirmAbove: 40_000_000 }, 3)) !== undefined);
      assert.deepEqual(asked, []);
      assert.equal(await permitUnseen({ ...noLimits, confirmAbove: 40_000_000 }, 5), undefined);
      assert.deepEqual(asked, ['confirm 50000000']);
    });

    it('does not ask about an unknown price if no limit is set', async () => {
      assert.ok((await permitUnseen({ ...noLimits, unknownPrices: ['input'] }, 1)) !== undefined);
      assert.deepEqual(asked, []);
    });
  });

  for (const limit of ['daily', 'session'] as const) {
    it(`\`recheck\` counts all requests for the ${limit} limit, except the request’s own pending record`, async () => {
      const pending = recordOf(1, 'pending');
      const other = { ...recordOf(2, 'complete'), sessionId: limit === 'daily' ? 'another session' : sessionId };
      const spendGuard = guard({ ...noLimits, [limit]: 2 * pending.cost.high });
      const permitted = await permit(spendGuard);
      await ledger.append(pending);
      assert.equal(await stillPermits(spendGuard, permitted), true);
      assert.deepEqual(asked, []);
      await ledger.append({ ...other, cost: { ...other.cost, high: pending.cost.high + 1 } });
      assert.equal(await stillPermits(spendGuard, permitted), false);
      assert.deepEqual(asked.splice(0), [`${limit}: ${pending.cost.high + 1}`]);
      assert.equal(await stillPermits(spendGuard, permitted, true), false);
      assert.deepEqual(asked.splice(0), ['unsent']);
      answer = true;
      assert.equal(await stillPermits(spendGuard, permitted), true);
    });

    it(`\`recheck\` does not ask if the user has already agreed to exceed the ${limit} limit`, async () => {
      answer = true;
      const spendGuard = guard({ ...noLimits, [limit]: 1 });
      const permitted = await permit(spendGuard);
      assert.deepEqual(asked.splice(0), [`${limit}: 0`]);
      await ledger.append(recordOf(2, 'complete'));
      assert.equal(await stillPermits(spendGuard, permitted), true);
      assert.deepEqual(asked, []);
    });
  }

  it('`recheck` neither asks nor notifies before an automatic retry, and returns the reason', async () => {
    let limits = { daily: 0, session: 0, confirmAbove: 0 };
    const spendGuard = guard(() => limits);
    const permitted = await permit(spendGuard);
    assert.ok(permitted !== undefined);
    for (const limit of ['daily', 'session', 'confirmAbove'] as const) {
      limits = { daily: 0, session: 0, confirmAbove: 0, [limit]: 1 };
      for (const isAutomatic of [false, true]) {
        const booked = { sessionId, isAutomatic, isAutomaticRetry: true, id: recordOf(1, 'pending').id };
        assert.equal(await spendGuard.recheck(permitted, booked), limit);
      }
    }
    assert.deepEqual(asked, []);
  });

  it('`recheck` counts the requests in the ledger if the user has deleted the request’s pending record', async () => {
    const [pending, other] = [recordOf(1, 'pending'), recordOf(2, 'complete')];
    const spendGuard = guard({ ...noLimits, daily: 2 * pending.cost.high });
    const permitted = await permit(spendGuard);
    assert.equal(await stillPermits(spendGuard, permitted), true);
    await ledger.append({ ...other, cost: { ...other.cost, high: 2 * pending.cost.high } });
    assert.equal(await stillPermits(spendGuard, permitted), false);
    assert.deepEqual(asked.slice(-1), [`daily: ${2 * pending.cost.high}`]);
  });

  for (const [limit, question] of [
    ['daily', 'daily: 0'],
    ['session', 'session: 0'],
    ['confirmAbove', `confirm ${spendRecord(1, 'pending', 0).cost.high}`],
  ] as const) {
    for (const before of [0, 1e12]) {
      const change = before === 0 ? 'set' : 'lowered';
      it(`\`recheck\` asks, or refuses an automatic request, if the limit ${limit} was ${change} meanwhile`, async () => {
        let limits: SpendLimits = { ...noLimits, [limit]: before };
        const spendGuard = guard(() => limits);
        const permitted = await permit(spendGuard);
        await ledger.append(recordOf(1, 'pending'));
        assert.equal(await stillPermits(spendGuard, permitted), true);
        limits = { ...noLimits, [limit]: 1 };
        assert.equal(await stillPermits(spendGuard, permitted), false);
        assert.equal(await stillPermits(spendGuard, permitted, true), false);
        answer = true;
        assert.equal(await stillPermits(spendGuard, permitted), true);
        assert.equal(await stillPermits(spendGuard, permitted), true, 'the user has agreed');
        assert.deepEqual(asked, [question, 'unsent', question]);
      });
    }

    it(`\`recheck\` asks, or refuses an automatic request, if the limit ${limit} became unknown meanwhile`, async () => {
      let limits: SpendLimits = noLimits;
      const spendGuard = guard(() => limits);
      const permitted = await permit(spendGuard);
      limits = { ...noLimits, [limit]: undefined };
      assert.equal(await stillPermits(spendGuard, permitted), false);
      assert.equal(await stillPermits(spendGuard, permitted, true), false);
      answer = true;
      assert.equal(await stillPermits(spendGuard, permitted), true);
      assert.equal(await stillPermits(spendGuard, permitted), true, 'the user has agreed');
      assert.deepEqual(asked, [`budget.${limit} is unknown`, 'unsent', `budget.${limit} is unknown`]);
    });
  }

  it('`recheck` does not ask again about a confirmed price if only another limit was changed', async () => {
    answer = true;
    let limits: SpendLimits = { ...noLimits, confirmAbove: 1 };
    const spendGuard = guard(() => limits);
    const permitted = await permit(spendGuard);
    limits = { ...limits, daily: 1e12 };
    assert.equal(await stillPermits(spendGuard, permitted), true);
    assert.equal(asked.length, 1);
  });

  for (const limit of ['daily', 'session', 'confirmAbove'] as const) {
    it(`\`permit\` asks before each message, and holds queued messages, if the limit ${limit} is unknown`, async () => {
      const spendGuard = guard({ ...noLimits, [limit]: undefined });
      assert.equal(await permit(spendGuard), undefined);
      assert.equal(await permit(spendGuard, recordOf(1, 'pending'), true), undefined);
      answer = true;
      assert.equal(await stillPermits(spendGuard, await permit(spendGuard)), true);
      const setting = `budget.${limit}`;
      assert.deepEqual(asked, [
        `${setting} is unknown`,
        `held “Go on”: ${setting} is unknown`,
        `${setting} is unknown`,
      ]);
    });
  }

  it('`permit` also checks the other limits if one limit is unknown and the user agrees to send', async () => {
    answer = true;
    await permit(guard({ daily: undefined, session: 1, confirmAbove: 0 }));
    assert.deepEqual(asked, ['budget.daily is unknown', 'session: 0']);
  });

  it('`permit` asks about an unknown price only if a limit is set', async () => {
    answer = true;
    await permit(guard({ ...noLimits, unknownPrices: ['output'] }));
    await permit(guard({ ...noLimits, confirmAbove: 1e9, unknownPrices: ['output', 'input'] }));
    assert.deepEqual(asked, ['prices.output is unknown']);
  });

  it('`permit` refuses an automatic request that would exceed a limit, and does not ask', async () => {
    answer = true;
    const spendGuard = guard({ ...noLimits, daily: 1 });
    assert.equal(await permit(spendGuard, recordOf(1, 'pending'), true), undefined);
    assert.deepEqual(asked, ['held “Go on”: daily limit']);
  });

  it('`permit` and `recheck` read the requests of other windows', async () => {
    const other = createLedger({
      files,
      writerId: 'other',
      workspace: () => undefined,
      onDidChange: () => undefined,
      onUnreadable: neverCalled,
      now: () => now.getTime(),
    });
    const { high } = recordOf(1, 'pending').cost;
    const spendGuard = guard({ ...noLimits, daily: 2 * high });
    const append = async (seed: number) =>
      other.append({ ...recordOf(seed, 'complete'), cost: { ...recordOf(1, 'pending').cost, high } });
    await append(2);
    const permitted = await permit(spendGuard);
    await append(3);
    assert.equal(await stillPermits(spendGuard, permitted), false);
    assert.equal(await permit(spendGuard), undefined);
    assert.deepEqual(asked, [`daily is near: ${high}`, `daily: ${2 * high}`, `daily: ${2 * high}`]);
  });

  it('`permit` asks before an expensive message, and `recheck` then asks nothing', async () => {
    const pending = recordOf(1, 'pending');
    const spendGuard = guard({ ...noLimits, daily: 100 * pending.cost.high, confirmAbove: pending.cost.high - 1 });
    assert.equal(await permit(spendGuard), undefined);
    assert.equal(await permit(spendGuard, pending, true), undefined);
    answer = true;
    const permitted = await permit(spendGuard);
    await ledger.append(recordOf(2, 'complete'));
    assert.equal(await stillPermits(spendGuard, permitted), true);
    assert.deepEqual(asked, [`confirm ${pending.cost.high}`, 'held “Go on”: price', `confirm ${pending.cost.high}`]);
  });

  it('`permit` does not estimate the cost if no limit is set', async () => {
    const estimate = async () => Promise.reject(new Error('Unexpected estimate.'));
    const mostCost = () => assert.fail();
    const spendGuard = guard(noLimits);
    const permitted = await spendGuard.permit({ sessionId, isAutomatic: false, estimate, mostCost });
    assert.equal(await stillPermits(spendGuard, permitted), true);
  });

  it('`permit` warns again near a limit after the user has changed the amount of the limit', async () => {
    const { cost } = recordOf(1, 'pending');
    let limits = { ...noLimits, daily: cost.high };
    const spendGuard = guard(() => limits);
    for (const daily of [cost.high, cost.high, cost.high + 1]) {
      limits = { ...noLimits, daily };
      await permit(spendGuard);
    }
    assert.deepEqual(asked, ['daily is near: 0', 'daily is near: 0']);
  });

  it('`permit` warns once a day near the daily limit, and once per session near the session limit', async () => {
    const { cost } = recordOf(1, 'pending');
    const estimate = async () => Promise.resolve(cost);
    // Two sessions on three days.
    for (const [limit, warnings] of [
      ['daily', 3],
      ['session', 2],
    ] as const) {
      const spendGuard = guard({ ...noLimits, [limit]: cost.high });
      for (const day of [21, 22, 23]) {
        now = new Date(2026, 10, day, 12);
        for (const id of ['one', 'two', 'one'])
          await spendGuard.permit({ sessionId: id, isAutomatic: false, estimate, mostCost: () => cost });
      }
      assert.deepEqual(
        asked.splice(0),
        Array.from({ length: warnings }, () => `${limit} is near: 0`),
      );
    }
  });
});

import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { checkBudget, type SpendLimits } from '../../../src/meter/budget.ts';

const off: SpendLimits = { daily: 0, session: 0, confirmAbove: 0 };
const verdict = (limits: Partial<SpendLimits>, [daily, session]: readonly [number, number], next: number) =>
  checkBudget({ ...off, ...limits }, { daily, session }, next);

describe('checkBudget', () => {
  it('returns `ok` for any spend if there are no limits', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (daily, session, next) =>
        assert.equal(verdict({}, [daily, session], next).verdict, 'ok'),
      ),
    );
  });

  it('warns from 80 % of the daily limit, and blocks above the limit', () => {
    const of = (spent: number, next: number) => {
      const checked = verdict({ daily: 100 }, [spent, 0], next);
      return checked.verdict === 'ok' && checked.near.length > 0 ? 'near' : checked.verdict;
    };
    assert.deepEqual([of(0, 79), of(79, 0), of(79, 1), of(80, 0), of(90, 10)], ['ok', 'ok', 'near', 'near', 'near']);
    assert.deepEqual([of(90, 11), of(0, 101), of(100, 1), of(500, 0)], ['blocked', 'blocked', 'blocked', 'blocked']);
  });

  it('returns the exceeded limit, the amount of the limit and the spend before the message', () => {
    assert.deepEqual(verdict({ daily: 100, session: 10 }, [50, 9], 2), {
      verdict: 'blocked',
      limit: 'session',
      atMost: 10,
      spent: 9,
    });
    assert.deepEqual(verdict({ daily: 100, session: 10 }, [99, 0], 2), {
      verdict: 'blocked',
      limit: 'daily',
      atMost: 100,
      spent: 99,
    });
  });

  it('returns both limits if the spend comes close to both, but only the daily limit if it exceeds both', () => {
    const limits = { daily: 100, session: 10 };
    assert.deepEqual(verdict(limits, [90, 9], 1), {
      verdict: 'ok',
      near: [
        { limit: 'daily', atMost: 100, spent: 90 },
        { limit: 'session', atMost: 10, spent: 9 },
      ],
    });
    assert.deepEqual(verdict(limits, [99, 9], 2), { verdict: 'blocked', limit: 'daily', atMost: 100, spent: 99 });
  });

  it('returns `confirm` for a message that costs more than `confirmAbove`, unless a limit blocks the message', () => {
    assert.equal(verdict({ confirmAbove: 5 }, [0, 0], 5).verdict, 'ok');
    assert.equal(verdict({ confirmAbove: 5, daily: 100 }, [0, 0], 6).verdict, 'confirm');
    assert.equal(verdict({ confirmAbove: 5, daily: 100 }, [99, 0], 6).verdict, 'blocked');
  });

  it('returns the nearly reached limit also for a message that must be confirmed', () => {
    assert.deepEqual(verdict({ confirmAbove: 5, daily: 100 }, [80, 0], 6), {
      verdict: 'confirm',
      near: [{ limit: 'daily', atMost: 100, spent: 80 }],
    });
  });
});

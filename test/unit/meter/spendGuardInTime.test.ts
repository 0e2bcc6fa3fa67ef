import { strict as assert } from 'node:assert';
import { mock } from 'node:test';
import type { SpendLimits } from '../../../src/meter/budget.ts';
import { createLedger } from '../../../src/meter/ledger/ledger.ts';
import { createSpendGuard } from '../../../src/meter/spendGuard.ts';
import { createNodeFileStore } from '../../../src/node/nodeFileStore.ts';
import { noQuestions } from '../chat/openChat.ts';
import { cleanUpAfterEach, temporaryFolder } from '../cleanUp.ts';
import { neverCalled } from '../neverCalled.ts';
import { spendRecord } from './ledger/spendRecords.ts';

describe('createSpendGuard, if the tokens are not counted within 10 seconds', () => {
  const cleanUp = cleanUpAfterEach();
  const sessionId = 'session';
  const noLimits: SpendLimits = { daily: 0, session: 0, confirmAbove: 0 };
  const now = new Date(2026, 10, 21, 12);
  const { id, cost } = spendRecord(1, 'pending', now.getTime());
  let asked: string[];
  beforeEach(() => {
    asked = [];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  const openGuard = async (limits: () => SpendLimits) => {
    const ask = async (question: string) => {
      asked.push(question);
      return Promise.resolve(false);
    };
    const files = createNodeFileStore(await temporaryFolder(cleanUp));
    return createSpendGuard({
      limits,
      ledger: createLedger({
        files,
        writerId: 'w',
        workspace: () => undefined,
        onDidChange: () => undefined,
        onUnreadable: neverCalled,
        now: () => now.getTime(),
      }),
      questions: {
        ...noQuestions,
        confirm: async ({ high }) => ask(`confirm ${high}`),
        sendAnyway: async ({ limit, spent }) => ask(`${limit}: ${spent}`),
      },
      now: () => now,
      reportError: (error) => neverCalled(String(error)),
    });
  };

  /** `estimating` resolves when the estimate, which never ends, is started. */
  const createRequest = () => {
    const { promise: estimating, resolve } = Promise.withResolvers<undefined>();
    const estimate = async () => {
      resolve(undefined);
      return new Promise<never>(() => undefined);
    };
    return { estimating, request: { sessionId, isAutomatic: false, estimate, mostCost: () => cost } };
  };

  for (const [title, isAllowed, daily, questions] of [
    ['allows a request whose upper bound is below', true, 2 * cost.high, []],
    ['asks about a request whose upper bound is above', false, cost.high - 1, ['daily: 0']],
  ] as const) {
    it(`\`permit\` ${title} a limit`, async () => {
      const { estimating, request } = createRequest();
      const permitting = (await openGuard(() => ({ ...noLimits, daily }))).permit(request);
      await estimating;
      mock.timers.tick(10_000);
      assert.equal((await permitting) !== undefined, isAllowed);
      assert.deepEqual(asked, questions);
    });
  }

  it('`recheck` asks about a request whose upper bound is above a limit that was set meanwhile', async () => {
    let limits = noLimits;
    const { estimating, request } = createRequest();
    const guard = await openGuard(() => limits);
    const permit = await guard.permit(request);
    assert.ok(permit !== undefined);
    limits = { ...noLimits, confirmAbove: cost.high - 1 };
    const checking = guard.recheck(permit, { id, sessionId, isAutomatic: false });
    await estimating;
    mock.timers.tick(10_000);
    assert.equal(await checking, 'confirmAbove');
    assert.deepEqual(asked, [`confirm ${cost.high}`]);
  });
});

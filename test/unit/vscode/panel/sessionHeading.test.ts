import { strict as assert } from 'node:assert';
import { createSessionHeading, type SessionHeadingDependencies } from '../../../../src/vscode/panel/sessionHeading.ts';
import { noCost } from '../../../../src/meter/cost.ts';
import { sumOf, toSpend } from '../../../../src/meter/ledger/spend.ts';
import { spendRecord } from '../../meter/ledger/spendRecords.ts';

describe('createSessionHeading', () => {
  it('contains the id of its session, shows visible marks for hidden characters, and no title for an empty session', () => {
    const titleOf = (title: string, messages: readonly unknown[]) => {
      const heading = createSessionHeading({
        chat: { session: { id: 's', title, messages } },
        onDidChangeChat: () => ({ dispose: () => undefined }),
        ledger: { total: () => noCost, pendingRequest: () => undefined },
        onDidChangeSpend: () => ({ dispose: () => undefined }),
      } as unknown as SessionHeadingDependencies);
      const { sessionId, title: shown } = heading.view();
      assert.equal(sessionId, 's');
      return shown;
    };
    assert.equal(titleOf('Pay \u202elive', [{}]), 'Pay \ufffdlive');
    assert.equal(titleOf('', [{}]), 'Untitled');
    assert.equal(titleOf('', []), '');
  });

  it('includes the cost so far of a reply that ran in the background when its session was shown', () => {
    const pending = spendRecord(1, 'pending', 0, 100);
    const costSoFar = { ...noCost, low: 5_000_000, high: 5_000_000, isReported: false };
    const running = { kind: 'reply', id: pending.id, costSoFar };
    const heading = createSessionHeading({
      chat: { session: { id: pending.sessionId, title: 'Pay', messages: [{ kind: 'question' }, running] } },
      onDidChangeChat: () => ({ dispose: () => undefined }),
      ledger: { total: () => toSpend(sumOf(pending)), pendingRequest: () => pending },
      onDidChangeSpend: () => ({ dispose: () => undefined }),
    } as unknown as SessionHeadingDependencies);
    assert.equal(heading.view().cost, '≈$0.0050');
  });
});

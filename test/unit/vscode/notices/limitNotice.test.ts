import assert from 'node:assert/strict';
import type { RunningRequest } from '../../../../src/meter/ledger/ledger.ts';
import { createLimitNotice } from '../../../../src/vscode/notices/limitNotice.ts';
import type { PanelNotice } from '../../../../src/vscode/notices/panelNotices.ts';

const dollars = (amount: number) => amount * 1_000_000_000;

describe('createLimitNotice', () => {
  it('says what a running reply has cost so far, but stays as long as its upper bound exceeds the limit', () => {
    const told: PanelNotice[] = [];
    let running: readonly RunningRequest[] = [];
    const summarize = (_session: string, _now: Date, requests: readonly RunningRequest[] = []) => {
      const high = dollars(requests.length > 0 ? 0.0014 : 0.0037);
      return { today: { high }, session: { high } } as never;
    };
    const atMost = dollars(0.0006);
    const warn = createLimitNotice(
      { tell: (notice) => void told.push(notice) },
      { summarize },
      () => ({ session: atMost }) as never,
      () => 's',
      () => running,
    );
    warn({ limit: 'session', atMost, spent: dollars(0.0037) } as never, 's');
    assert.match(told.at(-1)!.sentence(), /\$0\.0037.*Tally asks before it sends a message\.$/);
    running = [{ id: 'r', costSoFar: {} as never }];
    assert.match(told.at(-1)!.sentence(), /\$0\.0014/);
    assert.equal(told.at(-1)!.isTrue?.(), true);
    warn({ limit: 'session', atMost: dollars(0.002), spent: dollars(0.0014) } as never, 's');
    assert.match(told.at(-1)!.sentence(), /\$0\.0014.*session limit\.$/);
  });
});

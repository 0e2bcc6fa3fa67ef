/**
 * Opens a ledger in the time zone of the environment variable `TZ`, with `<at>` as the current time. Appends a request
 * that was sent at `<at>`. Prints the number of requests of each day, of today and of this month as JSON.
 * Usage: `zoneProcess.ts <folder> <writerId> <id> <at>`
 */
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { spendRecord } from './spendRecords.ts';

const [folder = '', writerId = '', id = '', at = ''] = process.argv.slice(2);
const moment = Date.parse(at);
const files = createNodeFileStore(folder);
const ledger = createLedger({
  files,
  writerId,
  workspace: () => undefined,
  onDidChange: () => undefined,
  onUnreadable: neverCalled,
  now: () => moment,
  rollUpAfter: 0,
});
await ledger.append({ ...spendRecord(1, 'pending', moment), id });
await ledger.append({ ...spendRecord(1, 'complete', moment), id });
await ledger.refresh();
const { today, month } = ledger.summarize('session-1', new Date(moment));
const days = ledger.byDay().map(({ day, spend }) => [day, spend.requests]);
process.stdout.write(JSON.stringify({ days, today: today.requests, month: month.requests }));

/**
 * A script that a test runs in a separate process. Opens a ledger. For each number from `<from>` to `<to>`, excluding
 * `<to>`, appends a pending record and a final record of a request. After each append, prints a line with the record's
 * `id` and `end`. Refreshes the ledger after each request whose number is a multiple of 40.
 * Usage: `appendProcess.ts <folder> <writerId> <from> <to>`
 */
import { writeSync } from 'node:fs';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { neverCalled } from '../../neverCalled.ts';
import { spendRecord } from './spendRecords.ts';

const [folder = '', writerId = '', from = '', to = ''] = process.argv.slice(2);
const files = createNodeFileStore(folder);
const workspace = () => ({ id: 'hash', name: 'shop' });
const ledger = createLedger({
  files,
  writerId,
  workspace,
  onDidChange: () => undefined,
  onUnreadable: neverCalled,
  now: Date.now,
  rollUpAfter: 10_000,
});
const start = new Date(2026, 9, 25).getTime();
const stdout = 1;

for (let number = Number(from); number < Number(to); number += 1) {
  const at = start + (number % 1_000) * 3_600_000;
  for (const end of ['pending', 'complete'] as const) {
    const record = spendRecord(number, end, at);
    await ledger.append(record);
    writeSync(stdout, `${record.id} ${end}\n`);
  }
  if (number % 40 === 0) await ledger.refresh();
}

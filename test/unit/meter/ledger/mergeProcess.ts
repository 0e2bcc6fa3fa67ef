/**
 * A script that a test runs in a separate process. Merges the journals of a ledger until the process is killed. Regards
 * every month as ended, and closes (renames) every journal without waiting. Prints a line before the merging begins.
 * Usage: `mergeProcess.ts <folder>`
 */
import { randomUUID } from 'node:crypto';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';
import { neverCalled } from '../../neverCalled.ts';

const [folder = ''] = process.argv.slice(2);
const tenYears = 10 * 365 * 24 * 3_600_000;
const ledger = createLedger({
  files: createNodeFileStore(folder),
  writerId: randomUUID(),
  workspace: () => undefined,
  onDidChange: () => undefined,
  onUnreadable: neverCalled,
  now: () => Date.now() + tenYears,
  // Even on a busy computer, an append that began before its journal was renamed ends within `settlingTime`.
  mergeAfter: { quietTime: 0, settlingTime: 2_000 },
});
console.log('begins');

for (;;) {
  await ledger.refresh();
  await ledger.merge();
}

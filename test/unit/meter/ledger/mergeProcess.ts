/**
 * Merges the journals of a ledger in a separate process until the process is killed. Regards every month as ended, and
 * every journal as quiet. Prints a line when it begins. Usage: `mergeProcess.ts <folder>`
 */
import { randomUUID } from 'node:crypto';
import { createLedger } from '../../../../src/meter/ledger/ledger.ts';
import { createNodeFileStore } from '../../../../src/node/nodeFileStore.ts';

const [folder = ''] = process.argv.slice(2);
const tenYears = 10 * 365 * 24 * 3_600_000;
const ledger = createLedger({
  files: createNodeFileStore(folder),
  writerId: randomUUID(),
  workspace: () => undefined,
  onDidChange: () => undefined,
  now: () => Date.now() + tenYears,
  // Long enough for an append that began before the journal was renamed, also on a busy computer.
  mergeAfter: { quietTime: 0, settlingTime: 2_000 },
});
console.log('begins');

for (;;) {
  await ledger.refresh();
  await ledger.merge();
}

/** Runs all measurements and prints them with their targets. The exit code is 1 if a measurement misses its target. */
import { measureApply } from './measureApply.ts';
import { measureClient } from './measureClient.ts';
import { measureDecoder } from './measureDecoder.ts';
import { measureHostileReplies } from './measureHostileReplies.ts';
import { measureInVsCode } from './measureInVsCode.ts';
import { measureJournals } from './measureJournals.ts';
import { measureLargeReplies } from './measureLargeReplies.ts';
import { measureLedger } from './measureLedger.ts';
import { measurePackage } from './measurePackage.ts';
import { measurePanel } from './measurePanel.ts';
import { measureSecrets } from './measureSecrets.ts';
import { measureSessions } from './measureSessions.ts';
import { measureStop } from './measureStop.ts';
import { measureTokenCounter } from './measureTokenCounter.ts';
import { measureTokenCounts } from './measureTokenCounts.ts';
import type { Figure } from './figure.ts';

const figures: readonly Figure[] = [
  ...(await measurePackage()),
  ...(await measureInVsCode()),
  ...(await measurePanel()),
  ...(await measureHostileReplies()),
  ...(await measureTokenCounter()),
  ...measureTokenCounts(),
  ...(await measureApply()),
  ...(await measureSessions()),
  ...(await measureSecrets()),
  ...(await measureLedger()),
  ...(await measureJournals()),
  ...(await measureStop()),
  ...(await measureDecoder()),
  ...(await measureLargeReplies()),
  ...(await measureClient()),
];

console.table(
  figures.map(({ name, value, unit, atMost }) => ({
    figure: name,
    measured: `${value.toFixed(2)} ${unit}`,
    target: `≤ ${atMost} ${unit}`,
    met: value <= atMost,
  })),
);
process.exitCode = figures.every(({ value, atMost }) => value <= atMost) ? 0 : 1;

/**
 * Runs the measurements that the arguments name, by default all, and prints their figures with the targets. For example,
 * `npm run bench -- panel hostileReplies` runs two of `measurements`. The exit code is 1 if a figure misses its target.
 */
import { measureApply } from './measureApply.ts';
import { measureClient } from './measureClient.ts';
import { measureDecoder } from './measureDecoder.ts';
import { measureHostileReplies } from './measureHostileReplies.ts';
import { measureInVsCode } from './measureInVsCode.ts';
import { measureJournals } from './measureJournals.ts';
import { measureLargeInputs } from './measureLargeInputs.ts';
import { measureLargeReplies } from './measureLargeReplies.ts';
import { measureLedger } from './measureLedger.ts';
import { measurePackage } from './measurePackage.ts';
import { measurePanel } from './measurePanel.ts';
import { measureResponsiveness } from './measureResponsiveness.ts';
import { measureSecrets } from './measureSecrets.ts';
import { measureSessions } from './measureSessions.ts';
import { measureStop } from './measureStop.ts';
import { measureTokenCounter } from './measureTokenCounter.ts';
import { measureTokenCounts } from './measureTokenCounts.ts';
import type { Figure } from './figure.ts';

const measurements: Readonly<Record<string, () => Promise<readonly Figure[]> | readonly Figure[]>> = {
  package: measurePackage,
  inVsCode: measureInVsCode,
  panel: measurePanel,
  hostileReplies: measureHostileReplies,
  responsiveness: measureResponsiveness,
  tokenCounter: measureTokenCounter,
  tokenCounts: measureTokenCounts,
  apply: measureApply,
  sessions: measureSessions,
  secrets: measureSecrets,
  ledger: measureLedger,
  journals: measureJournals,
  stop: measureStop,
  decoder: measureDecoder,
  largeInputs: measureLargeInputs,
  largeReplies: measureLargeReplies,
  client: measureClient,
};

/** Prints the figures of a measurement. Returns true if each meets its target. */
function report(name: string, figures: readonly Figure[]): boolean {
  console.log(`\n${name}`);
  console.table(
    figures.map(({ name: figure, value, unit, atMost }) => ({
      figure,
      measured: `${value.toFixed(2)} ${unit}`,
      target: `≤ ${Number(atMost.toFixed(2))} ${unit}`,
      met: value <= atMost,
    })),
  );
  return figures.every(({ value, atMost }) => value <= atMost);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => measurements[name] === undefined);
if (unknown.length > 0)
  throw new Error(`No such measurement: ${unknown.join(', ')}. There are: ${Object.keys(measurements).join(', ')}.`);

let areMet = true;
for (const [name, measure] of Object.entries(measurements))
  if (names.length === 0 || names.includes(name)) areMet = report(name, await measure()) && areMet;
process.exitCode = areMet ? 0 : 1;

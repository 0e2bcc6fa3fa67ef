import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findSecrets } from '../../src/chat/secrets/findSecrets.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import { hostileTexts } from '../unit/chat/secrets/hostileTexts.ts';
import { publishedKinds } from '../unit/chat/secrets/publishedFormats.ts';
import { secretKinds, type SecretKind } from '../unit/chat/secrets/secretSamples.ts';
import type { Figure } from './figure.ts';

const folders = ['src', 'test', 'node_modules'];
const sourceFile = /\.(?:[cm]?[jt]sx?|json|ya?ml|md|css|html?|py|sh|svg|toml)$/;
/** The maximum size of a file that users can attach, in bytes. Larger files are skipped. */
const maxBytes = 1_048_576;

/**
 * Measures three properties of the check for secrets:
 * - The false alarms per 1,000 source files of this repository and its installed packages. Every alarm counts as false.
 * - The percentage of missed secrets, for the kind of secret that is missed most often: among the kinds of our own
 *   samples, and among the kinds that gitleaks and secretlint document. Prints the kinds of which some are missed.
 * - The CPU time for one window (16 kB) of the hostile text that takes longest.
 */
export async function measureSecrets(): Promise<readonly Figure[]> {
  const { files, alarms } = await countAlarms();
  const own = await findMissed(secretKinds(1));
  const published = await findMissed(publishedKinds(1));
  const longest = await measureHostile();
  return [
    {
      name: `false alarms of the check for secrets, ${alarms} in ${files} files`,
      value: (1_000 * alarms) / files,
      unit: 'per 1,000',
      atMost: 1,
    },
    { name: `missed secrets of the worst kind (${own.kind})`, value: 100 * own.missed, unit: '%', atMost: 5 },
    {
      name: `missed secrets of the worst of ${published.kinds} published kinds (${published.kind}), ${published.found} of ${published.total} found in all`,
      value: 100 * published.missed,
      unit: '%',
      atMost: 5,
    },
    {
      name: 'CPU time of the check for secrets, for 16 kB of the worst hostile text',
      value: longest,
      unit: 'ms',
      atMost: 40,
    },
  ];
}

async function countAlarms(): Promise<{ readonly files: number; readonly alarms: number }> {
  let [files, alarms] = [0, 0];
  for (const folder of folders) {
    const names = await readdir(path.join(projectFolder, folder), { recursive: true });
    for (const name of names.filter((each) => sourceFile.test(each))) {
      const file = path.join(projectFolder, folder, name);
      const found = await stat(file);
      if (!found.isFile() || found.size === 0 || found.size > maxBytes) continue;
      files += 1;
      if ((await findSecrets(name, await readFile(file, 'utf8'))).size > 0) alarms += 1;
    }
  }
  return { files, alarms };
}

async function findMissed(kinds: readonly SecretKind[]) {
  let worst = { kind: 'none', missed: 0 };
  let [found, total] = [0, 0];
  for (const { name, path: file, samples } of kinds) {
    let foundOfKind = 0;
    for (const sample of samples) if ((await findSecrets(file, sample)).size > 0) foundOfKind += 1;
    found += foundOfKind;
    total += samples.length;
    const missed = 1 - foundOfKind / samples.length;
    if (missed > 0) console.log(`${name}: ${foundOfKind} of ${samples.length} found`);
    if (missed > worst.missed) worst = { kind: name, missed };
  }
  return { ...worst, kinds: kinds.length, found, total };
}

/**
 * Returns the CPU time for one window of the slowest text, in milliseconds. A window is the part of the text that
 * `findSecrets` checks in one turn of the event loop.
 */
async function measureHostile(): Promise<number> {
  const times: number[] = [];
  for (const text of hostileTexts) {
    for (const file of ['', 'a.ts']) {
      const before = process.cpuUsage();
      await findSecrets(file, text);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000 / Math.ceil(text.length / 14_336));
    }
  }
  return Math.max(...times);
}

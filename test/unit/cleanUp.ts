import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandIn, type StandIn, type StandInOptions } from '../standIn/standIn.ts';

/** Takes what is to be done when the running test is over, whether it passed or not; the last comes first. */
export type CleanUp = (clean: () => unknown) => void;

/** For a `describe`: what its tests opened is closed after each of them. */
export function cleanUpAfterEach(): CleanUp {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanUps.splice(0).reverse()) await clean();
  });
  return (clean) => {
    cleanUps.push(clean);
  };
}

/** A new empty folder. */
export async function temporaryFolder(cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tally-'));
  // A file that is still being written, such as a draft, comes between: again, then.
  cleanUp(async () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));
  return folder;
}

/** A running stand-in service. */
export async function standInService(cleanUp: CleanUp, options: StandInOptions = {}): Promise<StandIn> {
  const standIn = await startStandIn(options);
  cleanUp(async () => standIn.close());
  return standIn;
}

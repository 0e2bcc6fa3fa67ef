import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandIn, type StandIn, type StandInOptions } from '../standIn/standIn.ts';

/**
 * Registers a function to call after the current test, even if the test fails. The functions are called in the reverse
 * order of their registration.
 */
export type CleanUp = (clean: () => unknown) => void;

/** Returns a function with which tests register clean-up functions. Must be called in the `describe` of these tests. */
export function cleanUpAfterEach(): CleanUp {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanUps.splice(0).reverse()) await clean();
  });
  return (clean) => {
    cleanUps.push(clean);
  };
}

/** Creates an empty temporary folder and returns its path. The folder is removed after the test. */
export async function temporaryFolder(cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tally-'));
  // Retry, because the removal fails if a file, such as a draft, is written to the folder at the same time.
  cleanUp(async () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }));
  return folder;
}

/** Starts a stand-in service: a local server that imitates a chat service. The server is closed after the test. */
export async function standInService(cleanUp: CleanUp, options: StandInOptions = {}): Promise<StandIn> {
  const standIn = await startStandIn(options);
  cleanUp(async () => standIn.close());
  return standIn;
}

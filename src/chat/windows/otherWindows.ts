import type { FileStore } from '../../common/fileStore.ts';
import { detachedFolder } from './createWindows.ts';
import { sessionFolder } from './leasedSession.ts';
import { createSessionLeases, type SessionLeaseDependencies } from './sessionLease.ts';

interface OtherWindowsOptions extends Pick<SessionLeaseDependencies, 'owner' | 'isAlive' | 'now'> {
  /** The files of all workspaces, and the files that all workspaces share. */
  readonly stores: readonly FileStore[];
  /** The maximum wait, in milliseconds. */
  readonly timeout: number;
}

/** The interval at which the leases are read, in milliseconds. */
const interval = 100;

/**
 * Resolves with true when no other living window holds a session, a draft or a detached request. Resolves with false if
 * another window still holds one of these after `timeout`.
 */
export async function waitForOtherWindows({ stores, timeout, ...dependencies }: OtherWindowsOptions): Promise<boolean> {
  const leases = stores.flatMap((files) =>
    [sessionFolder, detachedFolder].map((folder) => createSessionLeases({ ...dependencies, files, folder })),
  );
  for (let waited = 0; ; waited += interval) {
    const held = await Promise.all(leases.map(async (each) => each.heldElsewhere()));
    if (held.every(({ size }) => size === 0)) return true;
    if (waited >= timeout) return false;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

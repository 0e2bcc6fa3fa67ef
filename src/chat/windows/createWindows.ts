import type { FileStore, WatchFolder } from '../../common/fileStore.ts';
import { isSessionId } from '../messages/recordSchemas.ts';
import type { Transcript } from '../messages/transcript.ts';
import { LeasedSession, sessionFolder } from './leasedSession.ts';
import { createSessionLeases, type LeaseOwner, type SessionLeaseDependencies } from './sessionLease.ts';
import { openWindowDrafts, releaseWindowDrafts, type DraftReport } from './windowDrafts.ts';
import type { Windows } from './windows.ts';

export interface WindowsDependencies {
  /** The files of this workspace. */
  readonly files: FileStore;
  /** The files that all workspaces share. */
  readonly globalFiles: FileStore;
  readonly owner: LeaseOwner;
  readonly isAlive: SessionLeaseDependencies['isAlive'];
  readonly watch: WatchFolder;
  readonly loadTranscript: (id: string) => Promise<Transcript>;
  readonly draftReport: DraftReport;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** The folder of the leases of detached requests, which need no panel. See DetachedRequests. */
export const detachedFolder = 'detachedRequests';

/** Implements Windows with lease files in folders that several windows share. See SessionLeases. */
export function createWindows({
  files,
  globalFiles,
  owner,
  isAlive,
  watch,
  loadTranscript,
  draftReport,
  now,
}: WindowsDependencies): Windows {
  const leases = createSessionLeases({ files, folder: sessionFolder, owner, isAlive, now });
  const detachedLeases = createSessionLeases({ files: globalFiles, folder: detachedFolder, owner, isAlive, now });
  const accesses = new Map<string, LeasedSession>();

  return {
    async openSession(id, onDidChange) {
      if (!isSessionId(id)) throw new Error(`Not the id of a session: ${id.slice(0, 64)}`);
      // If this window showed the session before, a reply may still run in the session. Wait until the old access is
      // closed. Otherwise, the old access would later release the lease of the new access.
      await accesses.get(id)?.close();
      for (const [each, { isReleased }] of accesses) if (isReleased) accesses.delete(each);
      const access = await LeasedSession.open(id, { leases, watch, loadTranscript }, onDidChange);
      accesses.set(id, access);
      return access;
    },
    async withSession(id, action) {
      if (!(await leases.acquire(id))) return false;
      try {
        await action();
      } finally {
        await leases.release(id);
      }
      return true;
    },
    heldElsewhere: async () => leases.heldElsewhere(),
    isHeldElsewhere: async (id) => (await leases.holder(id)).who === 'other',
    abandonedSessions: async () => leases.abandoned(),
    openDrafts: async () => openWindowDrafts(files, leases, owner.id, draftReport),
    detachedLeases,
    async close() {
      await Promise.all([
        ...[...accesses.values()].map(async (access) => access.close()),
        releaseWindowDrafts(leases, owner.id),
      ]);
    },
  };
}

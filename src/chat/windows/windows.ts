import type { FileStore, WatchFolder } from '../../common/fileStore.ts';
import type { DraftStore } from '../draft/draftStore.ts';
import type { Transcript } from '../messages/transcript.ts';
import { SessionAccess, sessionFolder, type AccessChange } from './sessionAccess.ts';
import { createSessionLeases, type LeaseOwner, type SessionLeases } from './sessionLease.ts';
import { openWindowDrafts, releaseWindowDrafts } from './windowDrafts.ts';

/** Coordinates the windows that are open at the same time: which of them may write a session, and whose draft is whose. */
export interface Windows {
  /** Acquires a session unless another window has it, and reports changes of the right to write it until it is closed. */
  openSession(id: string, onDidChange: (change: AccessChange) => void): Promise<SessionAccess>;
  /** Runs `action` while this window has a session that no other window has. False, and nothing done, if one has it. */
  withSession(id: string, action: () => Promise<void>): Promise<boolean>;
  /** The sessions that other windows have, each with whether a reply runs there. */
  heldElsewhere(): Promise<ReadonlyMap<string, boolean>>;
  isHeldElsewhere(id: string): Promise<boolean>;
  openDrafts(): Promise<DraftStore>;
  /** Leases of requests that belong to no transcript. All workspaces share them, as they share the ledger. */
  readonly detachedLeases: Pick<SessionLeases, 'acquire' | 'release' | 'abandoned'>;
  /** Releases all that this window has. Waits for sessions whose last request is being booked. */
  close(): Promise<void>;
}

export interface WindowsDependencies {
  /** The workspace's files. */
  readonly files: FileStore;
  /** The files of all workspaces. */
  readonly globalFiles: FileStore;
  readonly owner: LeaseOwner;
  /** Whether the process that took a lease at `at` (milliseconds since the epoch) is still running. */
  readonly isAlive: (pid: number, at: number) => boolean;
  readonly watch: WatchFolder;
  readonly loadTranscript: (id: string) => Promise<Transcript>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The folder of the leases of requests without a transcript. */
const detachedFolder = 'detachedRequests';

export function createWindows({ files, globalFiles, owner, isAlive, watch, loadTranscript, now }: WindowsDependencies): Windows {
  const leases = createSessionLeases({ files, folder: sessionFolder, owner, isAlive, now });
  const detachedLeases = createSessionLeases({ files: globalFiles, folder: detachedFolder, owner, isAlive, now });
  const accesses = new Map<string, SessionAccess>();

  return {
    async openSession(id, onDidChange) {
      // The lease of a session that was shown before is released only when its last reply has ended.
      await accesses.get(id)?.close();
      const access = await SessionAccess.open(id, { leases, watch, loadTranscript }, onDidChange);
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
    openDrafts: async () => openWindowDrafts(files, leases, owner.id),
    detachedLeases,
    async close() {
      await Promise.all([...[...accesses.values()].map(async (access) => access.close()), releaseWindowDrafts(leases, owner.id)]);
    },
  };
}

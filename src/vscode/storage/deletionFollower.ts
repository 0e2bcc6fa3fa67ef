import type * as vscode from 'vscode';
import { createSharedRun } from '../../common/async/sharedRun.ts';
import { effectiveId, type DataDeletion, type DataDeletions } from '../../chat/windows/dataDeletions.ts';

/** The name of the error that `announce` rejects with if the disk refuses to write the announcement. */
export const announcementError = 'AnnouncementError';

/** The disk refused to write the announcement, so nothing was deleted. `cause` is the system's error. */
class AnnouncementError extends Error {
  override readonly name = announcementError;
}

/** Announces deletions of all data to other windows. Starts this window empty when another window deletes all data. */
export interface DeletionFollower {
  /**
   * Waits until no deletion runs. If data was deleted while this workspace was closed, removes the stored id of the
   * shown session before it resolves. Must be awaited before stored data is read. Never rejects.
   */
  readonly ready: Promise<void>;
  /** Returns the id of the last deletion that this window knows. Ignores cancelled deletions. Undefined if none. */
  readonly deletionId: () => string | undefined;
  /**
   * Checks whether another window deletes, or has deleted, all data. If so, waits until no deletion runs. This window
   * then starts empty, unless the deletions that it has not followed yet were all cancelled.
   */
  readonly check: () => Promise<void>;
  /**
   * Announces a deletion to the other windows. Then calls `remove`, and resolves or rejects as `remove` does. `remove`
   * must resolve with undefined if it has removed nothing. The deletion then counts as cancelled. Rejects with an
   * AnnouncementError, without calling `remove`, if the disk refuses to write the announcement. `remove` must call
   * `startRemoving` before it removes the first file. If `remove` rejects or VS Code is killed before that, the deletion
   * also counts as cancelled. `startRemoving` never rejects.
   */
  readonly announce: <T>(
    remove: (startRemoving: () => Promise<void>) => Promise<T | undefined>,
  ) => Promise<T | undefined>;
}

export interface DeletionFollowerDependencies {
  readonly deletions: DataDeletions;
  /** The state that VS Code keeps for this workspace. */
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
  /** The name of the entry in `workspaceState` that contains the id of the shown session. */
  readonly sessionIdName: string;
  /**
   * Releases this window's session and draft, because the deleting window waits for that. Then calls `remove`, and
   * writes nothing until `remove` ends. If `remove` resolves with true, this window starts empty. `isOver` is true if the
   * data was already removed. The draft must then not be saved.
   */
  readonly release: (remove: () => Promise<boolean>, isOver: boolean) => Promise<void>;
  readonly reportError: (error: unknown) => void;
}

const deletionIdName = 'tally.deletionId';

export function createDeletionFollower({
  deletions,
  workspaceState,
  sessionIdName,
  release,
  reportError,
}: DeletionFollowerDependencies): DeletionFollower {
  let known: string | undefined;

  const start = async () => {
    const deletion = await deletions.last();
    if (deletion === undefined) return;
    known = await deletions.ended(deletion);
    if (known === undefined || workspaceState.get(deletionIdName) === known) return;
    // The stored id belongs to a deleted session. A new session must not reuse this id, because the service may still
    // keep the deleted conversation under it.
    await workspaceState.update(sessionIdName, undefined);
    await workspaceState.update(deletionIdName, known);
  };
  const ready = start().catch(reportError);
  let isAnnouncing = false;

  const follow = async (deletion: DataDeletion) => {
    const releasing = release(async () => {
      // If this deletion was cancelled, this window may still have missed the deletion before it.
      const latest = await deletions.ended(deletion);
      const isRemoved = latest !== undefined && latest !== known;
      if (isRemoved) known = latest;
      return isRemoved;
    }, deletion.state !== 'running');
    // If `release` rejects after the removal, this window still knows the deletion.
    await releasing.finally(async () => workspaceState.update(deletionIdName, known));
  };

  const check = createSharedRun(async () => {
    await ready;
    const deletion = await deletions.last();
    const id = effectiveId(deletion);
    // A window that followed its own deletion would wait for the end of this deletion for ever.
    if (!isAnnouncing && deletion !== undefined && id !== undefined && id !== known) await follow(deletion);
  });

  return {
    ready,
    deletionId: () => known,
    check,
    async announce(remove) {
      // If another window deletes all data at this moment, wait until it has ended. Otherwise, each window would replace
      // the other window's announcement.
      await check().catch(reportError);
      const before = known;
      isAnnouncing = true;
      const deletion = await deletions.begin().catch((cause: unknown) => {
        isAnnouncing = false;
        throw new AnnouncementError('The deletion cannot be announced.', { cause });
      });
      known = deletion.id;
      let isCancelled = true;
      try {
        const removed = await remove(async () => {
          // If `remove` rejects after this, it may have removed some files already, so the other windows start empty.
          isCancelled = false;
          await deletions.startRemoving(deletion).catch(() => undefined);
        });
        isCancelled = removed === undefined;
        return removed;
      } finally {
        if (isCancelled) known = before;
        await deletions.end(deletion, isCancelled ? 'cancelled' : 'done').catch(reportError);
        await workspaceState.update(deletionIdName, known).then(undefined, reportError);
        isAnnouncing = false;
      }
    },
  };
}

import type * as vscode from 'vscode';
import { createSharedRun } from '../../common/sharedRun.ts';
import { effectiveId, type DataDeletion, type DataDeletions } from '../../chat/windows/dataDeletions.ts';

/** The name of the error that `announce` rejects with if the disk refuses to write the announcement. */
export const announcementError = 'AnnouncementError';

/** The disk refused to write the announcement, so nothing was deleted. `cause` is the system's error. */
class AnnouncementError extends Error {
  override readonly name = announcementError;
}

/** Keeps this window empty after a deletion of all data, in this window or in another one. */
export interface DeletionFollower {
  /**
   * Resolves when no deletion runs, and this window has forgotten what VS Code has kept from before the last deletion.
   * Must be awaited before stored data is read.
   */
  readonly ready: Promise<void>;
  /** Returns the id of the last deletion that this window knows, or undefined if there was none. */
  readonly deletionId: () => string | undefined;
  /** Reads whether another window deletes, or has deleted, all data. If so, this window starts empty. */
  readonly check: () => Promise<void>;
  /**
   * Announces a deletion to the other windows. Then calls `remove`, which resolves with undefined if it has removed
   * nothing. Rejects with an AnnouncementError if the disk refuses to write the announcement.
   */
  readonly announce: <T>(remove: () => Promise<T | undefined>) => Promise<T | undefined>;
}

export interface DeletionFollowerDependencies {
  readonly deletions: DataDeletions;
  /** The state that VS Code keeps for this workspace. */
  readonly workspaceState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly sessionIdName: string;
  /**
   * Writes nothing more, and releases what other windows may be waiting for. Then calls `remove`. If `remove` resolves
   * with true, starts empty.
   */
  readonly release: (remove: () => Promise<boolean>) => Promise<void>;
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
    await deletions.ended(deletion);
    known = effectiveId(await deletions.last());
    if (known === undefined || workspaceState.get(deletionIdName) === known) return;
    // The stored id belongs to a deleted session. The service may still keep the conversation under this id.
    await workspaceState.update(sessionIdName, undefined);
    await workspaceState.update(deletionIdName, known);
  };
  const ready = start().catch(reportError);

  const follow = async (deletion: DataDeletion) => {
    await release(async () => {
      const isRemoved = await deletions.ended(deletion);
      if (isRemoved) known = deletion.id;
      return isRemoved;
    });
    await workspaceState.update(deletionIdName, known);
  };

  return {
    ready,
    deletionId: () => known,
    check: createSharedRun(async () => {
      await ready;
      const deletion = await deletions.last();
      if (deletion !== undefined && effectiveId(deletion) !== known) await follow(deletion);
    }),
    async announce(remove) {
      const before = known;
      const deletion = await deletions.begin().catch((cause: unknown) => {
        throw new AnnouncementError('The deletion cannot be announced.', { cause });
      });
      known = deletion.id;
      let removed;
      try {
        removed = await remove();
      } finally {
        if (removed === undefined) known = before;
        await deletions.end(deletion, removed === undefined ? 'cancelled' : 'done').catch(reportError);
        await workspaceState.update(deletionIdName, known).then(undefined, reportError);
      }
      return removed;
    },
  };
}

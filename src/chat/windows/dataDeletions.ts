import * as v from 'valibot';
import type { FileStore, WatchFolder } from '../../common/fileStore.ts';
import { parseJson } from '../../common/json.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import type { LeaseOwner, SessionLeaseDependencies } from './sessionLease.ts';

/**
 * The last deletion of all data, as the deleting window has announced it to the other windows. The announcement stays
 * after the deletion, for windows that missed the deletion. Such a window must not use state that VS Code has kept from
 * before the deletion, such as the id of the shown session.
 */
export interface DataDeletion {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * While a deletion is `running`, the other windows write nothing. A `cancelled` deletion has removed nothing. A
   * `done` deletion has removed what could be removed.
   */
  readonly state: 'running' | 'cancelled' | 'done';
  /**
   * False while a running deletion waits for the other windows and has removed nothing. If its window is then gone, the
   * deletion counts as cancelled. Absent in announcements of earlier versions, and after the removal has begun.
   */
  readonly isRemoving?: boolean;
  /** The id of the last earlier deletion that was not cancelled. Absent if there was none. */
  readonly previousId?: string;
  readonly owner: {
    readonly id: string;
    readonly pid: number;
    readonly processStart?: string;
    readonly host: string;
    /** Absent in announcements of earlier versions. See LeaseOwner. */
    readonly processSpace?: string;
  };
}

/** Coordinates all windows of all workspaces while one of them deletes all data. */
export interface DataDeletions {
  /**
   * Returns the last deletion. Returns undefined if there was none, or if the announcement cannot be read. A running
   * deletion counts as cancelled if its window is gone and has removed nothing.
   */
  last(): Promise<DataDeletion | undefined>;
  /**
   * Announces a deletion. First announces the end of the last deletion of this window, if the disk has refused that.
   * Rejects if the disk refuses to read or write an announcement. Without the last announcement, windows that missed that
   * deletion would never follow it if this deletion is cancelled.
   */
  begin(): Promise<DataDeletion>;
  /**
   * Announces that the deletion begins to remove files. Must be called before the first file is removed. Rejects if the
   * disk refuses to write the announcement.
   */
  startRemoving(deletion: DataDeletion): Promise<void>;
  /**
   * Announces the end of a deletion. Rejects if the disk refuses to write the announcement. Then tries again until the
   * announcement is written, because the other windows write nothing meanwhile. Also stops trying when a later deletion
   * has begun, in any window.
   */
  end(deletion: DataDeletion, state: 'cancelled' | 'done'): Promise<void>;
  /**
   * Resolves when no deletion runs: `deletion` has ended, and each later deletion, too. A deletion also counts as ended
   * if its window is gone. A window on another computer, or in another container, counts as gone five minutes after its
   * deletion began. If the clock of that computer is ahead, the five minutes begin when this window first reads the
   * announcement. If the announcement cannot be read, the deletion counts as unchanged, for at most five minutes. The
   * result is the id of the last deletion that was not cancelled, or undefined if there was none. If the announcement
   * was lost while a deletion ran, this deletion does not count as cancelled.
   */
  ended(deletion: DataDeletion): Promise<string | undefined>;
  /** Calls `onDidChange` when the announcement may have changed. Returns a function that ends the watch. */
  watch(onDidChange: () => void): () => void;
}

export interface DataDeletionDependencies {
  /** The files that all workspaces share, without a WriteBuffer. */
  readonly files: FileStore;
  readonly watch: WatchFolder;
  readonly owner: LeaseOwner;
  readonly isAlive: SessionLeaseDependencies['isAlive'];
  /** Returns a random UUID. */
  readonly createId: () => string;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
}

const version = 1;

/** The name of the file with the announcement. */
const deletionFile = 'deletion.json';
/**
 * The name of the second file. This version announces its deletions in the second file if a newer version has written
 * the first file, because this version must not replace fields that it does not know. Windows of the newer version may
 * then miss a deletion by this version, but the deletion waits for their leases. The later announcement counts.
 */
const secondFile = `deletion.${version}.json`;
export const deletionFiles: readonly string[] = [deletionFile, secondFile];

/** A newer version may have added fields, but this version must follow its deletions, too. */
const schema = v.object({
  version: v.number(),
  id: v.string(),
  at: v.number(),
  state: v.picklist(['running', 'cancelled', 'done']),
  isRemoving: v.exactOptional(v.boolean()),
  previousId: v.exactOptional(v.string()),
  owner: v.object({
    id: v.string(),
    // The system would take 0 or a negative number for a group of processes, which may run for ever.
    pid: v.pipe(v.number(), v.minValue(1)),
    processStart: v.exactOptional(v.string()),
    host: v.string(),
    processSpace: v.exactOptional(v.string()),
  }),
});

/** Returns the id of the last deletion that was not cancelled, or undefined if there was none. */
export function effectiveId(deletion: DataDeletion | undefined): string | undefined {
  return deletion?.state === 'cancelled' ? deletion.previousId : deletion?.id;
}

/** The interval at which a waiting window checks whether the deleting window still runs, in milliseconds. */
const checkInterval = 500;
/** The interval at which a window tries again to announce the end of its deletion, in milliseconds. */
const retryInterval = 1_000;
/** The time after which a running deletion of another computer or container counts as ended, in milliseconds. */
const foreignLifetime = 5 * 60_000;

export function createDataDeletions(dependencies: DataDeletionDependencies): DataDeletions {
  const { files, watch, owner, isAlive, createId, now } = dependencies;
  /**
   * Returns true for a window whose process this window can look up. Comparing the host names is not enough, because a
   * container may have the same host name as this computer.
   */
  const isHere = ({ host, processSpace = owner.processSpace }: Pick<DataDeletion['owner'], 'host' | 'processSpace'>) =>
    host === owner.host && processSpace === owner.processSpace;
  /** @param since the time when this window first read the announcement, in milliseconds since the epoch */
  const isRunning = ({ state, at, owner: { pid, processStart, ...place } }: DataDeletion, since: number) =>
    state === 'running' &&
    (isHere(place) ? isAlive({ pid, at, processStart }) : now() - Math.min(at, since) < foreignLifetime);

  /** @param since see `isRunning`; by default the current time */
  const read = async (since = now()) => {
    const { deletion } = await readAnnouncement(files);
    const isAbandoned = deletion?.isRemoving === false && deletion.state === 'running' && !isRunning(deletion, since);
    return isAbandoned ? { ...deletion, state: 'cancelled' as const } : deletion;
  };
  const last = async () => read().catch(() => undefined);
  const write = async (deletion: DataDeletion) =>
    files.write((await readAnnouncement(files)).ownFile, JSON.stringify({ version, ...deletion }));

  const endRetry = createRetry(async (ended: DataDeletion) => {
    const { deletion: announced } = await readAnnouncement(files);
    // Another window may have begun the next deletion. Its announcement must stay.
    if (announced === undefined || announced.id === ended.id) await write(ended);
  });

  const watchFile = (onDidChange: () => void) =>
    watch('', (name) => {
      if (name === undefined || deletionFiles.includes(name)) onDidChange();
    });

  return {
    last,
    async begin() {
      // Otherwise, the announcement below would not know whether the last deletion was cancelled.
      await endRetry.finish();
      const { id, pid, processStart, host, processSpace } = owner;
      const previousId = effectiveId(await read());
      const deletion: DataDeletion = {
        id: createId(),
        at: now(),
        state: 'running',
        isRemoving: false,
        owner: {
          id,
          pid,
          host,
          ...(processStart === undefined ? {} : { processStart }),
          ...(processSpace === undefined ? {} : { processSpace }),
        },
        ...(previousId === undefined ? {} : { previousId }),
      };
      await write(deletion);
      return deletion;
    },
    async startRemoving({ isRemoving: _, ...deletion }) {
      await write(deletion);
    },
    async end(deletion, state) {
      const ended = { ...deletion, state };
      try {
        await write(ended);
      } catch (error) {
        endRetry.start(ended);
        throw error;
      }
    },
    async ended(deletion) {
      let latest = deletion;
      let since = now();
      const changed = createSignal();
      const unwatch = watchFile(changed.set);
      // A crash of the deleting window changes no file, so check at intervals, too.
      const timer = setInterval(changed.set, checkInterval);
      try {
        for (;;) {
          // The deletion may still run if its announcement cannot be read.
          const next = await read(since).catch(() => (now() - since < foreignLifetime ? latest : undefined));
          if (next !== undefined && next.id !== latest.id) since = now();
          if (next !== undefined) latest = next;
          if (next === undefined || !isRunning(latest, since)) return effectiveId(latest);
          await changed.wait();
        }
      } finally {
        clearInterval(timer);
        unwatch();
      }
    },
    watch: watchFile,
  };
}

/** Calls `run` at intervals until a call succeeds. No two calls overlap. */
function createRetry<T>(run: (value: T) => Promise<void>) {
  let pending: { readonly value: T } | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let running = Promise.resolve();
  const runNext = async (value: T) => {
    const next = running.then(async () => {
      if (pending?.value !== value) return;
      await run(value);
      pending = undefined;
      clearInterval(timer);
    });
    running = next.catch(() => undefined);
    return next;
  };
  return {
    start: (value: T) => {
      pending = { value };
      timer = setInterval(() => {
        runNext(value).catch(() => undefined);
      }, retryInterval);
    },
    /** Calls `run` now, unless no call is due. Rejects as `run` does, and then still calls it at intervals. */
    finish: async () => {
      if (pending !== undefined) await runNext(pending.value);
    },
  };
}

/** Reads the last announcement. Also returns the name of the file to which this version writes the next one. */
async function readAnnouncement(files: FileStore) {
  const text = await files.read(deletionFile);
  const first = parseDeletion(text);
  if (!isNewerVersion(parseJson(text ?? ''), version)) return { deletion: first, ownFile: deletionFile };
  const second = parseDeletion(await files.read(secondFile));
  const isSecondLater = first === undefined || second?.previousId === first.id || (second?.at ?? -Infinity) >= first.at;
  return { deletion: isSecondLater ? second : first, ownFile: secondFile };
}

function parseDeletion(text = ''): DataDeletion | undefined {
  const value = parseJson(text);
  if (!v.is(schema, value)) return undefined;
  const { version: _, ...deletion } = value;
  return deletion;
}

/**
 * Creates a signal. `wait` resolves after a call of `set`, even if that call came before `wait`. Then `wait` resets the
 * signal.
 */
function createSignal() {
  let signal = Promise.withResolvers<undefined>();
  return {
    set: () => signal.resolve(undefined),
    wait: async () => {
      await signal.promise;
      signal = Promise.withResolvers();
    },
  };
}

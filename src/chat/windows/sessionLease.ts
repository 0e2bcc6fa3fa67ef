import * as v from 'valibot';
import type { FileStore, IfRefused } from '../../common/fileStore.ts';
import { parseJson } from '../../common/json.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';

/**
 * The leases of one folder. A lease is a small file that says which window may write a session. A window tries to
 * acquire the lease when it opens the session. A window without the lease shows the session read-only, until the lease
 * is free or the user takes over the session. A window that opens another session releases the old session's lease,
 * after the old session's replies have ended. The lease of a crashed window counts as free. Drafts and detached
 * requests also have leases.
 *
 * Several computers may share the folder, for example in a home folder on a network drive. A process of another
 * computer cannot be looked up. Therefore, a lease of another computer counts as busy only if it was marked as busy
 * within the last minute. The lease counts as free only after a week.
 */
export interface SessionLeases {
  /**
   * Acquires the lease, or keeps this window's lease. Returns false if another living window holds the lease. If the
   * disk refuses to write the lease file, the lease is kept in memory by default. Then several windows may hold it.
   */
  acquire(id: string, ifRefused?: Exclude<IfRefused, 'ask'>): Promise<boolean>;
  /**
   * Acquires the lease, even from another window. Returns false if the lease was not acquired, for example because a
   * reply runs in the other window.
   */
  takeOver(id: string): Promise<boolean>;
  /**
   * Marks the lease as busy (a reply runs in this window) or idle. Returns false if this window does not hold the
   * lease.
   */
  setBusy(id: string, isBusy: boolean): Promise<boolean>;
  /**
   * Releases the lease. Does nothing if this window does not hold the lease. If the disk refuses to read or remove the
   * lease file, the lease counts as free when this process has ended.
   */
  release(id: string): Promise<void>;
  /** Rejects if the lease file cannot be read. */
  holder(id: string): Promise<LeaseHolder>;
  /** Returns the ids of the leases that other living windows hold. The value of an id is true if its lease is busy. */
  heldElsewhere(): Promise<ReadonlyMap<string, boolean>>;
  /** Returns the ids of the leases whose file belongs to no living window, for example after a crash. */
  abandoned(): Promise<readonly string[]>;
}

export interface LeaseHolder {
  readonly who: 'this' | 'other' | 'nobody';
  /** True while a reply runs in the window that holds the lease. */
  readonly isBusy: boolean;
}

/** Identifies a window. */
export interface LeaseOwner {
  /** Unique to one run of one window. */
  readonly id: string;
  /** The id of the process in which the window's extensions run. */
  readonly pid: number;
  /**
   * The start time of the process. Distinguishes the process from a later process with the same id. Undefined if the
   * system does not tell the start time.
   */
  readonly processStart: string | undefined;
  /** The name of the computer. */
  readonly host: string;
}

export interface SessionLeaseDependencies {
  readonly files: FileStore;
  /** The folder of the lease files. */
  readonly folder: string;
  readonly owner: LeaseOwner;
  /** Called for leases of this computer. Returns true if the process that wrote the lease is still running. */
  readonly isAlive: (lease: Pick<Lease, 'pid' | 'at' | 'processStart'>) => boolean;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The content of a lease file. A lease of a newer version counts as a lease of another computer if it cannot be
 * understood.
 */
export interface Lease {
  readonly windowId: string;
  readonly pid: number;
  readonly processStart?: string | undefined;
  /** Absent in leases of earlier versions. */
  readonly host?: string | undefined;
  /** The time when the file was written, in milliseconds since the epoch. */
  readonly at: number;
  readonly isBusy: boolean;
}

export const leaseEnding = '.lease';
const version = 1;

/** A lease of another computer no longer counts as busy after this time, in milliseconds. */
const busyLifetime = 60_000;
/** A lease of another computer counts as free after this time, in milliseconds. */
const foreignLifetime = 7 * 24 * 60 * 60_000;

/**
 * Stands for a lease of a newer version that cannot be understood, and for a lease whose file cannot be read, for
 * example because another user owns the file. Counts as a lease of another computer. It never expires, because `at` is
 * infinite. Any window may take it over, because it is not busy.
 */
const unknownLease: Lease = { windowId: '', pid: 0, host: '', at: Infinity, isBusy: false };

/**
 * An empty lease file is read again at most this many times. Another window may have created the file, but not yet
 * written its content.
 */
const emptyFileRetries = 5;
/** The wait before an empty lease file is read again, in milliseconds. */
const emptyFileDelay = 20;

export function createSessionLeases(dependencies: SessionLeaseDependencies): SessionLeases {
  const { files, folder, owner, isAlive, now } = dependencies;
  const { fileName, isOurs, format, readFile } = createLeaseFiles(dependencies);

  /** Returns the lease, or undefined if it is invalid or no living window holds it. */
  const read = async (id: string): Promise<Lease | undefined> => {
    const lease = await readFile(id);
    if (lease === undefined || isOurs(lease)) return lease;
    if (lease.host === undefined || lease.host === owner.host) return isAlive(lease) ? lease : undefined;
    const age = now() - lease.at;
    return age > foreignLifetime ? undefined : { ...lease, isBusy: lease.isBusy && age < busyLifetime };
  };

  /** Writes the lease, then reads it again. Returns false if another window has replaced the lease in between. */
  const write = async (id: string, isBusy: boolean, ifRefused: IfRefused = 'keep'): Promise<boolean> => {
    await files.write(fileName(id), format(isBusy), { flush: false, ifRefused });
    return isOurs(await read(id));
  };

  /** As `read`, but returns `unknownLease` if the file cannot be read, so that one file does not hide the others. */
  const readAny = async (id: string): Promise<Lease | undefined> => read(id).catch(() => unknownLease);

  const acquire = async (id: string, ifRefused: IfRefused = 'keep'): Promise<boolean> => {
    if (await files.create(fileName(id), format(false), { ifRefused })) return true;
    const lease = await readAny(id);
    return isOurs(lease) || (lease === undefined && write(id, false, ifRefused));
  };

  const readAll = async () => {
    const names = (await files.list(folder)).filter((name) => name.endsWith(leaseEnding));
    return Promise.all(
      names.map((name) => name.slice(0, -leaseEnding.length)).map(async (id) => ({ id, lease: await readAny(id) })),
    );
  };

  return {
    acquire,
    async takeOver(id) {
      const lease = await readAny(id);
      if (lease === undefined) return acquire(id);
      return isOurs(lease) || (!lease.isBusy && write(id, false));
    },
    async setBusy(id, isBusy) {
      return isOurs(await read(id)) && write(id, isBusy);
    },
    async release(id) {
      if (isOurs(await readAny(id))) await files.remove(fileName(id)).catch(() => undefined);
    },
    async holder(id) {
      const lease = await read(id);
      if (lease === undefined) return { who: 'nobody', isBusy: false };
      return { who: isOurs(lease) ? 'this' : 'other', isBusy: lease.isBusy };
    },
    async heldElsewhere() {
      const all = await readAll();
      return new Map(
        all.flatMap(({ id, lease }) => (lease === undefined || isOurs(lease) ? [] : [[id, lease.isBusy] as const])),
      );
    },
    async abandoned() {
      return (await readAll()).filter(({ lease }) => lease === undefined).map(({ id }) => id);
    },
  };
}

function createLeaseFiles({ files, folder, owner, now }: SessionLeaseDependencies) {
  const fileName = (id: string) => `${folder}/${id}${leaseEnding}`;
  const isOurs = (lease: Lease | undefined) =>
    lease?.windowId === owner.id && lease.pid === owner.pid && (lease.host ?? owner.host) === owner.host;
  const format = (isBusy: boolean) =>
    JSON.stringify({
      version,
      windowId: owner.id,
      pid: owner.pid,
      processStart: owner.processStart,
      host: owner.host,
      at: now(),
      isBusy,
    } satisfies Lease & { readonly version: number });

  /** Returns undefined if the file is missing, incomplete or not a valid lease. */
  const readFile = async (id: string): Promise<Lease | undefined> => {
    let text = await files.read(fileName(id));
    // On a file system without hard links, a new file is empty for a moment. A crash at that moment leaves it empty.
    for (let tries = 0; text === '' && tries < emptyFileRetries; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, emptyFileDelay));
      text = await files.read(fileName(id));
    }
    return parseLease(text);
  };

  return { fileName, isOurs, format, readFile };
}

const leaseSchema = v.object({
  windowId: v.string(),
  pid: v.number(),
  processStart: v.exactOptional(v.string()),
  host: v.exactOptional(v.string()),
  at: v.number(),
  isBusy: v.exactOptional(v.boolean()),
});

function parseLease(text: string | undefined): Lease | undefined {
  const value = parseJson(text ?? '');
  if (v.is(leaseSchema, value)) return { ...value, isBusy: value.isBusy === true };
  return isNewerVersion(value, version) ? unknownLease : undefined;
}

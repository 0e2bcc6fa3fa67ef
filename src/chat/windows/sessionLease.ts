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
 * computer cannot be looked up. Therefore, a window with a running reply repeatedly marks its lease as busy. A lease of
 * another computer stops counting as busy when this window has seen no new mark for a minute. The lease counts as free
 * only after a week.
 *
 * A window in another container may have the same host name as this window. The process of such a window cannot be
 * looked up either. Its lease counts as free as soon as the lease does not count as busy.
 */
export interface SessionLeases {
  /**
   * Acquires the lease, or keeps this window's lease. Returns false if another living window holds the lease. If the
   * disk refuses to write the lease file, the lease is kept in memory by default. Then several windows may hold it.
   */
  acquire(id: string, ifRefused?: Exclude<IfRefused, 'ask'>): Promise<boolean>;
  /**
   * Acquires the lease, even from another window. Returns false if the lease was not acquired, for example because a
   * reply runs in the other window, or because that window has a newer version of the extension.
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
  /** Distinguishes containers with the same host name. See the function processSpace. */
  readonly processSpace?: string | undefined;
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
 * understood. It cannot be taken over while its window lives: this version does not know all that the lease says, for
 * example whether the window is busy. When its window is gone, the lease is replaced like any other, although no other
 * file of a newer version is replaced: nothing in a lease matters without its window, and nobody would ever remove it.
 */
export interface Lease {
  readonly windowId: string;
  readonly pid: number;
  readonly processStart?: string | undefined;
  /** Absent in leases of earlier versions. */
  readonly host?: string | undefined;
  readonly processSpace?: string | undefined;
  /** The time when the file was written, in milliseconds since the epoch. */
  readonly at: number;
  readonly isBusy: boolean;
  /** True if a newer version of the extension has written the lease. */
  readonly isNewer?: boolean;
}

export const leaseEnding = '.lease';
/** Matches the id of a lease. An id with a path separator could name a file in another folder. */
const leaseId = /^[\w.-]+$/;
const version = 1;

/** A lease of another computer no longer counts as busy if it was not marked again for this time, in milliseconds. */
const busyLifetime = 60_000;
/** A lease of another computer counts as free after this time, in milliseconds. */
const foreignLifetime = 7 * 24 * 60 * 60_000;

/**
 * Stands for a lease whose file cannot be read, for example because another user owns the file. Counts as a lease of
 * another computer. It never expires, because `at` is infinite. Any window may take it over, because it is not busy.
 * Also stands for a lease of a newer version that cannot be understood, with the time of its file.
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
  const { fileName, isOurs, format, readFile, parse } = createLeaseFiles(dependencies);

  const isMarkedBusy = createBusyWatch(now);

  /** Returns the lease as it counts now, or undefined if no living window holds it. */
  const living = (id: string, lease: Lease | undefined): Lease | undefined => {
    if (lease === undefined || isOurs(lease)) return lease;
    const isSameHost = lease.host === undefined || lease.host === owner.host;
    if (isSameHost && lease.processSpace === owner.processSpace) return isAlive(lease) ? lease : undefined;
    if (now() - lease.at > foreignLifetime) return undefined;
    const isBusy = isMarkedBusy(id, lease);
    return isSameHost && !isBusy ? undefined : { ...lease, isBusy };
  };

  /** Returns the lease, or undefined if it is invalid or no living window holds it. */
  const read = async (id: string): Promise<Lease | undefined> => living(id, await parse(id, await readFile(id)));

  /**
   * Writes the lease, then reads it again. Returns false if another window has replaced the lease in between. If the
   * disk refuses the write, the write is kept in memory and repeated later. It is dropped if the lease then belongs to
   * another living window that is not the window of `current`.
   */
  const replace = async (id: string, current: Lease, isBusy: boolean): Promise<boolean> => {
    const isOutdatedBy = (text: string) => {
      const lease = living(id, parseLease(text));
      return lease !== undefined && !isOurs(lease) && lease.windowId !== current.windowId;
    };
    await files.write(fileName(id), format(isBusy), { flush: false, ifRefused: 'keep', isOutdatedBy });
    return isOurs(await read(id));
  };

  /** As `read`, but returns `unknownLease` if the file cannot be read, so that one file does not hide the others. */
  const readAny = async (id: string): Promise<Lease | undefined> => {
    fileName(id);
    return read(id).catch(() => unknownLease);
  };

  const { create, replaceAbandoned } = createLeaseReplacement(files, format, living);

  const acquire = async (id: string, ifRefused: IfRefused = 'keep'): Promise<boolean> => {
    const name = fileName(id);
    if (await create(name, ifRefused)) return true;
    const text = await readFile(id).catch(() => null);
    if (text === null) return false;
    const lease = living(id, await parse(id, text));
    if (lease !== undefined) return isOurs(lease);
    return text === undefined ? create(name, ifRefused) : replaceAbandoned(id, name, text, ifRefused);
  };

  const readAll = async () => {
    const names = (await files.list(folder)).filter((name) => name.endsWith(leaseEnding));
    const ids = names.map((name) => name.slice(0, -leaseEnding.length)).filter((id) => leaseId.test(id));
    return Promise.all(ids.map(async (id) => ({ id, lease: await readAny(id) })));
  };

  return {
    acquire,
    async takeOver(id) {
      const lease = await readAny(id);
      if (lease === undefined) return acquire(id);
      return isOurs(lease) || (!lease.isBusy && lease.isNewer !== true && replace(id, lease, false));
    },
    async setBusy(id, isBusy) {
      const lease = await read(id);
      return lease !== undefined && isOurs(lease) && replace(id, lease, isBusy);
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

/**
 * Returns a function that returns true if a lease is marked as busy, and this window first saw the mark less than a
 * minute ago. A mark is new if the time in the lease has changed. This time is not compared with this computer's clock,
 * because the clocks of two computers may differ, and a clock may be changed.
 */
function createBusyWatch(now: () => number): (id: string, lease: Lease) => boolean {
  /** The time in the busy lease, and when this time was seen first. */
  const seen = new Map<string, { readonly at: number; readonly since: number }>();
  return (id, { at, isBusy }) => {
    if (!isBusy) seen.delete(id);
    if (!isBusy) return false;
    const time = now();
    const known = seen.get(id);
    const since = known?.at === at && known.since <= time ? known.since : time;
    seen.set(id, { at, since });
    return time - since < busyLifetime;
  };
}

function createLeaseFiles({ files, folder, owner, now }: SessionLeaseDependencies) {
  const fileName = (id: string) => {
    if (!leaseId.test(id)) throw new Error(`Not the id of a lease: ${id.slice(0, 64)}`);
    return `${folder}/${id}${leaseEnding}`;
  };
  const isOurs = (lease: Lease | undefined) =>
    lease?.windowId === owner.id && lease.pid === owner.pid && (lease.host ?? owner.host) === owner.host;
  const format = (isBusy: boolean) =>
    JSON.stringify({
      version,
      windowId: owner.id,
      pid: owner.pid,
      processStart: owner.processStart,
      host: owner.host,
      processSpace: owner.processSpace,
      at: now(),
      isBusy,
    } satisfies Lease & { readonly version: number });

  /** Returns the text of the lease's file, or undefined if the file is missing. */
  const readFile = async (id: string): Promise<string | undefined> => {
    let text = await files.read(fileName(id));
    // On a file system without hard links, a new file is empty for a moment. A crash at that moment leaves it empty.
    for (let tries = 0; text === '' && tries < emptyFileRetries; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, emptyFileDelay));
      text = await files.read(fileName(id));
    }
    return text;
  };

  /** Returns the lease in the text of the lease's file, or undefined if it is invalid. */
  const parse = async (id: string, text: string | undefined): Promise<Lease | undefined> => {
    const lease = parseLease(text);
    if (lease?.isNewer !== true || lease.at !== Infinity) return lease;
    // Without a time, the lease would never expire, so that no window of this version could ever write the session.
    const name = `${id}${leaseEnding}`;
    const facts = (await files.stat(folder, name)).find((each) => each.name === name);
    return { ...lease, at: facts?.modifiedAt ?? now() };
  };

  return { fileName, isOurs, format, readFile, parse };
}

/** @param living returns undefined if no living window holds the lease */
function createLeaseReplacement(
  files: FileStore,
  format: (isBusy: boolean) => string,
  living: (id: string, lease: Lease | undefined) => Lease | undefined,
) {
  const create = async (name: string, ifRefused: IfRefused) => files.create(name, format(false), { ifRefused });

  /**
   * Replaces a file whose `text` is the lease of a window that is gone. Several windows may try this at once, for
   * example when VS Code has crashed and opens its windows again. The winner is the window that creates a second file,
   * the claim, whose name depends on the text. If the winner crashes, its claim is replaced in the same way.
   */
  const replaceAbandoned = async (id: string, name: string, text: string, ifRefused: IfRefused): Promise<boolean> => {
    const claim = `${name}.${await hashOf(text)}.tmp`;
    if (!(await create(claim, ifRefused))) {
      const claimText = await files.read(claim);
      if (claimText === undefined || living(id, parseLease(claimText)) !== undefined) return false;
      if (!(await replaceAbandoned(id, claim, claimText, ifRefused))) return false;
    }
    try {
      // Another window may have replaced the file, and removed its claim, before this window created the claim.
      if ((await files.read(name)) !== text) return false;
      await files.write(name, format(false), { flush: false, ifRefused });
      return true;
    } finally {
      await files.remove(claim).catch(() => undefined);
    }
  };

  return { create, replaceAbandoned };
}

/** Returns a hash of a text in the form of a UUID. A file name with a UUID and `.tmp` belongs to a temporary file. */
async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const leaseSchema = v.object({
  windowId: v.string(),
  // The system would take 0 or a negative number for a group of processes.
  pid: v.pipe(v.number(), v.minValue(1)),
  processStart: v.exactOptional(v.string()),
  host: v.exactOptional(v.string()),
  processSpace: v.exactOptional(v.string()),
  at: v.number(),
  isBusy: v.exactOptional(v.boolean()),
});

function parseLease(text: string | undefined): Lease | undefined {
  const value = parseJson(text ?? '');
  const isNewer = isNewerVersion(value, version);
  if (v.is(leaseSchema, value)) return { ...value, isBusy: value.isBusy === true, isNewer };
  return isNewer ? { ...unknownLease, isNewer } : undefined;
}

import type { FileStore } from '../../common/fileStore.ts';

/**
 * Leases: which window may write a session. A window acquires a session's lease before it shows the session, and
 * releases it when it shows another one. A second window shows the session read-only until the lease is free or taken over.
 */
export interface SessionLeases {
  /** Takes the session unless another living window has it. The leases of crashed windows do not count. */
  acquire(id: string): Promise<boolean>;
  /** Takes the session away from another window, unless a reply runs there. */
  takeOver(id: string): Promise<boolean>;
  /** Records that requests run, or that none does. False if the session is no longer ours. */
  setBusy(id: string, isBusy: boolean): Promise<boolean>;
  release(id: string): Promise<void>;
  holder(id: string): Promise<LeaseHolder>;
  /** The sessions that other living windows have, each with whether a reply runs there. */
  heldElsewhere(): Promise<ReadonlyMap<string, boolean>>;
  /** The sessions that crashed windows had. */
  abandoned(): Promise<readonly string[]>;
}

export interface LeaseHolder {
  readonly who: 'this' | 'other' | 'nobody';
  /** A reply runs there. */
  readonly isBusy: boolean;
}

/** The window that has a lease, by its extension host's process. */
export interface LeaseOwner {
  /** Unique to one run of one window. */
  readonly id: string;
  readonly pid: number;
}

export interface SessionLeaseDependencies {
  readonly files: FileStore;
  /** Where the lease files are. */
  readonly folder: string;
  readonly owner: LeaseOwner;
  /** True if the process that took a lease at `at` (milliseconds since the epoch) is still running. */
  readonly isAlive: (pid: number, at: number) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The content of a lease file. */
interface Lease {
  readonly windowId: string;
  readonly pid: number;
  readonly at: number;
  readonly isBusy: boolean;
}

export const leaseEnding = '.lease';

/** How often, and after how many milliseconds, a lease file is read again that another window has created and not yet written. */
const emptyFileRetries = 5;
const emptyFileDelay = 20;

export function createSessionLeases(dependencies: SessionLeaseDependencies): SessionLeases {
  const { files, folder, isAlive } = dependencies;
  const { fileName, isOurs, format, readFile } = createLeaseFiles(dependencies);

  /** Undefined if no living window has the session. */
  const read = async (id: string): Promise<Lease | undefined> => {
    const lease = await readFile(id);
    return lease !== undefined && (isOurs(lease) || isAlive(lease.pid, lease.at)) ? lease : undefined;
  };

  /** The last writer wins, so each writer reads the file again. */
  const write = async (id: string, isBusy: boolean): Promise<boolean> => {
    await files.write(fileName(id), format(isBusy), { flush: false });
    return isOurs(await read(id));
  };

  const acquire = async (id: string): Promise<boolean> => {
    if (await files.create(fileName(id), format(false))) return true;
    const lease = await read(id);
    return isOurs(lease) || (lease === undefined && write(id, false));
  };

  const readAll = async () => {
    const names = (await files.list(folder)).filter((name) => name.endsWith(leaseEnding));
    return Promise.all(
      names.map((name) => name.slice(0, -leaseEnding.length)).map(async (id) => ({ id, lease: await read(id) })),
    );
  };

  return {
    acquire,
    async takeOver(id) {
      const lease = await read(id);
      if (lease === undefined) return acquire(id);
      return isOurs(lease) || (!lease.isBusy && write(id, false));
    },
    async setBusy(id, isBusy) {
      return isOurs(await read(id)) && write(id, isBusy);
    },
    async release(id) {
      if (isOurs(await read(id))) await files.remove(fileName(id));
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
  const isOurs = (lease: Lease | undefined) => lease?.windowId === owner.id && lease.pid === owner.pid;
  const format = (isBusy: boolean) =>
    JSON.stringify({ windowId: owner.id, pid: owner.pid, at: now(), isBusy } satisfies Lease);

  /** Undefined for a torn or foreign file. */
  const readFile = async (id: string): Promise<Lease | undefined> => {
    let text = await files.read(fileName(id));
    // Where the file system has no links, a new file is empty for a moment, or forever if its window crashed then.
    for (let tries = 0; text === '' && tries < emptyFileRetries; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, emptyFileDelay));
      text = await files.read(fileName(id));
    }
    return parseLease(text);
  };

  return { fileName, isOurs, format, readFile };
}

function parseLease(text: string | undefined): Lease | undefined {
  try {
    const { windowId, pid, at, isBusy } = JSON.parse(text ?? '') as Partial<Lease>;
    if (windowId === undefined || pid === undefined || at === undefined) return undefined;
    return { windowId, pid, at, isBusy: isBusy === true };
  } catch {
    return undefined;
  }
}

import type { FileStore } from '../../common/fileStore.ts';

/**
 * Which window may write a session. A window takes a session before it shows it, and gives it back when it shows
 * another; a second window that wants it shows it read-only until the first one has gone or it takes it over.
 */
export interface SessionLeases {
  /** Takes the session unless another living window has it. A window that has crashed has it no more. */
  acquire(id: string): Promise<boolean>;
  /** Takes the session away from another window, unless a reply runs there. */
  takeOver(id: string): Promise<boolean>;
  /** Says that a request is about to leave, or that none runs any more. False when the session is no longer ours. */
  setBusy(id: string, isBusy: boolean): Promise<boolean>;
  release(id: string): Promise<void>;
  holder(id: string): Promise<LeaseHolder>;
  /** The sessions that other windows have, each with whether a reply runs there. */
  heldElsewhere(): Promise<ReadonlyMap<string, boolean>>;
  /** Calls back when a session's file or its lease may have changed, until what it returns is called. */
  watch(id: string, onDidChange: (what: 'lease' | 'transcript') => void): () => void;
}

export interface LeaseHolder {
  readonly who: 'this' | 'other' | 'nobody';
  /** A reply runs there. */
  readonly isBusy: boolean;
}

/** Who keeps a lease: a window, by its extension host's process. */
export interface LeaseOwner {
  readonly windowId: string;
  readonly pid: number;
}

export interface SessionLeaseDependencies {
  readonly files: FileStore;
  readonly owner: LeaseOwner;
  /** Whether the process still runs that took a lease at that time: milliseconds since the epoch. */
  readonly isAlive: (pid: number, at: number) => boolean;
  /** Calls back with the name of a file that has changed in a folder, or with none when that is not known. */
  readonly watch: (folder: string, onDidChange: (name: string | undefined) => void) => () => void;
  readonly now: () => number;
}

interface Lease extends LeaseOwner {
  readonly at: number;
  readonly isBusy: boolean;
}

const folder = 'sessions';
const ending = '.lease';

export function createSessionLeases({ files, owner, isAlive, watch, now }: SessionLeaseDependencies): SessionLeases {
  const fileName = (id: string) => `${folder}/${id}${ending}`;
  const isOurs = (lease: Lease | undefined) => lease?.windowId === owner.windowId && lease.pid === owner.pid;
  const format = (isBusy: boolean) => JSON.stringify({ ...owner, at: now(), isBusy } satisfies Lease);

  /** Undefined when nobody who is alive has it. */
  const read = async (id: string): Promise<Lease | undefined> => {
    let text = await files.read(fileName(id));
    // Another window has just made the file and writes it now, unless it broke down there.
    for (let tries = 0; text === '' && tries < 5; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      text = await files.read(fileName(id));
    }
    const lease = parseLease(text);
    return lease !== undefined && (isOurs(lease) || isAlive(lease.pid, lease.at)) ? lease : undefined;
  };

  /** Whoever writes last has it: each looks again at what stands there then. */
  const write = async (id: string, isBusy: boolean): Promise<boolean> => {
    await files.write(fileName(id), format(isBusy), { flush: false });
    return isOurs(await read(id));
  };

  const acquire = async (id: string): Promise<boolean> => {
    if (await files.create(fileName(id), format(false))) return true;
    const lease = await read(id);
    return isOurs(lease) || (lease === undefined && write(id, false));
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
      const names = (await files.list(folder)).filter((name) => name.endsWith(ending));
      const ids = names.map((name) => name.slice(0, -ending.length));
      const leases = await Promise.all(ids.map(async (id) => [id, await read(id)] as const));
      return new Map(leases.flatMap(([id, lease]) => (lease === undefined || isOurs(lease) ? [] : [[id, lease.isBusy] as const])));
    },
    watch: (id, onDidChange) =>
      watch(folder, (name) => {
        if (name === `${id}.jsonl`) onDidChange('transcript');
        else if (name === undefined || name === `${id}${ending}`) onDidChange('lease');
      }),
  };
}

/** Undefined for what is torn as well. */
function parseLease(text: string | undefined): Lease | undefined {
  try {
    const { windowId, pid, at, isBusy } = JSON.parse(text ?? '') as Partial<Lease>;
    if (windowId === undefined || pid === undefined || at === undefined) return undefined;
    return { windowId, pid, at, isBusy: isBusy === true };
  } catch {
    return undefined;
  }
}

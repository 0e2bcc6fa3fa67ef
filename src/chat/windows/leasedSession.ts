import type { WatchFolder } from '../../common/fileStore.ts';
import type { Message } from '../messages/message.ts';
import type { Transcript } from '../messages/transcript.ts';
import { sessionChanges } from './sessionChanges.ts';
import { leaseEnding, type SessionLeases } from './sessionLease.ts';
import type { AccessChange, SessionAccess, SessionUpdate } from './windows.ts';

export interface LeasedSessionDependencies {
  readonly leases: SessionLeases;
  readonly watch: WatchFolder;
  readonly loadTranscript: (id: string) => Promise<Transcript>;
}

/** The folder of the session files and their lease files. */
export const sessionFolder = 'sessions';

/**
 * A read-only window checks at this interval, in milliseconds, whether another living window holds the lease, and
 * whether the lease still counts as busy. A crash changes no file, so watching the files is not enough.
 */
const holderCheckInterval = 2_000;

/**
 * The interval at which a busy lease is marked as busy again, in milliseconds. Shorter than the time after
 * which other computers no longer count the lease as busy (see SessionLeases).
 */
const busyInterval = 10_000;

/** Implements SessionAccess with the session's lease: the file that says which window may write the session. */
export class LeasedSession implements SessionAccess {
  readonly #id: string;
  readonly #dependencies: LeasedSessionDependencies;
  readonly #onDidChange: (change: AccessChange) => void;
  readonly #unwatch: () => void;
  #isReadOnly = false;
  #isBusyElsewhere = false;
  #isClosed = false;
  /** The number of running requests: calls of `begin` for which `end` was not yet called. */
  #requests = 0;
  /** Resolves to true when the lease is marked as busy, or to false if another window holds the lease. */
  #becomingBusy = Promise.resolve(true);
  /** Resolves when the last write passed to `#serialize` has ended. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isReleasing = false;
  #isReleased = false;
  readonly #released = Promise.withResolvers<unknown>();
  #isRefreshWanted = false;
  #refreshing: Promise<void> | undefined;
  /** Marks the lease as busy again, for windows on other computers. Runs only while requests run. */
  #busyTimer: ReturnType<typeof setInterval> | undefined;
  /** Checks whether another window still holds the lease. Runs only while the session is read-only. */
  #holderTimer: ReturnType<typeof setInterval> | undefined;

  /** Acquires the session's lease if no other window holds it. Until `close`, reports changes to `onDidChange`. */
  static async open(
    id: string,
    dependencies: LeasedSessionDependencies,
    onDidChange: (change: AccessChange) => void,
  ): Promise<LeasedSession> {
    const access = new LeasedSession(id, dependencies, onDidChange);
    const isOurs = await dependencies.leases.acquire(id);
    access.#setReadOnly(!isOurs);
    // A lease that cannot be read must not hide the session. `takeOver` can replace it.
    const holder = isOurs ? undefined : await dependencies.leases.holder(id).catch(() => undefined);
    access.#isBusyElsewhere = holder?.isBusy === true;
    return access;
  }

  private constructor(
    id: string,
    dependencies: LeasedSessionDependencies,
    onDidChange: (change: AccessChange) => void,
  ) {
    this.#id = id;
    this.#dependencies = dependencies;
    this.#onDidChange = onDidChange;
    this.#unwatch = dependencies.watch(sessionFolder, (name) => {
      const isLease = name === undefined || name === `${id}${leaseEnding}`;
      const isSession = name?.startsWith(`${id}.`) === true && name.endsWith('.jsonl');
      if (isLease || (this.#isReadOnly && isSession)) this.#scheduleRefresh();
    });
  }

  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  get isBusyElsewhere(): boolean {
    return this.#isBusyElsewhere;
  }

  /** True after `close` has released the lease. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  async begin(): Promise<boolean> {
    if (this.#isReadOnly || this.#isClosed) return false;
    this.#requests += 1;
    if (this.#requests === 1) this.#becomingBusy = this.#serialize(async () => this.#makeBusy());
    let isBegun = false;
    try {
      isBegun = await this.#becomingBusy;
    } finally {
      if (!isBegun) await this.end();
    }
    if (!isBegun) await this.#refresh();
    else this.#busyTimer ??= setInterval(() => void this.#stayBusy(), busyInterval);
    return isBegun;
  }

  async end(): Promise<void> {
    this.#requests -= 1;
    if (this.#requests > 0) return;
    clearInterval(this.#busyTimer);
    this.#busyTimer = undefined;
    if (this.#isClosed) await this.#release();
    else await this.#serialize(async () => this.#dependencies.leases.setBusy(this.#id, false));
  }

  async takeOver(): Promise<boolean> {
    return this.#serialize(async () => {
      if (this.#isReadOnly && (await this.#dependencies.leases.takeOver(this.#id))) this.#setWritable();
      return !this.#isReadOnly;
    });
  }

  async readUpdate(shown: readonly Message[]): Promise<SessionUpdate> {
    const transcript = await this.#dependencies.loadTranscript(this.#id);
    return { transcript, events: sessionChanges(shown, transcript.messages) };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#holderTimer);
    this.#unwatch();
    await this.#refreshing;
    await (this.#requests === 0 ? this.#release() : this.#released.promise);
  }

  async #stayBusy(): Promise<void> {
    await this.#serialize(async () => {
      if (this.#requests > 0) await this.#dependencies.leases.setBusy(this.#id, true);
    }).catch(() => undefined);
  }

  async #release(): Promise<void> {
    if (!this.#isReleasing)
      this.#released.resolve(this.#serialize(async () => this.#dependencies.leases.release(this.#id)));
    this.#isReleasing = true;
    await this.#released.promise;
    this.#isReleased = true;
  }

  /**
   * Marks the lease as busy. If this window no longer holds the lease, first tries to acquire the lease again. If this
   * succeeds, also reports `gained`, because another window may have taken over the session, written to it, and closed it
   * unnoticed: network drives do not report the changes of other computers.
   */
  async #makeBusy(): Promise<boolean> {
    const { leases } = this.#dependencies;
    if (await leases.setBusy(this.#id, true)) return true;
    const isOurs = (await leases.acquire(this.#id)) && (await leases.setBusy(this.#id, true));
    if (isOurs) this.#onDidChange('gained');
    return isOurs;
  }

  /**
   * Runs `write` when all functions passed in earlier calls have ended. Each function reads the lease before writing
   * it, so two functions must not overlap.
   */
  async #serialize<T>(write: () => Promise<T>): Promise<T> {
    const writing = this.#lastWrite.then(write);
    this.#lastWrite = writing.catch(() => undefined);
    return writing;
  }

  #setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    clearInterval(this.#holderTimer);
    if (isReadOnly && !this.#isClosed)
      this.#holderTimer = setInterval(() => void this.#checkHolder().catch(() => undefined), holderCheckInterval);
  }

  async #checkHolder(): Promise<void> {
    const { who, isBusy } = await this.#dependencies.leases.holder(this.#id);
    if (who !== 'other' || isBusy !== this.#isBusyElsewhere) this.#scheduleRefresh();
  }

  #scheduleRefresh(): void {
    this.#isRefreshWanted = true;
    this.#refreshing ??= this.#drain();
  }

  /**
   * Calls `#refresh` until no refresh was scheduled during the last call, or until `close` is called. Only one `#drain`
   * runs at a time.
   */
  async #drain(): Promise<void> {
    while (this.#isRefreshWanted && !this.#isClosed) {
      this.#isRefreshWanted = false;
      // Ignore a read error, because `begin` reads the lease again before anything is sent.
      await this.#refresh().catch(() => undefined);
    }
    this.#refreshing = undefined;
  }

  /** Reads the lease and reports changes. A read-only window acquires the lease if nobody holds it. */
  async #refresh(): Promise<void> {
    const { who, isBusy } = await this.#dependencies.leases.holder(this.#id);
    if (this.#isClosed) return;
    if (!this.#isReadOnly) this.#refreshAsHolder(who === 'other', isBusy);
    else if (who === 'other') this.#refreshAsReader(isBusy);
    else await this.#serialize(async () => this.#gain());
  }

  #refreshAsHolder(isLost: boolean, isBusy: boolean): void {
    if (!isLost) return;
    this.#setReadOnly(true);
    this.#isBusyElsewhere = isBusy;
    this.#onDidChange('lost');
  }

  #refreshAsReader(isBusy: boolean): void {
    if (this.#isBusyElsewhere !== isBusy) {
      this.#isBusyElsewhere = isBusy;
      this.#onDidChange('busy');
    }
    this.#onDidChange('written');
  }

  /**
   * Acquires the lease if it is free, and reports the change. Does nothing if `takeOver` acquired the lease first. The
   * caller of `takeOver` knows the result, and may already be writing to the session.
   */
  async #gain(): Promise<void> {
    if (!this.#isReadOnly || !(await this.#dependencies.leases.acquire(this.#id)) || this.#isClosed) return;
    this.#setWritable();
    this.#onDidChange('gained');
  }

  #setWritable(): void {
    this.#setReadOnly(false);
    this.#isBusyElsewhere = false;
  }
}

import type { SessionLeases } from './sessionLease.ts';

/** What became of the right to write the session that is shown. */
export type AccessChange =
  /** Another window has taken it over. */
  | 'lost'
  /** The other window has gone: it is ours now. */
  | 'gained'
  /** In the other window a reply began to run or has ended. */
  | 'busy'
  /** The other window has written to the session. */
  | 'written';

/** The right of this window to write one session. Without it the session is only shown. */
export interface SessionAccess {
  readonly isReadOnly: boolean;
  /** A reply runs in the other window. */
  readonly isBusyElsewhere: boolean;
  /** To be called before a request leaves; false, and nothing may be sent, when another window has the session. */
  begin(): Promise<boolean>;
  /** What was begun has ended. */
  end(): Promise<void>;
  /** False while a reply runs in the other window. */
  takeOver(): Promise<boolean>;
  /** Gives the session back. */
  close(): Promise<void>;
}

/** How often a window that only shows a session looks whether the other one still lives: nothing tells of its death. Milliseconds. */
const holderCheck = 2_000;

/** Takes a session, if no other window has it, and tells from then on what becomes of it. */
export async function openSessionAccess(id: string, leases: SessionLeases, onDidChange: (change: AccessChange) => void): Promise<SessionAccess> {
  let isReadOnly = false;
  let isBusyElsewhere = false;
  let isClosed = false;
  let begun = 0;
  let beginning = Promise.resolve(true);

  const look = async () => {
    const { who, isBusy } = await leases.holder(id);
    if (isClosed) return;
    if (!isReadOnly) {
      if (who !== 'other') return;
      setReadOnly(true);
      isBusyElsewhere = isBusy;
      onDidChange('lost');
    } else if (who === 'other') {
      if (isBusyElsewhere !== isBusy) {
        isBusyElsewhere = isBusy;
        onDidChange('busy');
      }
      onDidChange('written');
    } else if (await leases.acquire(id)) {
      gain();
    }
  };

  const gain = () => {
    // Whoever took it over meanwhile knows, and may be writing.
    if (isClosed || !isReadOnly) return;
    setReadOnly(false);
    isBusyElsewhere = false;
    onDidChange('gained');
  };

  // One look at a time, and one more when something changed meanwhile.
  let isLookWanted = false;
  let looking: Promise<void> | undefined;
  const lookAgain = async () => {
    while (isLookWanted && !isClosed) {
      isLookWanted = false;
      // What cannot be read now is looked at again before anything is sent.
      await look().catch(() => undefined);
    }
    looking = undefined;
  };
  const lookSoon = () => {
    isLookWanted = true;
    looking ??= lookAgain();
  };
  const unwatch = leases.watch(id, (what) => {
    if (what === 'lease' || isReadOnly) lookSoon();
  });

  const lookForEnd = async () => {
    const { who } = await leases.holder(id);
    if (who !== 'other') lookSoon();
  };
  // Only while read-only: a window that has its session needs no timer.
  let holderTimer: NodeJS.Timeout | undefined;
  const setReadOnly = (value: boolean) => {
    isReadOnly = value;
    clearInterval(holderTimer);
    if (isReadOnly && !isClosed) holderTimer = setInterval(() => void lookForEnd().catch(() => undefined), holderCheck).unref();
  };

  const makeBusy = async () => (await leases.setBusy(id, true)) || ((await leases.acquire(id)) && leases.setBusy(id, true));

  const isOurs = await leases.acquire(id);
  setReadOnly(!isOurs);
  if (!isOurs) isBusyElsewhere = (await leases.holder(id)).isBusy;

  return {
    get isReadOnly() {
      return isReadOnly;
    },
    get isBusyElsewhere() {
      return isBusyElsewhere;
    },
    async begin() {
      if (isReadOnly || isClosed) return false;
      begun += 1;
      if (begun === 1) beginning = makeBusy();
      const isBegun = await beginning.catch((error: unknown) => {
        begun -= 1;
        throw error;
      });
      if (isBegun) return true;
      begun -= 1;
      await look();
      return false;
    },
    async end() {
      begun -= 1;
      if (begun === 0) await leases.setBusy(id, false);
    },
    async takeOver() {
      if (!isReadOnly) return true;
      if (!(await leases.takeOver(id))) return false;
      setReadOnly(false);
      isBusyElsewhere = false;
      return true;
    },
    async close() {
      isClosed = true;
      clearInterval(holderTimer);
      unwatch();
      await looking;
      await leases.release(id);
    },
  };
}

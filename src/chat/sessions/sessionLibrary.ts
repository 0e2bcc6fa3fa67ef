import { isPurgeable } from '../messages/purgeDeleted.ts';
import { searchSessions, type TextMatch } from './searchSessions.ts';
import type { Windows } from '../windows/windows.ts';
import type { SessionStore } from './sessionStore.ts';
import { summarizeSession, type SessionSummary } from './sessionSummary.ts';
import type { SessionMark } from '../messages/transcript.ts';
import type { WorkspaceChat } from '../conversation/workspaceChat.ts';

/** A session in the session list. */
export interface ListedSession extends SessionSummary {
  /** Present if another window holds the session. The value is `running` while a reply runs in that window. */
  readonly elsewhere?: 'open' | 'running';
  /** True if a reply of the session runs in this window. */
  readonly isRunning?: boolean;
}

/**
 * The result of an action on one session. `openElsewhere`: nothing was done, because another window holds the session.
 */
export type LibraryResult = 'done' | 'missing' | 'openElsewhere';

/** A session in the trash. */
export interface DeletedSession {
  readonly id: string;
  readonly title: string;
}

/** The sessions of a workspace, and the actions of the session list. */
export interface SessionLibrary {
  /**
   * Returns the sessions that have a question, or a deleted question that this window can restore. The session with the
   * newest last message comes first. Before `list` returns, it may call `report` with outdated or partial lists. Also
   * permanently deletes sessions that have been in the trash for more than ten minutes. If no other window is open, also
   * removes the content of deleted messages that a crash has left in sessions without a question. Ignores write errors.
   */
  list(report: (sessions: readonly ListedSession[]) => void): Promise<readonly ListedSession[]>;
  /** Searches the messages and attachments of all listed sessions in the order of the list. See searchSessions. */
  search(query: string, signal: AbortSignal, onMatches: (matches: readonly TextMatch[]) => void): Promise<void>;
  /** Returns the title of a session, or an empty string if the session is missing or has no title. */
  title(id: string): Promise<string>;
  /** Shows a session. Returns `missing`, and does nothing, if `list` omits the session and it is not already shown. */
  open(id: string): Promise<LibraryResult>;
  /**
   * Renames, pins or unpins a session. Returns its new summary, or undefined if the session is missing or if `list` omits
   * it.
   */
  mark(id: string, mark: SessionMark): Promise<SessionSummary | undefined>;
  /**
   * Moves a session to the trash. If this window shows the session, first shows a new one. Stops a running reply. The
   * cost of the deleted session stays in the ledger. Rejects, and changes nothing, if the disk refuses the session's
   * last records.
   */
  delete(id: string): Promise<LibraryResult>;
  /**
   * Moves a session out of the trash. Returns its summary. Returns undefined if `restore` of SessionStore returns false,
   * or if `list` omits the session. Rejects if the disk refuses to move the session, which `deleted` then still returns.
   */
  restore(id: string): Promise<SessionSummary | undefined>;
  /**
   * Returns the sessions that were deleted in this window within the last ten minutes and that `restore` can restore. The
   * session that was deleted last is the last one.
   */
  deleted(): Promise<readonly DeletedSession[]>;
  /**
   * Permanently deletes the sessions in the trash. If another window of the workspace is open, keeps sessions that were
   * deleted within the last ten minutes, because that window may still restore them. Call this once, when the chat is
   * opened.
   */
  emptyTrash(): Promise<void>;
}

/**
 * The time for which the trash keeps a session, in milliseconds. `emptyTrash` ignores this time if no other window is
 * open.
 */
const undoTime = 10 * 60_000;

export function createSessionLibrary(
  chat: WorkspaceChat,
  sessions: SessionStore,
  windows: Windows,
  now: () => number,
): SessionLibrary {
  let deletions: readonly (DeletedSession & { readonly at: number })[] = [];
  const forgetDeletion = (id: string) => {
    deletions = deletions.filter((each) => each.id !== id);
  };
  const summary = async (id: string) => {
    const transcript = await sessions.load(id);
    return summarizeSession(id, transcript) ?? summarizeSession(id, chat.deletions.undone(id, transcript));
  };
  /** The result of the last call of `findRestorable`, without sessions that were moved to the trash since. */
  let restorable: readonly SessionSummary[] = [];
  const recoverOnce = createRecovery(chat, sessions);
  return {
    async list(report) {
      const before = deletions;
      const elsewhere = await windows.heldElsewhere();
      /** Removes the sessions that were deleted while they were read. An older id may have been imported again. */
      const withoutDeleted = (summaries: readonly SessionSummary[]) =>
        without(
          summaries,
          deletions.filter((each) => !before.includes(each)),
        );
      const listed = (summaries: readonly SessionSummary[]) => {
        const withDeletions = new Set(chat.deletions.sessionIds);
        for (const { id } of summaries) withDeletions.delete(id);
        const others = restorable.filter(({ id }) => withDeletions.has(id));
        const all = others.length === 0 ? summaries : [...summaries, ...others].toSorted((a, b) => b.at - a.at);
        return withoutDeleted(all).map((each) => withUse(each, elsewhere, chat.background));
      };
      // A disk that refuses to delete must not hide the sessions. The next call tries again.
      await sessions.emptyTrash(now() - undoTime).catch(() => undefined);
      const summaries = await sessions.list((some) => report(listed(some)));
      restorable = withoutDeleted(await findRestorable(chat, summary, summaries));
      // Another window may still restore the deleted messages. Not awaited, because it waits for other changes.
      if (elsewhere.size === 0) void recoverOnce().catch(() => undefined);
      return listed(summaries);
    },
    async search(query, signal, onMatches) {
      const ids = (await sessions.list()).map(({ id }) => id);
      await searchSessions(ids, query, { load: async (id) => sessions.load(id), signal, onMatches });
    },
    title: async (id) => (await summary(id))?.title ?? '',
    async open(id) {
      if (id !== chat.session.id && (await summary(id)) === undefined) return 'missing';
      await chat.openSession(id);
      return 'done';
    },
    async mark(id, mark) {
      if (!(await sessions.mark(id, mark))) return undefined;
      const open = [chat.session, ...chat.background].find((each) => each.id === id);
      if (mark.type === 'title') open?.setTitle(mark.text);
      return summary(id);
    },
    async delete(id) {
      if (await windows.isHeldElsewhere(id)) return 'openElsewhere';
      // Otherwise, a full disk would refuse to move the session only after its running reply was stopped.
      await sessions.flush(id);
      const { title = '' } = (await summary(id)) ?? {};
      const isTrashed = await chat.whileClosed(id, async () => sessions.trash(id));
      // Another window may have opened the session meanwhile.
      if (isTrashed === undefined) return 'openElsewhere';
      if (!isTrashed) return 'missing';
      restorable = restorable.filter((each) => each.id !== id);
      forgetDeletion(id);
      deletions = [...deletions, { id, title, at: now() }];
      return 'done';
    },
    async emptyTrash() {
      const start = now();
      const isAlone = (await windows.heldElsewhere()).size === 0;
      await sessions.emptyTrash(isAlone ? start : start - undoTime, start + undoTime);
    },
    async deleted() {
      // The data may have been deleted meanwhile, so that the trash is empty.
      const known = deletions;
      const isKept = await Promise.all(known.map(async ({ id, at }) => at >= now() - undoTime && sessions.exists(id)));
      const gone = known.filter((_, index) => isKept[index] !== true);
      // Sessions may have been deleted or restored meanwhile.
      deletions = deletions.filter((each) => !gone.includes(each));
      return deletions.map(({ id, title }) => ({ id, title }));
    },
    async restore(id) {
      const isRestored = await sessions.restore(id);
      forgetDeletion(id);
      return isRestored ? summary(id) : undefined;
    },
  };
}

/** Adds where a session is open or running. `elsewhere` says for each session of another window whether it is running. */
function withUse(
  summary: SessionSummary,
  elsewhere: ReadonlyMap<string, boolean>,
  background: readonly { readonly id: string }[],
): ListedSession {
  const isBusy = elsewhere.get(summary.id);
  if (isBusy !== undefined) return { ...summary, elsewhere: isBusy ? 'running' : 'open' };
  const isRunning = background.some(({ id }) => id === summary.id);
  return isRunning ? { ...summary, isRunning } : summary;
}

/**
 * Returns a function whose first call removes the content of deleted messages from sessions that no window can open, and
 * that are therefore never loaded.
 */
function createRecovery(
  chat: Pick<WorkspaceChat, 'recover'>,
  sessions: Pick<SessionStore, 'withoutQuestion' | 'load'>,
): () => Promise<void> {
  let isRecovered = false;
  return async () => {
    if (isRecovered) return;
    isRecovered = true;
    const left: { readonly sessionId: string }[] = [];
    for (const id of sessions.withoutQuestion())
      if ((await sessions.load(id)).allMessages.some(isPurgeable)) left.push({ sessionId: id });
    await chat.recover(left);
  };
}

function without(summaries: readonly SessionSummary[], deleted: readonly DeletedSession[]): readonly SessionSummary[] {
  const ids = new Set(deleted.map(({ id }) => id));
  return ids.size === 0 ? summaries : summaries.filter(({ id }) => !ids.has(id));
}

/**
 * Returns the sessions that only have questions whose deletion can be undone. `listed` are the sessions with another
 * question, which are not read again. Reads one session after another, because they may be large.
 */
async function findRestorable(
  { deletions }: Pick<WorkspaceChat, 'deletions'>,
  summary: (id: string) => Promise<SessionSummary | undefined>,
  listed: readonly SessionSummary[],
): Promise<readonly SessionSummary[]> {
  const listedIds = new Set(listed.map(({ id }) => id));
  const found: SessionSummary[] = [];
  for (const id of deletions.sessionIds.filter((each) => !listedIds.has(each))) {
    const one = await summary(id).catch(() => undefined);
    if (one !== undefined) found.push(one);
  }
  return found;
}

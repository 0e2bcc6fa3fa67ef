import type { FileStore, WriteOptions } from '../../common/fileStore.ts';
import { createKeyedQueue } from '../../common/keyedQueue.ts';
import { purgeTranscript } from '../messages/purgeDeleted.ts';
import { createSessionIndex } from './sessionIndex.ts';
import type { SessionSummary } from './sessionSummary.ts';
import {
  formatTranscriptRecord,
  parseTranscript,
  type SessionMark,
  type Transcript,
  type TranscriptRecord,
} from '../messages/transcript.ts';

/**
 * The sessions of a workspace. Each session has its own append-only file. The id of a session has 1 to 64 characters,
 * each an ASCII letter, a digit, `_` or `-`. No method uses any other id in a file name.
 */
export interface SessionStore {
  /** Reads a session's file. Returns an empty transcript if there is no such file. */
  load(id: string): Promise<Transcript>;
  /** Appends records in one write. With `flush`, resolves only when the records are on disk. */
  append(id: string, records: readonly TranscriptRecord[], options?: WriteOptions): Promise<void>;
  /**
   * Returns summaries of the sessions that have a question. The session with the newest last message comes first.
   * Before `list` returns, it may call `report` with outdated or partial lists.
   */
  list(report?: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]>;
  /** Saves a title or a pin. Returns false, and saves nothing, if there is no such session. */
  mark(id: string, mark: SessionMark): Promise<boolean>;
  /**
   * Removes the content of deleted messages from a session's file, except for messages whose ids are in `undoable`. Call
   * this only while this window may write the session. Rejects, and changes nothing, if the disk refuses to write.
   */
  purgeDeleted(id: string, undoable: readonly string[]): Promise<void>;
  /** Moves a session to the trash. Returns false if there is no such session. */
  trash(id: string): Promise<boolean>;
  /** Moves a session out of the trash. Returns false if the session is not in the trash. */
  restore(id: string): Promise<boolean>;
  /** Permanently deletes the sessions that were moved to the trash before `time` (milliseconds since the epoch). */
  emptyTrash(time: number): Promise<void>;
}

const folder = 'sessions';
const trashFolder = 'deletedSessions';
const ending = '.jsonl';

export function createSessionStore(files: FileStore, now: () => number): SessionStore {
  const load = async (id: string) => parseTranscript((await files.read(sessionFileName(id))) ?? '');
  const index = createSessionIndex(files, { folder, ending, load });
  // A purge reads and replaces the whole file, so nothing may be appended meanwhile.
  const inOrder = createKeyedQueue();
  const append = async (id: string, records: readonly TranscriptRecord[], options?: WriteOptions) =>
    inOrder(id, async () => files.append(sessionFileName(id), records.map(formatTranscriptRecord).join(''), options));
  return {
    load,
    append,
    list: async (report) => index.read(report),
    async mark(id, mark) {
      if ((await files.read(sessionFileName(id))) === undefined) return false;
      await append(id, [mark], { flush: true });
      return true;
    },
    purgeDeleted: async (id, undoable) =>
      inOrder(id, async () => {
        const text = await files.read(sessionFileName(id));
        const purged = text === undefined ? undefined : purgeTranscript(text, undoable);
        if (purged !== undefined) await files.write(sessionFileName(id), purged);
      }),
    trash: async (id) => files.move(sessionFileName(id), `${trashFolder}/${now()}~${checkId(id)}${ending}`),
    async restore(id) {
      const trashedEnding = `~${checkId(id)}${ending}`;
      const trashed = (await files.list(trashFolder))
        .filter((name) => name.endsWith(trashedEnding))
        .toSorted()
        .at(-1);
      return trashed !== undefined && files.move(`${trashFolder}/${trashed}`, sessionFileName(id));
    },
    async emptyTrash(time) {
      const expired = (await files.list(trashFolder)).filter((name) => Number(name.split('~')[0]) < time);
      await Promise.all(expired.map(async (name) => files.remove(`${trashFolder}/${name}`)));
    },
  };
}

/** Returns the name of a session's file. Throws if the id is not valid. */
export function sessionFileName(id: string): string {
  return `${folder}/${checkId(id)}${ending}`;
}

/** Throws if an id is not valid, because an id from the panel must not name a file in another folder. */
function checkId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`Not the id of a session: ${id.slice(0, 64)}`);
  return id;
}

import type { AppendOptions, FileStore, WriteOptions } from '../../common/fileStore.ts';
import { createKeyedQueue } from '../../common/async/keyedQueue.ts';
import { purgeSteps } from '../messages/purgeDeleted.ts';
import { runInSlices } from '../messages/steps.ts';
import { createSessionIndex } from './sessionIndex.ts';
import type { SessionSummary } from './sessionSummary.ts';
import {
  formatTranscriptRecord,
  recordSteps,
  isEmptyTranscript,
  transcriptSteps,
  transcriptVersion,
  versionRecord,
  type SessionMark,
  type Transcript,
  type TranscriptRecord,
} from '../messages/transcript.ts';

/**
 * The sessions of a workspace. Each session has its own file. Records are only appended to the file, except when
 * deleted messages are purged. If a newer version of the extension wrote to this file, this version writes its records
 * to a second file. The id of a session has 1 to 64 characters, each an ASCII letter, a digit, `_` or `-`. Each method
 * rejects any other id.
 */
export interface SessionStore {
  /**
   * Reads a session's files. Returns an empty transcript if there are none. Lets other tasks run in between, because a
   * session may be large.
   */
  load(id: string): Promise<Transcript>;
  /** Returns true if the session has a file, which may be in the trash. */
  exists(id: string): Promise<boolean>;
  /**
   * Appends records in one write. With `flush`, resolves only when the records are on disk. If the session has no file,
   * for example because it is in the trash, writes the records only if one of them adds a message or switches the
   * instructions off or on.
   */
  append(id: string, records: readonly TranscriptRecord[], options?: WriteOptions): Promise<void>;
  /**
   * Returns summaries of the sessions that have a question. The session with the newest last message comes first.
   * Before `list` returns, it may call `report` with outdated or partial lists.
   */
  list(report?: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]>;
  /** Returns the ids of the sessions without a question that the last call of `list` has found. */
  withoutQuestion(): readonly string[];
  /**
   * Resolves when all running calls of `list` have ended, even if they reject. Until then, they may write the cache of
   * the list. Never rejects.
   */
  settleList(): Promise<void>;
  /**
   * Must be called when the data was removed. Removes the cache that calls of `list` may have written since. Never
   * rejects.
   */
  forgetList(): Promise<void>;
  /**
   * Saves a title or a pin, even if another window holds the session. Returns false, and saves nothing, if there is no
   * such session.
   */
  mark(id: string, mark: SessionMark): Promise<boolean>;
  /**
   * Removes the content of deleted messages from the file that this version may write, except for messages whose ids
   * are in `undoable`. Call this only while this window may write the session. Rejects, and changes nothing, if the
   * disk refuses to write.
   */
  purgeDeleted(id: string, undoable: readonly string[]): Promise<void>;
  /**
   * Writes the session's records that the disk has refused. Rejects if the disk refuses them again. The session could
   * then not be moved to the trash.
   */
  flush(id: string): Promise<void>;
  /** Moves a session to the trash. Returns false if there is no such session. */
  trash(id: string): Promise<boolean>;
  /**
   * Moves a session out of the trash. Returns false if the session is not in the trash. The session may exist again,
   * for example because it was imported. If the existing file has more or other records than the file in the trash, the
   * existing file stays. `restore` then returns true if the existing file has all records of the file in the trash. If
   * the existing file has no messages, its records are appended to the restored file instead. If the session was moved
   * several times, restores the files with messages that were moved last, with the records of later files without
   * messages.
   */
  restore(id: string): Promise<boolean>;
  /**
   * Permanently deletes the sessions that were moved to the trash before `time` or after `latest`, both in milliseconds
   * since the epoch. A session can have a time after `latest` if the clock was set back after the session was moved.
   */
  emptyTrash(time: number, latest?: number): Promise<void>;
}

const folder = 'sessions';
const trashFolder = 'deletedSessions';
const ending = '.jsonl';

/** The files of a session: none, a file of this or an earlier version, or a file of a newer version. */
type SessionFiles = 'none' | 'own' | 'newer';

export function createSessionStore(files: FileStore, now: () => number): SessionStore {
  /** The kind of files of each session that was read, by session id. */
  const known = new Map<string, SessionFiles>();

  const load = async (id: string) => {
    const name = sessionFileName(id);
    const before = known.get(id);
    const text = await files.read(name);
    const transcript = await runInSlices(transcriptSteps(text ?? ''));
    // The file may have been created or moved since it was read.
    if (known.get(id) === before) known.set(id, text === undefined ? 'none' : transcript.isNewer ? 'newer' : 'own');
    if (transcript.isNewer !== true) return transcript;
    const second = (await files.read(secondSessionFileName(id))) ?? '';
    return runInSlices(transcriptSteps(`${text ?? ''}\n${second}`));
  };

  /** Returns the name of the file that this version may write. */
  const ownFileName = async (id: string) => {
    if (!known.has(id)) await load(id);
    return known.get(id) === 'newer' ? secondSessionFileName(id) : sessionFileName(id);
  };

  // A purge replaces the whole file, and `trash` and `restore` move it. None may overlap with an append to the session.
  const inOrder = createKeyedQueue();

  const append = async (id: string, records: readonly TranscriptRecord[], options?: AppendOptions) => {
    const name = await ownFileName(id);
    const isNew = known.get(id) === 'none';
    // The session was deleted. A file without messages shows nothing, but the next message needs the switch.
    if (isNew && !records.some(mayBegin)) return;
    const all = isNew ? [versionRecord, ...records] : records;
    await files.append(name, all.map(formatTranscriptRecord).join(''), options);
    if (isNew) known.set(id, 'own');
  };

  const trash = createTrash(files, now);
  const index = createSessionIndex(files, { folder, ending, load });
  return {
    load,
    // Look for the file in its folder last, because another window may move it out of the trash meanwhile.
    exists: async (id) =>
      inOrder(id, async () => (await trash.has(checkId(id))) || (await files.read(sessionFileName(id))) !== undefined),
    append: async (id, records, options) => inOrder(id, async () => append(id, records, options)),
    list: async (report) => index.read(report),
    withoutQuestion: () => index.withoutQuestion(),
    settleList: async () => index.settle(),
    forgetList: async () => index.forget(),
    mark: async (id, mark) =>
      inOrder(id, async () => {
        await load(id);
        if (known.get(id) === 'none') return false;
        // Another window may hold the session, and purge it meanwhile. A mark that is twice in the file does no harm.
        await append(id, [mark], { flush: true, repeatIfReplaced: true });
        return true;
      }),
    purgeDeleted: async (id, undoable) =>
      inOrder(id, async () => {
        const name = await ownFileName(id);
        await files.rewrite(name, async (text) => runInSlices(purgeSteps(text, undoable)));
      }),
    flush: async (id) =>
      inOrder(id, async () => files.rewrite(await ownFileName(id), async () => Promise.resolve(undefined))),
    trash: async (id) =>
      inOrder(id, async () => {
        known.delete(id);
        return trash.add(checkId(id));
      }),
    restore: async (id) =>
      inOrder(id, async () => {
        known.delete(id);
        return trash.restore(checkId(id));
      }),
    emptyTrash: async (time, latest) => trash.empty(time, latest),
  };
}

/** The trash of a folder of sessions. See SessionStore for the contracts of the methods. The ids must be valid. */
function createTrash(files: FileStore, now: () => number) {
  /**
   * Appends the records of a file without messages to a session in the trash. Another window may have created this file
   * for a title or a cost, because it did not notice that the session was moved to the trash.
   *
   * @param text the text of the session's first file
   */
  const appendTrashed = async ([name, secondName]: readonly [string, string], text: string, added: string) => {
    const { isNewer } = await runInSlices(transcriptSteps(text));
    const records = (await runInSlices(recordSteps(added))).filter(({ type }) => type !== 'version');
    await files.append(isNewer === true ? secondName : name, records.map(formatTranscriptRecord).join(''), {
      flush: true,
    });
  };

  /**
   * Moves the files of a session, if there are any, and flushes the moves. Returns true if a file was moved. Moves one
   * file after the other, so that the second file stays if the disk refuses to move the first one.
   */
  const move = async (from: readonly string[], to: readonly string[]) => {
    let isAnyMoved = false;
    for (const [index, name] of from.entries()) {
      const isMoved = await files.move(name, to[index] ?? name, { flush: true });
      isAnyMoved ||= isMoved;
    }
    return isAnyMoved;
  };

  /** Returns the names of the session's first files in the trash. The file that was moved last comes first. */
  const find = async (id: string) => {
    const names = await files.list(trashFolder);
    return names
      .filter((name) => name.endsWith(`~${id}${ending}`))
      .toSorted()
      .toReversed();
  };

  const hasOnlyMarks = async (text: string) => {
    const transcript = await runInSlices(transcriptSteps(text));
    return isEmptyTranscript(transcript) && transcript.isNewer !== true;
  };

  /**
   * Returns the paths of the session's files in the trash that were moved there last and have messages. Moves the
   * records of files without messages that were moved later, see `appendTrashed`, to the end of the returned files.
   * Returns undefined if the session is not in the trash. After a crash, the next call may append records again, which
   * does no harm.
   */
  const collect = async (id: string): Promise<readonly [string, string] | undefined> => {
    const found = await find(id);
    const trashed = found.map((name) => namesOf(id, `${trashFolder}/${name.slice(0, -`${id}${ending}`.length)}`));
    const [latest] = trashed;
    if (trashed.length < 2) return latest;
    const withoutMessages: { readonly name: string; readonly text: string }[] = [];
    for (const names of trashed) {
      const text = (await files.read(names[0])) ?? '';
      if (await hasOnlyMarks(text)) {
        withoutMessages.unshift({ name: names[0], text });
        continue;
      }
      for (const added of withoutMessages) {
        await appendTrashed(names, text, added.text);
        await files.remove(added.name);
      }
      return names;
    }
    return latest;
  };

  return {
    has: async (id: string) => (await find(id)).length > 0,
    add: async (id: string) => move(namesOf(id, `${folder}/`), namesOf(id, `${trashFolder}/${now()}~`)),
    async restore(id: string): Promise<boolean> {
      const names = await collect(id);
      if (names === undefined) return false;
      const existing = await files.read(sessionFileName(id));
      if (existing !== undefined) {
        const text = (await files.read(names[0])) ?? '';
        // `move` would replace the existing file.
        if (!text.startsWith(existing)) {
          const { allMessages } = await runInSlices(transcriptSteps(existing));
          if (allMessages.length > 0) return existing.startsWith(text);
          await appendTrashed(names, text, existing);
        }
      }
      // The session's first file leaves the trash last, because only this file shows that the session is in the trash.
      return move(names.toReversed(), namesOf(id, `${folder}/`).toReversed());
    },
    async empty(time: number, latest = Infinity): Promise<void> {
      const expired = (await files.list(trashFolder)).filter((name) => {
        const at = Number(name.split('~')[0]);
        return at < time || at > latest;
      });
      await Promise.all(expired.map(async (name) => files.remove(`${trashFolder}/${name}`)));
    },
  };
}

function mayBegin({ type }: TranscriptRecord): boolean {
  return type === 'question' || type === 'reply' || type === 'carried' || type === 'instructions';
}

/** Returns the paths of a session's first and second file. */
function namesOf(id: string, prefix: string): readonly [string, string] {
  return [`${prefix}${id}${ending}`, `${prefix}${id}.${transcriptVersion}${ending}`];
}

/** Returns the name of a session's file. Throws if the id is not valid. */
export function sessionFileName(id: string): string {
  return namesOf(checkId(id), `${folder}/`)[0];
}

/** Returns the name of the file that this version writes if a newer version wrote the session's file. */
export function secondSessionFileName(id: string): string {
  return namesOf(checkId(id), `${folder}/`)[1];
}

/** Throws if an id is not valid, because an id from the panel must not name a file in another folder. */
function checkId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`Not the id of a session: ${id.slice(0, 64)}`);
  return id;
}

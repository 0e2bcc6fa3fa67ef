import * as v from 'valibot';
import { parseJson } from '../../common/json.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { summarizeSession, type SessionSummary } from './sessionSummary.ts';
import { momentSchema } from '../messages/recordSchemas.ts';
import type { Transcript } from '../messages/transcript.ts';

/**
 * A cache of the summaries of all sessions. With the cache, a list of thousands of sessions opens without reading each
 * session's file. A session's file is read again if its size or modification time differs from the cached value. A
 * missing or corrupt cache file is rebuilt.
 */
export interface SessionIndex {
  /**
   * Returns the summaries of the sessions that have a question. The session with the newest last message comes first.
   * Before `read` returns, it may call `report` with the cached summaries, and with partial lists while it reads many
   * changed files. Calls of `read` run one after another.
   */
  read(report?: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]>;
  /** Returns the ids of the sessions without a question that the last call of `read` has found. */
  withoutQuestion(): readonly string[];
  /** Resolves when all running calls of `read` have ended, even if they reject. Never rejects. */
  settle(): Promise<void>;
  /** When all running calls of `read` have ended, removes the cache that they may have written. Never rejects. */
  forget(): Promise<void>;
}

interface IndexEntry extends FileFacts {
  /** Absent if the session has no question. */
  readonly summary?: SessionSummary;
}

export interface SessionIndexFolder {
  readonly folder: string;
  /** The file name extension of the sessions' files, including the dot. */
  readonly ending: string;
  readonly load: (id: string) => Promise<Transcript>;
}

const fileName = 'sessionIndex.json';
const version = 5;
/** This version's cache, if a newer version wrote `fileName`, or if that file cannot be read. */
const secondFileName = `sessionIndex.${version}.json`;

const indexSchema = v.object({
  version: v.literal(version),
  entries: v.array(
    v.object({
      name: v.string(),
      size: v.number(),
      modifiedAt: v.number(),
      summary: v.exactOptional(
        v.object({
          id: v.string(),
          title: v.string(),
          at: momentSchema,
          isPinned: v.boolean(),
          isEdited: v.exactOptional(v.boolean()),
          cost: v.object({ low: v.number(), high: v.number(), isReported: v.boolean() }),
        }),
      ),
    }),
  ),
});

const filesAtOnce = 16;
const filesPerReport = 400;

export function createSessionIndex(files: FileStore, { folder, ending, load }: SessionIndexFolder): SessionIndex {
  let entries: ReadonlyMap<string, IndexEntry> | undefined;
  let cacheName = fileName;
  let reading = Promise.resolve<readonly SessionSummary[]>([]);

  /**
   * Returns undefined if the file cannot be read, so that one file does not hide the other sessions. The next call of
   * `read` then tries to read the file again.
   */
  const entryOf = async (facts: FileFacts): Promise<IndexEntry | undefined> => {
    const id = facts.name.slice(0, -ending.length);
    try {
      const summary = summarizeSession(id, await load(id));
      return { ...facts, ...(summary === undefined ? {} : { summary }) };
    } catch {
      return undefined;
    }
  };

  const readCache = async (): Promise<ReadonlyMap<string, IndexEntry>> => {
    try {
      const cache = parseJson((await files.read(fileName)) ?? '');
      if (!isNewerVersion(cache, version)) return parseIndex(cache);
    } catch {
      // The file may be readable later, so do not overwrite it.
    }
    cacheName = secondFileName;
    return parseIndex(parseJson((await files.read(secondFileName).catch(() => undefined)) ?? ''));
  };

  const read = async (report: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]> => {
    const cached = entries ?? (await readCache());
    entries = cached;
    if (cached.size > 0) report(summaries(cached.values()));
    const present = sessionFacts(await files.stat(folder, ending), ending);
    const isUnchanged = (facts: FileFacts) => {
      const entry = cached.get(facts.name);
      return entry?.size === facts.size && entry.modifiedAt === facts.modifiedAt;
    };
    const current = new Map(present.filter(isUnchanged).map((facts) => [facts.name, cached.get(facts.name) ?? facts]));
    // Read the most recently modified files first, because the user most likely looks for a recent session.
    const changed = present.filter((facts) => !isUnchanged(facts)).toSorted((a, b) => b.modifiedAt - a.modifiedAt);
    let isExtended = false;
    for (let start = 0; start < changed.length; start += filesAtOnce) {
      if (start > 0 && start % filesPerReport === 0) report(summaries(current.values()));
      for (const entry of await Promise.all(changed.slice(start, start + filesAtOnce).map(entryOf))) {
        if (entry === undefined) continue;
        current.set(entry.name, entry);
        isExtended = true;
      }
    }
    entries = current;
    // Another window may write the cache at the same time. This is harmless, because `read` updates a stale cache.
    // The title of a deleted session must not stay in the cache.
    if (isExtended || current.size !== cached.size)
      await files.write(cacheName, formatIndex(current), { flush: false }).catch(() => undefined);
    return summaries(current.values());
  };

  return {
    async read(report = () => undefined) {
      const next = reading.catch(() => undefined).then(async () => read(report));
      reading = next;
      return next;
    },
    withoutQuestion: () =>
      [...(entries?.values() ?? [])]
        .filter(({ summary }) => summary === undefined)
        .map(({ name }) => name.slice(0, -ending.length)),
    async settle() {
      await reading.catch(() => undefined);
    },
    async forget() {
      const forgetting = reading
        .catch(() => undefined)
        .then(async () => {
          if (entries !== undefined) await files.remove(cacheName).catch(() => undefined);
          entries = undefined;
          cacheName = fileName;
          return [];
        });
      reading = forgetting;
      await forgetting;
    },
  };
}

function summaries(entries: Iterable<IndexEntry>): readonly SessionSummary[] {
  return [...entries].flatMap(({ summary }) => summary ?? []).toSorted((a, b) => b.at - a.at);
}

/** Formats the cache. Omits files whose facts the system has refused, because JSON has no infinite numbers. */
function formatIndex(entries: ReadonlyMap<string, IndexEntry>): string {
  return JSON.stringify({ version, entries: [...entries.values()].filter(({ size }) => size < Infinity) });
}

function parseIndex(index: unknown): ReadonlyMap<string, IndexEntry> {
  return new Map(v.is(indexSchema, index) ? index.entries.map((entry) => [entry.name, entry]) : []);
}

/**
 * Returns the facts of each session. A session may have two files (see SessionStore). Its facts are then the total size
 * and the latest modification time.
 */
function sessionFacts(all: readonly FileFacts[], ending: string): readonly FileFacts[] {
  const sessions = Map.groupBy(all, ({ name }) => `${name.slice(0, name.indexOf('.'))}${ending}`);
  return [...sessions].map(([name, facts]) => ({
    name,
    size: facts.reduce((sum, { size }) => sum + size, 0),
    modifiedAt: facts.reduce((latest, { modifiedAt }) => Math.max(latest, modifiedAt), 0),
  }));
}

import type { FileFacts, FileStore } from '../../common/fileStore.ts';
import { summarizeSession, type SessionSummary } from './sessionSummary.ts';
import type { Transcript } from '../messages/transcript.ts';

/**
 * The summaries of all sessions, kept in a file so that a list of thousands opens without reading them.
 * The sessions' own files are the truth: what has changed by size or time is read again, and the kept file is only a
 * copy that may be old, torn or gone.
 */
export interface SessionIndex {
  /**
   * Resolves with the sessions that have messages, the latest first. `report` is called before that with what is
   * known so far, as often as there is something new to show.
   */
  read(report?: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]>;
}

/** A file with what was found in it: nothing where there are no messages. */
interface IndexEntry extends FileFacts {
  readonly summary?: SessionSummary;
}

export interface SessionIndexFolder {
  readonly folder: string;
  readonly ending: string;
  readonly load: (id: string) => Promise<Transcript>;
}

const fileName = 'sessionIndex.json';
const version = 2;
const filesAtOnce = 16;
const filesPerReport = 400;

export function createSessionIndex(files: FileStore, { folder, ending, load }: SessionIndexFolder): SessionIndex {
  let entries: ReadonlyMap<string, IndexEntry> | undefined;
  let reading = Promise.resolve<readonly SessionSummary[]>([]);

  const entryOf = async (facts: FileFacts): Promise<IndexEntry> => {
    const id = facts.name.slice(0, -ending.length);
    // One file that cannot be read must not hide the others.
    const summary = await load(id).then(
      (transcript) => summarizeSession(id, transcript),
      () => undefined,
    );
    return { ...facts, ...(summary === undefined ? {} : { summary }) };
  };

  const read = async (report: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]> => {
    const isFirst = entries === undefined;
    const known = entries ?? parseIndex(await files.read(fileName).catch(() => undefined));
    entries = known;
    if (known.size > 0) report(summaries(known.values()));
    const present = await files.stat(folder, ending);
    const isKnown = (facts: FileFacts) => {
      const entry = known.get(facts.name);
      return entry?.size === facts.size && entry.modifiedAt === facts.modifiedAt;
    };
    const current = new Map(present.filter(isKnown).map((facts) => [facts.name, known.get(facts.name) ?? facts]));
    // The latest come first: they are what a person looks for.
    const changed = present.filter((facts) => !isKnown(facts)).toSorted((a, b) => b.modifiedAt - a.modifiedAt);
    for (let start = 0; start < changed.length; start += filesAtOnce) {
      if (start > 0 && start % filesPerReport === 0) report(summaries(current.values()));
      for (const entry of await Promise.all(changed.slice(start, start + filesAtOnce).map(entryOf)))
        current.set(entry.name, entry);
    }
    entries = current;
    // Another window may write it, too: whoever comes last has read all of the files.
    if (changed.length > 0 || (isFirst && current.size !== known.size))
      await files.write(fileName, formatIndex(current)).catch(() => undefined);
    return summaries(current.values());
  };

  return {
    async read(report = () => undefined) {
      const next = reading.catch(() => undefined).then(async () => read(report));
      reading = next;
      return next;
    },
  };
}

function summaries(entries: Iterable<IndexEntry>): readonly SessionSummary[] {
  return [...entries].flatMap(({ summary }) => summary ?? []).toSorted((a, b) => b.at - a.at);
}

function formatIndex(entries: ReadonlyMap<string, IndexEntry>): string {
  return JSON.stringify({ version, entries: [...entries.values()] });
}

function parseIndex(text: string | undefined): ReadonlyMap<string, IndexEntry> {
  try {
    const index = JSON.parse(text ?? '') as { readonly version?: unknown; readonly entries: readonly IndexEntry[] };
    return new Map(index.version === version ? index.entries.map((entry) => [entry.name, entry]) : []);
  } catch {
    return new Map();
  }
}

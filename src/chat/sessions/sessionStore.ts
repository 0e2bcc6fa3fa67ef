import type { FileStore } from '../../common/fileStore.ts';
import { createSessionIndex } from './sessionIndex.ts';
import type { SessionSummary } from './sessionSummary.ts';
import {
  formatTranscriptRecord,
  parseTranscript,
  type SessionMark,
  type Transcript,
  type TranscriptRecord,
} from '../messages/transcript.ts';

/** The sessions of a workspace: one append-only file each. */
export interface SessionStore {
  /** Empty if there is no such session. */
  load(id: string): Promise<Transcript>;
  append(id: string, records: readonly TranscriptRecord[], options?: { readonly flush: boolean }): Promise<void>;
  /** The sessions that have messages, the latest first. `report` gets what is known so far, before the list is complete. */
  list(report?: (summaries: readonly SessionSummary[]) => void): Promise<readonly SessionSummary[]>;
  /** Saves a title or a pin. False, and nothing saved, if there is no such session. */
  mark(id: string, mark: SessionMark): Promise<boolean>;
  /** Moves a session to the trash. False if there is no such session. */
  trash(id: string): Promise<boolean>;
  /** Moves a session out of the trash. False if it is not there. */
  restore(id: string): Promise<boolean>;
  /** Deletes what was moved to the trash before `time`, in milliseconds since the epoch. */
  emptyTrash(time: number): Promise<void>;
}

const folder = 'sessions';
const trashFolder = 'deletedSessions';
const ending = '.jsonl';

export function createSessionStore(files: FileStore, now: () => number): SessionStore {
  const load = async (id: string) => parseTranscript((await files.read(fileName(id))) ?? '');
  const index = createSessionIndex(files, { folder, ending, load });
  return {
    load,
    append: async (id, records, options) =>
      files.append(fileName(id), records.map(formatTranscriptRecord).join(''), options),
    list: async (report) => index.read(report),
    async mark(id, mark) {
      if ((await files.read(fileName(id))) === undefined) return false;
      await files.append(fileName(id), formatTranscriptRecord(mark), { flush: true });
      return true;
    },
    trash: async (id) => files.move(fileName(id), `${trashFolder}/${now()}~${checked(id)}${ending}`),
    async restore(id) {
      const trashed = (await files.list(trashFolder))
        .filter((name) => name.endsWith(`~${checked(id)}${ending}`))
        .toSorted()
        .at(-1);
      return trashed !== undefined && files.move(`${trashFolder}/${trashed}`, fileName(id));
    },
    async emptyTrash(time) {
      const old = (await files.list(trashFolder)).filter((name) => Number(name.split('~')[0]) < time);
      await Promise.all(old.map(async (name) => files.remove(`${trashFolder}/${name}`)));
    },
  };
}

function fileName(id: string): string {
  return `${folder}/${checked(id)}${ending}`;
}

/** Throws for an id that could name another file: ids also come from the panel. */
function checked(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`Not the id of a session: ${id.slice(0, 64)}`);
  return id;
}

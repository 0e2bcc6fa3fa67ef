import type { FileStore } from '../common/fileStore.ts';
import { formatTranscriptRecord, parseTranscript, type Transcript, type TranscriptRecord } from './transcript.ts';

/** A session that can be opened again. */
export interface SessionSummary {
  readonly id: string;
  /** The first line of the first question that is not blank. */
  readonly title: string;
  /** When its last message was added: milliseconds since the epoch. */
  readonly at: number;
}

/** The sessions of a workspace, one append-only file each. */
export interface SessionStore {
  load(id: string): Promise<Transcript>;
  append(id: string, records: readonly TranscriptRecord[], options?: { readonly flush: boolean }): Promise<void>;
  /** The sessions that have messages, the latest first. */
  list(): Promise<readonly SessionSummary[]>;
}

const folder = 'sessions';

export function createSessionStore(files: FileStore): SessionStore {
  const load = async (id: string) => parseTranscript((await files.read(fileName(id))) ?? '');
  return {
    load,
    append: async (id, records, options) => files.append(fileName(id), records.map(formatTranscriptRecord).join(''), options),
    async list() {
      const ids = (await files.list(folder)).filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -6));
      // One file that cannot be read must not hide the others.
      const summaries = await Promise.all(ids.map(async (id) => load(id).then((each) => summarize(id, each), () => undefined)));
      return summaries.filter((summary) => summary !== undefined).toSorted((a, b) => b.at - a.at);
    },
  };
}

function summarize(id: string, { messages }: Transcript): SessionSummary | undefined {
  const first = messages.find((message) => message.kind === 'question');
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { id, title: first.text.trimStart().split('\n', 1)[0] ?? '', at: last.at };
}

function fileName(id: string): string {
  return `${folder}/${id}.jsonl`;
}

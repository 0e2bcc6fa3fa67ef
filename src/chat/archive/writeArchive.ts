import type { FileStore } from '../../common/fileStore.ts';
import { parseJson, type JsonObject } from '../../common/json.ts';
import { monthOf } from '../../common/localDay.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import type { ArchivedBalance } from '../../meter/balance.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import {
  draftVersion,
  editsOf,
  emptyDraft,
  isEmptyDraft,
  parseDraftText,
  withEdits,
  type Draft,
} from '../draft/draftStore.ts';
import { purgedRecordSteps } from '../messages/purgeDeleted.ts';
import { isSessionId } from '../messages/recordSchemas.ts';
import { runInSlices, type Steps } from '../messages/steps.ts';
import { transcriptVersion } from '../messages/transcript.ts';
import { findStaleEdits } from '../sessions/findStaleEdits.ts';
import { createSessionStore, secondSessionFileName, sessionFileName } from '../sessions/sessionStore.ts';
import {
  archiveName,
  archiveVersion,
  maxLineLength,
  maxPartLength,
  partVersions,
  type ArchivedWorkspace,
  type ArchivePart,
} from './archiveFormat.ts';
import { createDraftLimit, hasTooManyValues, isTooDeep } from './archiveLimits.ts';
import { withoutImportMark } from './importMark.ts';

export interface ArchiveSources {
  readonly workspaces: readonly ArchivedWorkspaceFiles[];
  /** The requests, month by month. */
  readonly requests: AsyncIterable<BookedRequest>;
  readonly balance: ArchivedBalance | undefined;
  readonly tokenRatios: JsonObject;
  /** The time of the export, in milliseconds since the epoch. */
  readonly at: number;
  /**
   * Called for each folder that cannot be read, and for each session or draft that cannot be read or that a newer version
   * has written. Also called for each draft that is damaged, or that was renamed to `*.unreadable` (see VersionedFile).
   * Also called for each session whose file name is not valid, and for data that exceeds a limit of archives (see
   * archiveLimits.ts). The archive has nothing of this data, and nothing of a renamed draft. But if only the edits of a
   * draft exceed a limit, or only the rest of the draft, the archive has the other part. Of any other such file, it has
   * only what this version can read. `name` is the path of the file or folder in the storage folder of the workspace.
   * It is empty for the storage folder itself. `workspace` is undefined for data that all workspaces share.
   */
  readonly onIncomplete: (workspace: ArchivedWorkspace | undefined, name: string) => void;
}

export interface ArchivedWorkspaceFiles {
  readonly workspace: ArchivedWorkspace;
  readonly files: FileStore;
}

/**
 * Yields the text of an archive (see archiveFormat.ts). Reads one session or one month at a time. Omits deleted
 * sessions and the content of deleted messages. After the signal aborts, stops before the next part. The archive is
 * then incomplete.
 */
export async function* writeArchive(sources: ArchiveSources, signal?: AbortSignal): AsyncGenerator<string> {
  yield formatLine({ format: archiveName, version: archiveVersion, at: sources.at });
  let count = 0;
  const fitsDraft = createDraftLimit();
  for await (const { part, smallerParts = [], workspace, file } of partsOf(sources)) {
    for (const each of [part, ...smallerParts]) {
      if (signal?.aborted === true) return;
      const lines = await runInSlices(recordLineSteps(each, fitsDraft));
      if (lines === undefined) {
        if (each === part) sources.onIncomplete(workspace, file);
        continue;
      }
      const { records, part: name, ...fields } = each;
      yield formatLine({ part: name, version: partVersions[name], ...fields });
      yield* lines;
      yield formatLine({ end: name, count: records.length });
      count += 1;
      break;
    }
  }
  yield formatLine({ end: archiveName, count });
}

/**
 * Formats, in steps, the lines of the records of a part. Returns undefined if no import would accept the part.
 *
 * @param fitsDraft see createDraftLimit
 */
function* recordLineSteps(
  part: ArchivePart,
  fitsDraft: (draft: Draft, length: number) => boolean,
): Steps<readonly string[] | undefined> {
  const lines: string[] = [];
  let partLength = 0;
  for (const record of part.records) {
    if (isTooDeep(part.part, record)) return undefined;
    const line = formatLine({ record });
    const { length } = line.trimEnd();
    partLength += length;
    if (length > maxLineLength || partLength > maxPartLength || hasTooManyValues(line)) return undefined;
    lines.push(line);
    yield length;
  }
  if (part.part === 'draft' && !fitsDraft(part.records[0], partLength)) return undefined;
  return lines;
}

/** A part, and the file that its data comes from. `workspace` is undefined for data that all workspaces share. */
interface SourcePart {
  readonly part: ArchivePart;
  /** If no import would accept `part`, the first of these that an import accepts is written instead. */
  readonly smallerParts?: readonly ArchivePart[];
  readonly workspace?: ArchivedWorkspace;
  readonly file: string;
}

async function* partsOf(sources: ArchiveSources): AsyncGenerator<SourcePart> {
  const { workspaces, requests, balance, tokenRatios, onIncomplete } = sources;
  for (const each of workspaces) yield* workspaceParts(each, (name) => onIncomplete(each.workspace, name));
  for await (const part of spendParts(requests)) yield { part, file: `spend/${part.month}` };
  if (balance !== undefined) yield { part: { part: 'balance', records: [balance] }, file: 'balance.json' };
  if (Object.keys(tokenRatios).length > 0)
    yield { part: { part: 'tokenRatios', records: [tokenRatios] }, file: 'tokenRatios.json' };
}

const ending = '.jsonl';
const secondEnding = `.${transcriptVersion}${ending}`;

async function* workspaceParts(
  { workspace, files }: ArchivedWorkspaceFiles,
  onIncomplete: (name: string) => void,
): AsyncGenerator<SourcePart> {
  // An unreadable file or folder must not keep the user from exporting the other files.
  const read = async (name: string) =>
    files.read(name).catch(() => {
      onIncomplete(name);
      return undefined;
    });
  const list = async (folder: string) =>
    files.list(folder).catch((): readonly string[] => {
      onIncomplete(folder);
      return [];
    });
  const sessionNames = new Set(await list('sessions'));
  for (const name of sessionNames) {
    if (!name.endsWith(ending)) continue;
    // The second file of a session is exported with the first one.
    if (name.endsWith(secondEnding) && sessionNames.has(name.replace(secondEnding, ending))) continue;
    const id = name.slice(0, -ending.length);
    if (!isSessionId(id)) {
      onIncomplete(`sessions/${name}`);
      continue;
    }
    const [first, second] = [await read(sessionFileName(id)), await read(secondSessionFileName(id))];
    const text = `${first ?? ''}\n${second ?? ''}`;
    const records = await runInSlices(purgedRecordSteps(text));
    if (records.some((record) => isNewerVersion(record, transcriptVersion))) onIncomplete(sessionFileName(id));
    const exported = records.filter(({ type }) => type !== 'version').map(withoutImportMark);
    if (exported.length > 0)
      yield { part: { part: 'session', workspace, id, records: exported }, workspace, file: sessionFileName(id) };
  }
  const drafts = (await list('')).filter((name) => name.startsWith('draft.'));
  const windowDrafts = (await list('drafts')).map((name) => `drafts/${name}`);
  for (const name of [...drafts, ...windowDrafts]) {
    if (name.endsWith('.unreadable')) onIncomplete(name);
    if (!name.endsWith('.json')) continue;
    const text = (await read(name)) ?? '';
    const parsed = parseDraftText(text);
    const isWhole = parsed?.isWhole ?? text.trim() === '';
    if (!isWhole || isNewerVersion(parseJson(text), draftVersion)) onIncomplete(name);
    const draft = parsed?.value && (await withoutStaleEdits(parsed.value, files));
    if (draft === undefined || isEmptyDraft(draft)) continue;
    const toPart = (each: Draft): ArchivePart => ({ part: 'draft', workspace, records: [each] });
    yield { part: toPart(draft), smallerParts: halvesOf(draft).map(toPart), workspace, file: name };
  }
}

/** Returns a draft without its edits, and its edits alone. Omits an empty result. */
function halvesOf(draft: Draft): readonly Draft[] {
  return [withEdits(draft, []), withEdits(emptyDraft, editsOf(draft))].filter((each) => !isEmptyDraft(each));
}

/** Omits the unsent edits of deleted messages and sessions, because an edit contains the text of its message. */
async function withoutStaleEdits(draft: Draft, files: FileStore): Promise<Draft> {
  const edits = editsOf(draft);
  const sessions = {
    ...createSessionStore(files, Date.now),
    // The archive has no sessions of the trash.
    exists: async (id: string) => (await files.read(sessionFileName(id))) !== undefined,
  };
  const stale = await findStaleEdits(edits, sessions, ({ isDeleted }) => isDeleted === true);
  return withEdits(
    draft,
    edits.filter((edit) => !stale.includes(edit)),
  );
}

/** The maximum number of requests in a part. More requests of a month could exceed the maximum length of a part. */
const maxRequests = 50_000;

/** Yields the parts of each month. In `requests`, the requests of a month must follow each other. */
async function* spendParts(
  requests: AsyncIterable<BookedRequest>,
): AsyncGenerator<Extract<ArchivePart, { readonly part: 'spend' }>> {
  let month = '';
  let records: BookedRequest[] = [];
  for await (const request of requests) {
    const next = monthOf(request.day);
    if (records.length > 0 && (next !== month || records.length === maxRequests)) {
      yield { part: 'spend', month, records };
      records = [];
    }
    month = next;
    records.push(request);
  }
  if (records.length > 0) yield { part: 'spend', month, records };
}

function formatLine(value: JsonObject): string {
  return `${JSON.stringify(value)}\n`;
}

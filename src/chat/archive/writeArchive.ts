import type { FileStore } from '../../common/fileStore.ts';
import { parseJson, type JsonObject } from '../../common/json.ts';
import { monthOf } from '../../common/localDay.ts';
import { isNewerVersion } from '../../common/versionedFile.ts';
import type { ArchivedBalance } from '../../meter/balance.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import { draftVersion, isEmptyDraft, parseDraftText } from '../draft/draftStore.ts';
import { purgedRecordSteps } from '../messages/purgeDeleted.ts';
import { runInSlices } from '../messages/steps.ts';
import { transcriptVersion } from '../messages/transcript.ts';
import { secondSessionFileName, sessionFileName } from '../sessions/sessionStore.ts';
import {
  archiveName,
  archiveVersion,
  partVersions,
  type ArchivedWorkspace,
  type ArchivePart,
} from './archiveFormat.ts';
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
   * The archive has nothing of a renamed draft. Of any other such file, it has only what this version can read. `name` is
   * the path of the file or folder in the storage folder of the workspace. It is empty for the storage folder itself.
   */
  readonly onIncomplete: (workspace: ArchivedWorkspace, name: string) => void;
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
  let parts = 0;
  for await (const part of partsOf(sources)) {
    if (signal?.aborted === true) return;
    const { records, ...header } = part;
    const { part: name, ...fields } = header;
    yield formatLine({ part: name, version: partVersions[name], ...fields });
    for (const record of records) yield formatLine({ record });
    yield formatLine({ end: name, count: records.length });
    parts += 1;
  }
  yield formatLine({ end: archiveName, count: parts });
}

async function* partsOf(sources: ArchiveSources): AsyncGenerator<ArchivePart> {
  const { workspaces, requests, balance, tokenRatios, onIncomplete } = sources;
  for (const each of workspaces) yield* workspaceParts(each, (name) => onIncomplete(each.workspace, name));
  yield* spendParts(requests);
  if (balance !== undefined) yield { part: 'balance', records: [balance] };
  if (Object.keys(tokenRatios).length > 0) yield { part: 'tokenRatios', records: [tokenRatios] };
}

async function* workspaceParts(
  { workspace, files }: ArchivedWorkspaceFiles,
  onIncomplete: (name: string) => void,
): AsyncGenerator<ArchivePart> {
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
  for (const name of await list('sessions')) {
    const [, id] = /^([\w-]{1,64})\.jsonl$/.exec(name) ?? [];
    if (id === undefined) continue;
    const [first, second] = [await read(sessionFileName(id)), await read(secondSessionFileName(id))];
    const text = `${first ?? ''}\n${second ?? ''}`;
    const records = await runInSlices(purgedRecordSteps(text));
    if (records.some((record) => isNewerVersion(record, transcriptVersion))) onIncomplete(sessionFileName(id));
    const exported = records.filter(({ type }) => type !== 'version').map(withoutImportMark);
    if (exported.length > 0) yield { part: 'session', workspace, id, records: exported };
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
    const draft = parsed?.value;
    if (draft !== undefined && !isEmptyDraft(draft)) yield { part: 'draft', workspace, records: [draft] };
  }
}

/** Yields one part for each month. In `requests`, the requests of a month must follow each other. */
async function* spendParts(requests: AsyncIterable<BookedRequest>): AsyncGenerator<ArchivePart> {
  let month = '';
  let records: BookedRequest[] = [];
  for await (const request of requests) {
    const next = monthOf(request.day);
    if (next !== month && records.length > 0) {
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

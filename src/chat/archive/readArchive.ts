import * as v from 'valibot';
import { parseJson, type JsonObject } from '../../common/json.ts';
import { archivedBalanceOf } from '../../meter/balance.ts';
import { toBookedRequest } from '../../meter/ledger/spendRecord.ts';
import { parseDraft, type Draft } from '../draft/draftStore.ts';
import { isTranscriptRecord } from '../messages/transcript.ts';
import {
  archiveName,
  archiveVersion,
  endSchema,
  headerSchema,
  isPartName,
  maxPartLength,
  partHeaderSchema,
  partSchema,
  partVersions,
  recordLineSchema,
  type ArchivePart,
  type PartHeader,
} from './archiveFormat.ts';
import { createDraftLimit, hasTooManyValues, isTooDeep } from './archiveLimits.ts';

/**
 * - `foreign`: the file is not an archive.
 * - `newer`: a later version of the extension has written the archive.
 * - `incomplete`: the end of the archive is missing.
 * - `tooLarge`: a line is too long.
 */
export type ArchiveFault = 'foreign' | 'newer' | 'incomplete' | 'tooLarge';

/** The reason why nothing of an archive can be imported. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault) {
    super(`The archive is ${fault}.`);
    this.fault = fault;
  }
}

/** A part that only a later version of the extension can read. */
interface NewerPart {
  readonly part: 'newer';
  readonly name: string;
}

/** Parts that are damaged or missing, or exceed a limit (see archiveLimits.ts). */
interface UnreadableParts {
  readonly part: 'unreadable';
  readonly count: number;
}

export type ReadPart = ArchivePart | NewerPart | UnreadableParts;

const unreadable: UnreadableParts = { part: 'unreadable', count: 1 };

/**
 * Reads an archive (see archiveFormat.ts), and yields its parts. Keeps only one part in memory. Yields a part only when
 * the part is complete and each of its records is valid. Any other part is unreadable, but does not affect the other
 * parts. The content of the records of a `NewerPart` is not checked. Throws an ArchiveError if the file is not an
 * archive of this version or if its end is missing. `lines` come from an untrusted file.
 */
export async function* readArchive(lines: AsyncIterable<string>): AsyncGenerator<ReadPart> {
  let number = 0;
  let parts = 0;
  let part: OpenPart | undefined;
  let isEnded = false;
  const fitsDraft = createDraftLimit();
  for await (const line of lines) {
    number += 1;
    const value = hasTooManyValues(line) ? undefined : parseJson(line);
    if (number === 1) {
      checkHeader(value);
      continue;
    }
    // The file continues after its end, for example because two archives were joined.
    if (isEnded) {
      yield unreadable;
      return;
    }
    const end = v.is(endSchema, value) ? value : undefined;
    const isHeader = end === undefined && v.is(partSchema, value);
    isEnded = end?.end === archiveName;
    if (part !== undefined && (isEnded || isHeader)) {
      // The end of the part is damaged or missing.
      yield unreadable;
      parts += 1;
      part = undefined;
    }
    if (isEnded) {
      const missing = (end?.count ?? 0) - parts;
      if (missing > 0) yield { part: 'unreadable', count: Number.isSafeInteger(missing) ? missing : 1 };
    } else if (part !== undefined && end !== undefined) {
      yield part.close(end);
      parts += 1;
      part = undefined;
    } else {
      part ??= isHeader ? openPart(value, fitsDraft) : openDamagedPart();
      if (!isHeader) part.add(value, line.length);
    }
  }
  if (number === 0) throw new ArchiveError('foreign');
  if (!isEnded) throw new ArchiveError('incomplete');
}

function checkHeader(value: unknown): void {
  if (!v.is(headerSchema, value)) throw new ArchiveError('foreign');
  if (value.version > archiveVersion) throw new ArchiveError('newer');
}

/** A part whose last line has not been read yet. */
interface OpenPart {
  /**
   * Adds a line, which may not be valid.
   *
   * @param value the parsed line, or undefined if it cannot be parsed
   * @param length the length of the line, in UTF-16 code units
   */
  readonly add: (value: unknown, length: number) => void;
  readonly close: (end: v.InferOutput<typeof endSchema>) => ReadPart;
}

/** @param fitsDraft see createDraftLimit */
function openPart(
  value: v.InferOutput<typeof partSchema>,
  fitsDraft: (draft: Draft, length: number) => boolean,
): OpenPart {
  const { part: name, version } = value;
  if (!isPartName(name) || version > partVersions[name]) return openNewerPart(name);
  if (!v.is(partHeaderSchema, value)) return openDamagedPart();
  const header: PartHeader = v.parse(partHeaderSchema, value);
  const hasOneRecord = header.part !== 'session' && header.part !== 'spend';
  /** Undefined as soon as a line of the part is not valid. */
  let records: JsonObject[] | undefined = [];
  let partLength = 0;
  return {
    add: (line, length) => {
      partLength += length;
      const isRecord = records !== undefined && partLength <= maxPartLength && v.is(recordLineSchema, line);
      const record = isRecord ? validRecord(header.part, line.record) : undefined;
      if (record === undefined) records = undefined;
      else records?.push(record);
    },
    close: ({ end, count }) => {
      if (records === undefined || end !== name || count !== records.length) return unreadable;
      if (hasOneRecord && count !== 1) return unreadable;
      // Each record was validated for this kind of part.
      const part = { ...header, records } as unknown as ArchivePart;
      return part.part === 'draft' && !fitsDraft(part.records[0], partLength) ? unreadable : part;
    },
  };
}

/** Opens a part that only a later version of the extension can read. Counts its records, but does not keep them. */
function openNewerPart(name: string): OpenPart {
  let records = 0;
  return {
    add: () => {
      records += 1;
    },
    close: ({ end, count }) => (end === name && count === records ? { part: 'newer', name } : unreadable),
  };
}

/** Opens a part whose header is damaged. */
function openDamagedPart(): OpenPart {
  return { add: () => undefined, close: () => unreadable };
}

/**
 * Returns undefined if the record is not valid. Omits unknown fields, except in records of sessions and of token ratios.
 */
function validRecord(part: PartHeader['part'], record: JsonObject): JsonObject | undefined {
  if (isTooDeep(part, record)) return undefined;
  switch (part) {
    case 'session':
      return isTranscriptRecord(record) ? record : undefined;
    case 'draft': {
      const { value, isWhole } = parseDraft(record);
      return isWhole && value !== undefined ? { ...value } : undefined;
    }
    case 'spend': {
      const request = toBookedRequest(record);
      return request && { ...request };
    }
    case 'balance': {
      const balance = archivedBalanceOf(record);
      return balance && { ...balance };
    }
    case 'tokenRatios':
      return record;
  }
}

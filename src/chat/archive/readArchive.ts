import * as v from 'valibot';
import { parseJson, type JsonObject } from '../../common/json.ts';
import { archivedBalanceOf } from '../../meter/balance.ts';
import { monthOf } from '../../common/localDay.ts';
import { groupOf, keyOf } from '../../meter/ledger/monthSums.ts';
import { toBookedRequest, type BookedRequest } from '../../meter/ledger/spendRecord.ts';
import { attachmentsOf, parseDraft } from '../draft/draftStore.ts';
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

/**
 * - `foreign`: the file is not an archive.
 * - `newer`: a later version of the extension has written the archive.
 * - `incomplete`: the end of the archive is missing.
 * - `invalid`: a line is not valid.
 * - `tooLarge`: a line or a part is too long, a line has too many values, or the requests of a month have too many
 *   groups.
 */
export type ArchiveFault = 'foreign' | 'newer' | 'incomplete' | 'invalid' | 'tooLarge';

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly fault: ArchiveFault;
  /** The one-based number of the line, or 0 if the fault is not in a line. */
  readonly line: number;

  constructor(fault: ArchiveFault, line = 0) {
    super(`The archive is ${fault} (line ${line}).`);
    this.fault = fault;
    this.line = line;
  }
}

/** A part that only a later version of the extension can read. */
export interface NewerPart {
  readonly part: 'newer';
  readonly name: string;
}

/**
 * Validates an archive (see archiveFormat.ts), and yields its parts. Keeps only one part in memory. Yields a part only
 * when the part is complete and each of its records is valid. The content of the records of a `NewerPart` is not
 * checked. Throws an ArchiveError at the first line that is not valid, or if the end is missing. `lines` come from an
 * untrusted file.
 */
export async function* readArchive(lines: AsyncIterable<string>): AsyncGenerator<ArchivePart | NewerPart> {
  let number = 0;
  let parts = 0;
  let part: OpenPart | undefined;
  let isEnded = false;
  const countGroup = createGroupCounter();
  for await (const line of lines) {
    number += 1;
    if (isEnded) throw new ArchiveError('invalid', number);
    if (hasTooManyValues(line)) throw new ArchiveError('tooLarge', number);
    const value = parseJson(line);
    if (number === 1) {
      checkHeader(value);
      continue;
    }
    if (part === undefined) {
      if (v.is(endSchema, value) && value.end === archiveName && value.count === parts) isEnded = true;
      else part = openPart(value, number, countGroup);
    } else if (v.is(recordLineSchema, value)) part.add(value.record, line.length, number);
    else if (v.is(endSchema, value) && value.end === part.name && value.count === part.count()) {
      yield part.close(number);
      parts += 1;
      part = undefined;
    } else throw new ArchiveError('invalid', number);
  }
  if (number === 0) throw new ArchiveError('foreign');
  if (!isEnded) throw new ArchiveError('incomplete');
}

/**
 * Lines up to this length, in UTF-16 code units, are parsed without counting their values first. Parsing such a line
 * takes a few milliseconds, whatever its content.
 */
const shortLine = 256 * 1024;

/**
 * The maximum number of values in a line. A valid record has far fewer values: a `carried` record with copies of 10,000
 * messages has about 200,000.
 */
const maxValues = 500_000;

/**
 * The maximum number of attachments of a draft, with its queue. The draft's file is read at each start until all its
 * attachments are merged into the draft of the workspace.
 */
const maxAttachments = 10_000;

/**
 * Returns true if a long line has so many arrays, objects or elements that parsing it would block the process for
 * seconds. A long text in quotes is no problem.
 */
function hasTooManyValues(line: string): boolean {
  if (line.length <= shortLine) return false;
  let values = 0;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '"') index = endOfString(line, index);
    else if (character === ',' || character === '[' || character === '{') values += 1;
    if (values > maxValues) return true;
  }
  return false;
}

/** Returns the index of the quote that ends a string. `start` is the index of the quote at its start. */
function endOfString(line: string, start: number): number {
  let index = start + 1;
  while (index < line.length && line.charAt(index) !== '"') index += line.charAt(index) === '\\' ? 2 : 1;
  return index;
}

function checkHeader(value: unknown): void {
  if (!v.is(headerSchema, value)) throw new ArchiveError('foreign', 1);
  if (value.version > archiveVersion) throw new ArchiveError('newer', 1);
}

/** A part whose last line has not been read yet. `add` and `close` throw an ArchiveError if a line is not valid. */
interface OpenPart {
  readonly name: string;
  readonly count: () => number;
  /** @param length the length of the line, in UTF-16 code units */
  readonly add: (record: JsonObject, length: number, line: number) => void;
  readonly close: (line: number) => ArchivePart | NewerPart;
}

/**
 * @param countGroup called with each request. Returns false if the requests of a month now have too many groups.
 */
function openPart(value: unknown, line: number, countGroup: (request: BookedRequest) => boolean): OpenPart {
  if (!v.is(partSchema, value)) throw new ArchiveError('invalid', line);
  const { part: name, version } = value;
  if (!isPartName(name) || version > partVersions[name]) return openNewerPart(name);
  if (!v.is(partHeaderSchema, value)) throw new ArchiveError('invalid', line);
  const header: PartHeader = v.parse(partHeaderSchema, value);
  const records: JsonObject[] = [];
  let partLength = 0;
  return {
    name,
    count: () => records.length,
    add: (record, length, recordLine) => {
      partLength += length;
      if (partLength > maxPartLength) throw new ArchiveError('tooLarge', recordLine);
      const valid = validRecord(header.part, record, recordLine);
      if (header.part === 'spend' && !countGroup(valid as unknown as BookedRequest))
        throw new ArchiveError('tooLarge', recordLine);
      records.push(valid);
    },
    close: (endLine) => {
      if (header.part !== 'session' && header.part !== 'spend' && records.length !== 1)
        throw new ArchiveError('invalid', endLine);
      // Each record was validated for this kind of part.
      return { ...header, records } as unknown as ArchivePart;
    },
  };
}

/**
 * The maximum number of groups of a month's requests (see SpendGroup). Each start of VS Code reads the sums of all
 * groups of a month at once. A person has at most a few hundred groups a day.
 */
const maxGroups = 20_000;

/** Returns a function that counts the groups of each month. It returns false if a month has more than `maxGroups`. */
function createGroupCounter(): (request: BookedRequest) => boolean {
  const months = new Map<string, Set<string>>();
  return (request) => {
    const month = monthOf(request.day);
    const groups = months.get(month) ?? new Set();
    months.set(month, groups.add(keyOf(groupOf(request))));
    return groups.size <= maxGroups;
  };
}

/** Opens a part that only a later version of the extension can read. Counts its records, but does not keep them. */
function openNewerPart(name: string): OpenPart {
  let count = 0;
  return {
    name,
    count: () => count,
    add: () => {
      count += 1;
    },
    close: () => ({ part: 'newer', name }),
  };
}

/**
 * The maximum depth of nested objects and arrays in a record. Unknown fields of a session's records are kept, and
 * formatting deeper objects would overflow the stack.
 */
const maxDepth = 100;

/** Throws if the record is not valid. Omits unknown fields, except in records of sessions and of token ratios. */
function validRecord(part: PartHeader['part'], record: JsonObject, line: number): JsonObject {
  const valid = isDeeperThan(maxDepth, record) ? undefined : parseRecord(part, record);
  if (valid === undefined) throw new ArchiveError('invalid', line);
  return valid;
}

/** Returns true if an object contains objects or arrays that are nested more than `depth` levels deep. */
function isDeeperThan(depth: number, value: object): boolean {
  return Object.values(value).some(
    (each: unknown) => typeof each === 'object' && each !== null && (depth === 0 || isDeeperThan(depth - 1, each)),
  );
}

function parseRecord(part: PartHeader['part'], record: JsonObject): JsonObject | undefined {
  switch (part) {
    case 'session':
      return isTranscriptRecord(record) ? record : undefined;
    case 'draft': {
      const { value, isWhole } = parseDraft(record);
      return isWhole && value !== undefined && attachmentsOf(value).length <= maxAttachments ? { ...value } : undefined;
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

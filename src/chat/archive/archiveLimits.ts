import { attachmentsOf, editsOf, textsOf, type Draft } from '../draft/draftStore.ts';
import { monthOf } from '../../common/localDay.ts';
import { groupOf, keyOf } from '../../meter/ledger/monthSums.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import type { PartName } from './archiveFormat.ts';

// The limits protect the import from hostile archives. The export applies the same limits, so that it does not write
// parts that no import would read.

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
 * Returns true if a long line has so many arrays, objects or elements that parsing it would block the process for
 * seconds. A long text in quotes is no problem.
 */
export function hasTooManyValues(line: string): boolean {
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

/**
 * The maximum depth of nested objects and arrays in a record. Unknown fields of a session's records are kept, and
 * formatting deeper objects would overflow the stack.
 */
const maxDepth = 100;

/** A `carried` record has copies of messages, which are two levels deeper there than in their own records. */
const maxCarriedDepth = maxDepth + 2;

/** Returns true if a record contains objects or arrays that are nested too deep. */
export function isTooDeep(part: PartName, record: object): boolean {
  const isCarried = part === 'session' && 'type' in record && record.type === 'carried';
  return isDeeperThan(isCarried ? maxCarriedDepth : maxDepth, record);
}

function isDeeperThan(depth: number, value: object): boolean {
  return Object.values(value).some(
    (each: unknown) => typeof each === 'object' && each !== null && (depth === 0 || isDeeperThan(depth - 1, each)),
  );
}

/**
 * The maximum number of attachments of a draft, with its queue. The draft's file is read at each start until all its
 * attachments are merged into the draft of the workspace.
 */
const maxAttachments = 10_000;
/**
 * The maximum length of a draft's texts together, and of its edits together, in UTF-16 code units. Each change of the
 * message box saves all of them. A draft's edits are longer only if a single edit is (see limitEdits).
 */
const maxTextLength = 1024 * 1024;
const maxDrafts = 100;
/**
 * The maximum length of the lines of all drafts of an archive together, in UTF-16 code units. All of them may be merged
 * into one draft.
 */
const maxDraftsLength = 8 * 1024 * 1024;

/**
 * Returns a function that returns true for each draft that is within the limits of an archive, together with the drafts
 * for which it has returned true before. `length` is the length of the draft's line.
 */
export function createDraftLimit(): (draft: Draft, length: number) => boolean {
  let [drafts, total] = [0, 0];
  return (draft, length) => {
    const edits = editsOf(draft).map(({ text }) => text);
    if ([textsOf(draft), edits].some((texts) => lengthOf(texts) > maxTextLength)) return false;
    if (attachmentsOf(draft).length > maxAttachments) return false;
    if (drafts === maxDrafts || total + length > maxDraftsLength) return false;
    drafts += 1;
    total += length;
    return true;
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/**
 * The maximum number of groups of a month's requests (see SpendGroup). Each start of VS Code reads the sums of all
 * groups of a month at once. A person has at most a few hundred groups a day.
 */
const maxGroups = 20_000;

/** Limits the groups of each month of the ledger. */
interface GroupLimit {
  /** Counts the group of a request that the ledger has. */
  add(request: BookedRequest): void;
  /**
   * Counts the groups of requests that are about to be added to the ledger. Returns false, and counts nothing, if a month
   * would then have too many groups. Returns true for requests without new groups.
   */
  addAll(requests: readonly BookedRequest[]): boolean;
}

export function createGroupLimit(): GroupLimit {
  const months = new Map<string, Set<string>>();
  const groupsOf = (month: string) => {
    const groups = months.get(month) ?? new Set();
    months.set(month, groups);
    return groups;
  };
  const add = (request: BookedRequest) => {
    groupsOf(monthOf(request.day)).add(keyOf(groupOf(request)));
  };
  return {
    add,
    addAll(requests) {
      const byMonth = Map.groupBy(requests, ({ day }) => monthOf(day));
      for (const [month, ofMonth] of byMonth) {
        const known = groupsOf(month);
        const added = new Set(ofMonth.map((each) => keyOf(groupOf(each))).filter((key) => !known.has(key)));
        if (added.size > 0 && known.size + added.size > maxGroups) return false;
      }
      for (const request of requests) add(request);
      return true;
    },
  };
}

import * as v from 'valibot';
import type { ArchivedBalance } from '../../meter/balance.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import { isJsonObject, type JsonObject } from '../../common/json.ts';
import type { Draft } from '../draft/draftStore.ts';
import { sessionIdSchema } from '../messages/recordSchemas.ts';
import type { TranscriptRecord } from '../messages/transcript.ts';

/**
 * An archive moves the user's data to another computer: sessions, drafts, requests, balance and token ratios. It omits
 * the API key, deleted sessions and the content of deleted messages. The archive is a text file with one JSON object per
 * line, so that other tools can read it. A reader needs memory for only one part at a time. The lines are:
 *
 * - The first line contains the name and the version of the format (see headerSchema).
 * - Each part begins with a PartHeader, to which the part's own version is added. Each of the next lines contains one
 *   `record`. The last line of the part contains the number of records.
 * - The last line of the archive contains the number of parts. An archive without this line is incomplete.
 */
export const archiveName = 'tally-chat-data';

export const archiveVersion = 1;

/** The versions of the parts that this version of the extension writes and reads. */
export const partVersions = { session: 1, draft: 1, spend: 1, balance: 1, tokenRatios: 1 } as const;

export type PartName = keyof typeof partVersions;

/** The maximum length of a line, in UTF-16 code units. */
export const maxLineLength = 64 * 1024 * 1024;
/** The maximum length of all records of a part together, in UTF-16 code units. */
export const maxPartLength = 128 * 1024 * 1024;

export interface ArchivedWorkspace {
  /** The name of the workspace's folder in VS Code's `workspaceStorage`. Without a workspace, the id of the window. */
  readonly id: string;
  readonly uri?: string;
  /** The name to show. Empty for a window without a workspace. */
  readonly name: string;
}

export type ArchivePart =
  | {
      readonly part: 'session';
      readonly workspace: ArchivedWorkspace;
      readonly id: string;
      readonly records: readonly TranscriptRecord[];
    }
  | { readonly part: 'draft'; readonly workspace: ArchivedWorkspace; readonly records: readonly [Draft] }
  /** The requests of one month, such as `2026-11`. */
  | { readonly part: 'spend'; readonly month: string; readonly records: readonly BookedRequest[] }
  | { readonly part: 'balance'; readonly records: readonly [ArchivedBalance] }
  | { readonly part: 'tokenRatios'; readonly records: readonly [JsonObject] };

export const headerSchema = v.object({ format: v.literal(archiveName), version: v.number() });

/**
 * A name, id or URI in the header of a part. The length is limited, because names and URIs are shown to the user. The
 * limit, in UTF-16 code units, is far above the length of any path.
 */
const shortText = v.pipe(v.string(), v.maxLength(65_536));

const workspaceSchema = v.object({ id: shortText, uri: v.exactOptional(shortText), name: shortText });

/** Reads only the name and the version, because a later version of a part may have other fields. */
export const partSchema = v.object({ part: shortText, version: v.number() });

export const partHeaderSchema = v.variant('part', [
  v.object({ part: v.literal('session'), workspace: workspaceSchema, id: sessionIdSchema }),
  v.object({ part: v.literal('draft'), workspace: workspaceSchema }),
  v.object({ part: v.literal('spend'), month: v.string() }),
  v.object({ part: v.literal('balance') }),
  v.object({ part: v.literal('tokenRatios') }),
]);

export type PartHeader = v.InferOutput<typeof partHeaderSchema>;

export const recordLineSchema = v.object({ record: v.custom<JsonObject>(isJsonObject) });
export const endSchema = v.object({ end: v.string(), count: v.number() });

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(partVersions, name);
}

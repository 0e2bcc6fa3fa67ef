import type { ArchivedBalance } from '../../meter/balance.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import type { JsonObject } from '../../common/json.ts';
import type { Draft } from '../draft/draftStore.ts';
import type { ArchivedWorkspace } from './archiveFormat.ts';
import { mergeSession, type MergeResult, type MergeTarget } from './mergeSession.ts';
import type { ReadPart } from './readArchive.ts';

/** A summary of the content of an archive. */
export interface ArchiveContent {
  /** The workspaces with sessions or drafts, by id. */
  readonly workspaces: ReadonlyMap<string, WorkspaceContent>;
  readonly requests: number;
  /** The names of parts that only a later version of the extension can read. */
  readonly newerParts: ReadonlySet<string>;
}

export interface WorkspaceContent {
  readonly workspace: ArchivedWorkspace;
  readonly sessions: number;
}

/**
 * Reads the whole archive without changing anything. Rejects with the error that `parts` throws, for example an
 * ArchiveError, if the archive is not valid.
 */
export async function inspectArchive(parts: AsyncIterable<ReadPart>): Promise<ArchiveContent> {
  const workspaces = new Map<string, WorkspaceContent>();
  const newerParts = new Set<string>();
  let requests = 0;
  for await (const part of parts) {
    if (part.part === 'newer') newerParts.add(part.name);
    if (part.part === 'spend') requests += part.records.length;
    if (part.part !== 'session' && part.part !== 'draft') continue;
    const { workspace } = part;
    const sessions = workspaces.get(workspace.id)?.sessions ?? 0;
    workspaces.set(workspace.id, { workspace, sessions: sessions + (part.part === 'session' ? 1 : 0) });
  }
  return { workspaces, requests, newerParts };
}

export interface ImportTargets {
  /**
   * Returns the workspace of this computer that gets the sessions and drafts of the archived workspace, as the same
   * object in each call. Returns undefined if these are not imported.
   */
  readonly targetOf: (workspace: ArchivedWorkspace) => MergeTarget | undefined;
  /**
   * Adds the drafts whose texts and attachments the drafts of the workspace do not contain already. Resolves with the
   * number of added drafts for the message box.
   */
  readonly addDrafts: (target: MergeTarget, drafts: readonly Draft[]) => Promise<number>;
  /**
   * Adds the requests that the ledger does not have: either all or none of them. Resolves with the number added, or with
   * undefined if the requests exceed a limit of the ledger.
   */
  readonly addRequests: (requests: readonly BookedRequest[]) => Promise<number | undefined>;
  /** Sets the balance. Asks the user before it replaces a different balance. Called after all requests are added. */
  readonly setBalance: (balance: ArchivedBalance) => Promise<void>;
  readonly addTokenRatios: (ratios: JsonObject) => Promise<void>;
}

export interface ImportOutcome {
  /** The number of sessions with each result. */
  readonly sessions: Readonly<Record<MergeResult, number>>;
  /** The number of sessions of workspaces without a target. */
  readonly skipped: number;
  /** The number of added drafts for the message box. */
  readonly drafts: number;
  /** The number of added requests. */
  readonly requests: number;
  /** The number of parts that are damaged or missing, or exceed a limit. */
  readonly unreadable: number;
}

const noSessions: Readonly<Record<MergeResult, number>> = {
  added: 0,
  extended: 0,
  replaced: 0,
  unchanged: 0,
  different: 0,
  open: 0,
};

/**
 * Imports an archive. Each part is added in one step, and so are all drafts of a workspace; if this step fails, nothing
 * of the part is added. Parts that cannot be read are only counted. A second import
 * of the same archive changes nothing, unless the data of this computer has changed or a session was open during the
 * first import. Does not replace sessions that are different on this computer.
 */
export async function importArchive(parts: AsyncIterable<ReadPart>, targets: ImportTargets): Promise<ImportOutcome> {
  const sessions = { ...noSessions };
  const drafts = new Map<MergeTarget, Draft[]>();
  let [skipped, requests, unreadable] = [0, 0, 0];
  let balance: ArchivedBalance | undefined;
  for await (const part of parts) {
    if (part.part === 'session') {
      const target = targets.targetOf(part.workspace);
      if (target === undefined) skipped += 1;
      else sessions[await mergeSession(target, part.id, part.records, false)] += 1;
    } else if (part.part === 'draft') {
      const target = targets.targetOf(part.workspace);
      if (target !== undefined) drafts.set(target, [...(drafts.get(target) ?? []), ...part.records]);
    } else if (part.part === 'spend') {
      const added = await targets.addRequests(part.records);
      if (added === undefined) unreadable += 1;
      else requests += added;
    } else if (part.part === 'tokenRatios') await targets.addTokenRatios(part.records[0]);
    else if (part.part === 'balance') [balance] = part.records;
    else if (part.part === 'unreadable') unreadable += part.count;
  }
  let addedDrafts = 0;
  for (const [target, ofTarget] of drafts) addedDrafts += await targets.addDrafts(target, ofTarget);
  // Set the balance last, because it depends on the spend in the ledger.
  if (balance !== undefined) await targets.setBalance(balance);
  return { sessions, skipped, drafts: addedDrafts, requests, unreadable };
}

/**
 * Reads an imported archive again. Replaces the sessions that are different on this computer, and adds or extends
 * sessions as importArchive does. Imports only sessions. Returns the outcome of both readings. `first` is the outcome of
 * importArchive.
 */
export async function replaceSessions(
  parts: AsyncIterable<ReadPart>,
  targetOf: ImportTargets['targetOf'],
  first: ImportOutcome,
): Promise<ImportOutcome> {
  const sessions = { ...noSessions };
  for await (const part of parts) {
    const target = part.part === 'session' ? targetOf(part.workspace) : undefined;
    if (part.part === 'session' && target !== undefined)
      sessions[await mergeSession(target, part.id, part.records, true)] += 1;
  }
  const { added, extended, unchanged } = first.sessions;
  return {
    ...first,
    sessions: {
      ...sessions,
      added: added + sessions.added,
      extended: extended + sessions.extended,
      unchanged,
    },
  };
}

import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import type { FileStore } from '../../common/fileStore.ts';
import {
  attachmentsOf,
  createDraftStore,
  editsOf,
  emptyDraft,
  isEmptyDraft,
  textsOf,
  withEdits,
  type Draft,
  type DraftFile,
  type DraftStore,
} from '../draft/draftStore.ts';
import { createTextSearch } from '../draft/textSearch.ts';
import { mergeEdits } from '../draft/unsentEdits.ts';
import { mergeAttachments, type Attachment } from '../messages/attachment.ts';
import type { SessionLeases } from './sessionLease.ts';

/** The id of the lease of the workspace's draft. */
const workspaceDraftLease = 'draft';

export interface DraftReport {
  /**
   * Called when the file of a draft was renamed, because a part of the file is invalid or a newer version wrote the
   * file. `name` is the new name.
   */
  readonly onUnreadable: (name: string) => void;
  /** Called if the workspace's draft cannot be read. */
  readonly onReadError: (error: unknown) => void;
}

/**
 * The folder of the windows' own drafts. A window uses its own draft if it cannot get or read the workspace's draft.
 */
const folder = 'drafts';
const ending = '.json';

/** The draft of this window, in the file that this window has leased. */
export interface WindowDrafts extends DraftStore {
  /**
   * Acquires the lease again, after `releaseWindowDrafts`. The window keeps its draft, unless another window has acquired
   * the workspace's draft meanwhile. The window then gets a draft of its own. Later calls of `load` merge no drafts,
   * because the draft of an open window may not be leased again yet.
   */
  reopen(): Promise<void>;
  /**
   * Merges drafts that were written for closed windows while this window is open (see addDrafts) into this window's
   * draft, and deletes them. `names` are their file names without `.json`. `replace` is ChatDraft.replace. Returns true
   * if the draft now contains all of them. Otherwise, the others stay in their files, and are merged at a later start:
   * if another window has the workspace's draft, if the disk refuses to write, or if the draft has no space.
   */
  absorb(
    names: readonly string[],
    replace: (change: (draft: Draft, leaving?: ReadonlySet<string>) => Draft) => Promise<boolean>,
  ): Promise<boolean>;
}

/**
 * Opens the draft of this window. If no other window holds the lease of the workspace's draft (see SessionLeases), this
 * window gets that draft. Otherwise, it gets a draft of its own. If the disk refuses to write the lease, the own draft
 * begins as a copy of the workspace's draft. When the workspace's draft is loaded for the first time, the drafts of
 * closed or crashed windows are merged into it (see `mergeDrafts`) and then deleted. Attachments and edits for which
 * the draft has no space stay in the draft of the closed window, and are merged at a later start. A window counts as
 * closed or crashed if nobody holds the lease of its draft.
 */
export async function openWindowDrafts(
  files: FileStore,
  leases: SessionLeases,
  windowId: string,
  report: DraftReport,
): Promise<WindowDrafts> {
  const openOwn = async () => {
    await leases.acquire(windowDraftLease(windowId));
    return createDraftStore(files, report.onUnreadable, `${folder}/${windowId}${ending}`);
  };
  /** Returns false if another window holds the lease, and undefined if the disk refuses the lease. */
  const acquireShared = async () => leases.acquire(workspaceDraftLease, 'reject').catch(() => undefined);
  const openOther = async (isAcquired: false | undefined): Promise<DraftStore> => {
    const own = await openOwn();
    return isAcquired === undefined ? openCopy(files, own, report) : own;
  };
  const acquired = await acquireShared();
  /** True while this window uses the workspace's draft. */
  let isShared = acquired === true;
  let drafts = acquired === true ? openWorkspaceDrafts(files, leases, report.onUnreadable) : await openOther(acquired);
  return {
    save: async (draft, ifRefused) => drafts.save(draft, ifRefused),
    async load() {
      try {
        return await drafts.load();
      } catch (error) {
        if (!isShared) throw error;
        // The workspace's draft may be readable later, so do not write to it. Use a draft of our own, which is appended
        // to the workspace's draft at the next start.
        isShared = false;
        drafts = await openOwn();
        report.onReadError(error);
        return emptyDraft;
      }
    },
    async reopen() {
      if (!isShared) {
        await leases.acquire(windowDraftLease(windowId));
        return;
      }
      const isAcquired = await acquireShared();
      if (isAcquired === true) return;
      isShared = false;
      drafts = await openOther(isAcquired);
    },
    async absorb(names, replace) {
      // Only the window with the workspace's draft merges drafts, so that no draft is merged twice.
      if (!isShared) return false;
      const closed = await readClosed(files, leases, names, report.onUnreadable);
      let merge = mergeAll(emptyDraft, []);
      const isReplaced = await replace((draft, leaving) => {
        merge = mergeAll(draft, closed, leaving);
        return merge.all;
      });
      if (!isReplaced) return false;
      await merge.removeMerged();
      return merge.isComplete && closed.length === names.length;
    },
  };
}

/**
 * Returns the draft of this window, which begins as a copy of the workspace's draft. Used if the disk refuses to write
 * the lease of the workspace's draft: another window with the same problem could otherwise overwrite the draft.
 */
function openCopy(files: FileStore, own: DraftStore, report: DraftReport): DraftStore {
  return {
    save: async (draft, ifRefused) => own.save(draft, ifRefused),
    async load() {
      const saved = await own.load();
      if (saved !== emptyDraft) return saved;
      try {
        const draft = await createDraftStore(files, report.onUnreadable).load();
        return draft === emptyDraft ? draft : { ...draft, replaces: JSON.stringify(draft) };
      } catch (error) {
        report.onReadError(error);
        return emptyDraft;
      }
    },
  };
}

export async function releaseWindowDrafts(leases: SessionLeases, windowId: string): Promise<void> {
  await Promise.all([leases.release(workspaceDraftLease), leases.release(windowDraftLease(windowId))]);
}

function openWorkspaceDrafts(
  files: FileStore,
  leases: SessionLeases,
  onUnreadable: DraftReport['onUnreadable'],
): DraftStore {
  const drafts = createDraftStore(files, onUnreadable);
  let isMerged = false;
  return {
    save: async (draft, ifRefused) => drafts.save(draft, ifRefused),
    async load() {
      const draft = await drafts.load();
      if (isMerged) return draft;
      isMerged = true;
      const names = (await files.list(folder)).filter((name) => name.endsWith(ending));
      const closed = await readClosed(
        files,
        leases,
        names.map((name) => name.slice(0, -ending.length)),
        onUnreadable,
      );
      const { all, removeMerged } = mergeAll(draft, closed);
      try {
        // Save the merged draft before changing the other windows' drafts, so that a crash loses nothing. Save it only
        // once, because it may be large.
        if (all !== draft) await drafts.save(all, 'reject');
      } catch {
        // The disk refuses to write. The drafts stay in their files, and are merged at the next start.
        return draft;
      }
      await removeMerged();
      return all;
    },
  };
}

/** The draft of a closed window. */
interface ClosedDraft {
  readonly file: DraftFile;
  readonly saved: Draft;
}

/** Reads the drafts in the files with these names, without `.json`. Omits the drafts of open windows. */
async function readClosed(
  files: FileStore,
  leases: SessionLeases,
  names: readonly string[],
  onUnreadable: DraftReport['onUnreadable'],
): Promise<readonly ClosedDraft[]> {
  const closed: ClosedDraft[] = [];
  for (const name of names) {
    try {
      const { who } = await leases.holder(windowDraftLease(name));
      if (who !== 'nobody') continue;
      const file = createDraftStore(files, onUnreadable, `${folder}/${name}${ending}`);
      closed.push({ file, saved: await file.load() });
    } catch {
      // The other window's draft or lease cannot be read. The draft stays in its file, and is merged at the next start.
    }
  }
  return closed;
}

/**
 * Merges the drafts of closed windows into `draft`. `all` is the merged draft, or `draft` itself if nothing changes.
 * `removeMerged` removes the merged drafts from their files, and never rejects. `isComplete` is true if the draft had
 * space for everything. `leaving` are the ids of attachments that are about to be removed from `draft`.
 */
function mergeAll(draft: Draft, closed: readonly ClosedDraft[], leaving?: ReadonlySet<string>) {
  let all = draft;
  let isComplete = true;
  // One search, because its budget limits how long the merge may block.
  const contains = createTextSearch();
  const merged: (() => Promise<void>)[] = [];
  for (const { file, saved } of closed) {
    const { merged: next, rest } = mergeDrafts(all, saved, contains, leaving);
    if (rest !== emptyDraft) isComplete = false;
    // The draft has no space for the attachments and the edits, and there is no text to merge.
    if (next === all && rest === saved && rest !== emptyDraft) continue;
    all = next;
    merged.push(async () => (rest === emptyDraft ? file.remove() : file.save(rest, 'reject')));
  }
  const removeMerged = async () => {
    for (const remove of merged) await remove().catch(() => undefined);
  };
  return { all, isComplete, removeMerged };
}

function windowDraftLease(windowId: string): string {
  return `draft-${windowId}`;
}

/**
 * A merge adds attachments only until the draft has this number. More attachments, for example of an imported draft,
 * would block the panel.
 */
const maxAttachments = 200;

/**
 * Appends a closed window's draft to `workspace`, or replaces `workspace` if `closed` began as a copy of it. The closed
 * window's queued messages become text, so that none of them is sent automatically. `rest` is a draft with the
 * attachments that exceed `maxAttachments` and the edits that exceed their limits, or `emptyDraft` if there are none.
 * Returns both drafts unchanged if nothing of `closed` can be merged.
 */
function mergeDrafts(
  workspace: Draft,
  closed: Draft,
  contains: ReturnType<typeof createTextSearch>,
  leaving?: ReadonlySet<string>,
): { readonly merged: Draft; readonly rest: Draft } {
  const draft = closed.replaces === JSON.stringify(workspace) ? emptyDraft : workspace;
  if (isEmptyDraft(closed) && draft === workspace) return { merged: workspace, rest: emptyDraft };
  const texts = [draft.text, ...textsOf(closed)];
  const added = attachmentsOf(closed);
  const { attachments, rest: restAttachments } = addWithinLimit(draft, added, leaving);
  const { merged: edits, rest: restEdits } = mergeEdits(editsOf(draft), editsOf(closed), contains);
  const rest = withEdits({ ...emptyDraft, attachments: restAttachments }, restEdits);
  const isTextEmpty = textsOf(closed).every((text) => text === '');
  const isAllLeft = rest.attachments.length === added.length && restEdits.length === editsOf(closed).length;
  if (isTextEmpty && isAllLeft && draft === workspace) return { merged: workspace, rest: closed };
  const merged = { ...draft, text: joinParagraphs(texts), attachments };
  return { merged: withEdits(merged, edits), rest: isEmptyDraft(rest) ? emptyDraft : rest };
}

/**
 * Adds attachments to those of `draft` (see mergeAttachments) up to `maxAttachments`. `rest` are the others. Gives an
 * added attachment a new id if the draft already has its id.
 */
function addWithinLimit(draft: Draft, added: readonly Attachment[], leaving?: ReadonlySet<string>) {
  const ids = new Set(attachmentsOf(draft).map(({ id }) => id));
  const rest: Attachment[] = [];
  let { attachments } = draft;
  for (const attachment of added) {
    const id = ids.has(attachment.id) ? crypto.randomUUID() : attachment.id;
    const next = mergeAttachments(attachments, [{ ...attachment, id }], leaving);
    if (next.length > Math.max(maxAttachments, attachments.length)) rest.push(attachment);
    else {
      attachments = next;
      ids.add(id);
    }
  }
  return { attachments, rest };
}

import type { FileStore } from '../../common/fileStore.ts';
import { createDraftStore, emptyDraft, type Draft, type DraftStore } from '../draft/draftStore.ts';
import type { SessionLeases } from './sessionLease.ts';

/** The lease of the workspace's draft. Only one window at a time holds this lease. */
const workspaceDraftLease = 'draft';

/** The folder of the drafts of all windows except the first. */
const folder = 'drafts';

/**
 * Opens the draft of this window. The first window of a workspace gets the workspace's draft. Each further window gets
 * its own draft. Loading the workspace's draft adds the drafts of closed or crashed windows to it. Leases
 * (SessionLeases) show which windows are open.
 */
export async function openWindowDrafts(files: FileStore, leases: SessionLeases, windowId: string): Promise<DraftStore> {
  if (await leases.acquire(workspaceDraftLease)) return openWorkspaceDrafts(files, leases);
  await leases.acquire(windowDraftLease(windowId));
  return createDraftStore(files, `${folder}/${windowId}.json`);
}

export async function releaseWindowDrafts(leases: SessionLeases, windowId: string): Promise<void> {
  await Promise.all([leases.release(workspaceDraftLease), leases.release(windowDraftLease(windowId))]);
}

function openWorkspaceDrafts(files: FileStore, leases: SessionLeases): DraftStore {
  const drafts = createDraftStore(files, 'draft.json');
  return {
    save: async (draft) => drafts.save(draft),
    async load() {
      let draft = await drafts.load();
      for (const name of await files.list(folder)) {
        if (
          !name.endsWith('.json') ||
          (await leases.holder(windowDraftLease(name.slice(0, -'.json'.length)))).who !== 'nobody'
        )
          continue;
        draft = mergeDrafts(draft, await createDraftStore(files, `${folder}/${name}`).load());
        // Save the merged draft before deleting the other window's draft, so that a crash loses nothing.
        await drafts.save(draft);
        await files.remove(`${folder}/${name}`);
      }
      return draft;
    },
  };
}

function windowDraftLease(windowId: string): string {
  return `draft-${windowId}`;
}

/** Appends a closed window's draft to `draft`. Its queued messages become text, so that none is sent automatically. */
function mergeDrafts(draft: Draft, closed: Draft): Draft {
  if (closed === emptyDraft) return draft;
  const texts = [draft.text, closed.text, closed.aside ?? '', ...closed.queue.map(({ text }) => text)];
  const attachments = [
    ...draft.attachments,
    ...closed.attachments,
    ...closed.queue.flatMap((message) => message.attachments),
  ];
  return { ...draft, text: texts.filter((text) => text !== '').join('\n\n'), attachments };
}

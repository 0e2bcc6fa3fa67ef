import type { FileStore } from '../../common/fileStore.ts';
import { createDraftStore, emptyDraft, type Draft, type DraftStore } from '../draft/draftStore.ts';
import type { SessionLeases } from './sessionLease.ts';

/** The lease of the workspace's own draft. */
const workspaceDraftLease = 'draft';

const folder = 'drafts';

/**
 * The draft of this window. The first window of a workspace has the workspace's draft; each further one has a draft of
 * its own while it is open. The first window merges what such a window left behind, the next time it loads its draft.
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
        // Saved here before it is removed there.
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

/** The queue of the closed window becomes text: it must not be sent automatically. */
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

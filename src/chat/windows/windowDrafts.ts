import type { FileStore } from '../../common/fileStore.ts';
import { createDraftStore, emptyDraft, type Draft, type DraftStore } from '../draft/draftStore.ts';
import type { SessionLeases } from './sessionLease.ts';

const firstWindow = 'draft';

const folder = 'drafts';

/**
 * The draft of this window. The first window of a workspace has the workspace's own; a second one has another for as
 * long as it is open. What such a window leaves behind is joined to the workspace's the next time.
 */
export async function openWindowDrafts(files: FileStore, leases: SessionLeases, windowId: string): Promise<DraftStore> {
  if (!(await leases.acquire(firstWindow))) {
    await leases.acquire(leaseOf(windowId));
    return createDraftStore(files, `${folder}/${windowId}.json`);
  }
  const drafts = createDraftStore(files, 'draft.json');
  return {
    save: async (draft) => drafts.save(draft),
    async load() {
      let draft = await drafts.load();
      for (const name of await files.list(folder)) {
        if (!name.endsWith('.json') || (await leases.holder(leaseOf(name.slice(0, -'.json'.length)))).who !== 'nobody') continue;
        draft = joined(draft, await createDraftStore(files, `${folder}/${name}`).load());
        // On disk here before it is gone there.
        await drafts.save(draft);
        await files.remove(`${folder}/${name}`);
      }
      return draft;
    },
  };
}

export async function releaseWindowDrafts(leases: SessionLeases, windowId: string): Promise<void> {
  await Promise.all([leases.release(firstWindow), leases.release(leaseOf(windowId))]);
}

function leaseOf(windowId: string): string {
  return `draft-${windowId}`;
}

/** What waited to be sent there is not sent by itself any more. */
function joined(draft: Draft, left: Draft): Draft {
  if (left === emptyDraft) return draft;
  const texts = [draft.text, left.text, left.aside ?? '', ...left.queue.map(({ text }) => text)];
  const attachments = [...draft.attachments, ...left.attachments, ...left.queue.flatMap((message) => message.attachments)];
  return { ...draft, text: texts.filter((text) => text !== '').join('\n\n'), attachments };
}

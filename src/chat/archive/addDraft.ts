import type { FileStore } from '../../common/fileStore.ts';
import { createDraftStore, parseDraftText, type Draft } from '../draft/draftStore.ts';

/**
 * Adds a draft to a workspace, as the draft of a closed window. When the workspace is opened the next time, the draft
 * is appended to the workspace's draft (see openWindowDrafts). Does nothing if the workspace's draft already contains
 * the texts and attachments.
 *
 * @param draft `replaces` is ignored, because it is a copy of the workspace's draft on another computer
 * @param id a hash of the draft
 */
export async function addDraft(files: FileStore, { replaces: _, ...draft }: Draft, id: string): Promise<void> {
  const known = parseDraftText(await files.read('draft.json'))?.value;
  if (known !== undefined && contains(known, draft)) return;
  await createDraftStore(files, () => undefined, `drafts/${id}.json`).save(draft, 'reject');
}

/**
 * Returns true if `known` contains all texts and attachments of `draft`, at any place. A queued text may have moved to
 * the message box since, and a text may have become a part of a longer text.
 */
function contains(known: Draft, draft: Draft): boolean {
  const [knownTexts, knownIds] = [textsOf(known), attachmentIdsOf(known)];
  return (
    textsOf(draft).every((text) => knownTexts.some((each) => each.includes(text))) &&
    attachmentIdsOf(draft).every((id) => knownIds.includes(id))
  );
}

function textsOf({ text, aside = '', queue }: Draft): readonly string[] {
  return [text, aside, ...queue.map((message) => message.text)];
}

function attachmentIdsOf({ attachments, queue }: Draft): readonly string[] {
  return [...attachments, ...queue.flatMap((message) => message.attachments)].map(({ id }) => id);
}

import type { FileStore } from '../../common/fileStore.ts';
import { attachmentsOf, createDraftStore, parseDraftText, type Draft } from '../draft/draftStore.ts';

/** The folder of the windows' own drafts. */
const folder = 'drafts';

/**
 * Adds a draft to a workspace, as the draft of a closed window. When the workspace is opened the next time, the draft
 * is appended to the workspace's draft (see openWindowDrafts). Does nothing if the drafts of the workspace and of its
 * windows together already contain the texts and attachments.
 *
 * @param draft `replaces` is ignored, because it is a copy of the workspace's draft on another computer
 * @param id a hash of the draft
 */
export async function addDraft(files: FileStore, { replaces: _, ...draft }: Draft, id: string): Promise<void> {
  const ownNames = (await files.list(folder)).filter((name) => name.endsWith('.json'));
  const known = await Promise.all([
    files.read('draft.json'),
    // A draft that cannot be read must not stop the import.
    ...ownNames.map(async (name) => files.read(`${folder}/${name}`).catch(() => undefined)),
  ]);
  const drafts = known.flatMap((text) => parseDraftText(text)?.value ?? []);
  if (contains(drafts, draft)) return;
  await createDraftStore(files, () => undefined, `${folder}/${id}.json`).save(draft, 'reject');
}

/**
 * Returns true if the `known` drafts together contain all texts and attachments of `draft`, at any place. A queued text
 * may have moved to the message box since, and a text may have become a part of a longer text.
 */
function contains(known: readonly Draft[], draft: Draft): boolean {
  const [knownTexts, knownIds] = [known.flatMap(textsOf), new Set(known.flatMap(attachmentIdsOf))];
  return (
    textsOf(draft).every((text) => knownTexts.some((each) => each.includes(text))) &&
    attachmentIdsOf(draft).every((id) => knownIds.has(id))
  );
}

function textsOf({ text, aside = '', queue }: Draft): readonly string[] {
  return [text, aside, ...queue.map((message) => message.text)];
}

function attachmentIdsOf(draft: Draft): readonly string[] {
  return attachmentsOf(draft).map(({ id }) => id);
}

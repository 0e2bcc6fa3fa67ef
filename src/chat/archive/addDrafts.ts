import { addAll } from '../../common/addAll.ts';
import type { FileStore } from '../../common/fileStore.ts';
import {
  attachmentsOf,
  createDraftStore,
  emptyDraft,
  parseDraftText,
  textsOf,
  withEdits,
  type Draft,
} from '../draft/draftStore.ts';
import { isSameQuestion, mergeEdits } from '../draft/unsentEdits.ts';

/** The folder of the windows' own drafts. */
const folder = 'drafts';

/**
 * Adds drafts to a workspace, as one draft of a closed window. When the workspace is opened the next time, this draft is
 * appended to the workspace's draft (see openWindowDrafts). Omits each draft whose texts, attachments and edits are contained in
 * the drafts of the workspace and of its windows, and in the earlier `drafts`.
 *
 * @param drafts `replaces` is ignored, because it is a copy of the workspace's draft on another computer
 * @param idOf returns a hash of a draft
 */
export async function addDrafts(
  files: FileStore,
  drafts: readonly Draft[],
  idOf: (draft: Draft) => string,
): Promise<void> {
  const ownNames = (await files.list(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all([
    files.read('draft.json'),
    // A draft that cannot be read must not stop the import.
    ...ownNames.map(async (name) => files.read(`${folder}/${name}`).catch(() => undefined)),
  ]);
  const known = createKnownDrafts(texts.flatMap((text) => parseDraftText(text)?.value ?? []));
  const added: Draft[] = [];
  for (const { replaces: _, ...draft } of drafts) {
    if (known.contain(draft)) continue;
    known.add(draft);
    added.push(draft);
  }
  const merged = merge(added);
  if (merged !== undefined)
    await createDraftStore(files, () => undefined, `${folder}/${idOf(merged)}.json`).save(merged, 'reject');
}

function createKnownDrafts(drafts: readonly Draft[]) {
  const texts = drafts.flatMap(textsOf);
  const ids = new Set(drafts.flatMap(attachmentIdsOf));
  const edits = drafts.flatMap(editsOf);
  return {
    /**
     * Returns true if the known drafts together contain all texts, attachments and edits of `draft`, at any place. A queued text
     * may have moved to the message box since, and a text may have become a part of a longer text.
     */
    contain: (draft: Draft): boolean =>
      textsOf(draft).every((text) => texts.some((each) => each.includes(text))) &&
      attachmentIdsOf(draft).every((id) => ids.has(id)) &&
      editsOf(draft).every((edit) => edits.some((each) => isSameQuestion(each, edit) && each.text.includes(edit.text))),
    add: (draft: Draft): void => {
      addAll(texts, textsOf(draft));
      for (const id of attachmentIdsOf(draft)) ids.add(id);
      addAll(edits, editsOf(draft));
    },
  };
}

/** Merges several drafts in the same way as openWindowDrafts does. Returns undefined if there are none. */
function merge(drafts: readonly Draft[]): Draft | undefined {
  if (drafts.length < 2) return drafts[0];
  const texts = drafts.flatMap(textsOf).filter((text) => text !== '');
  const merged = { ...emptyDraft, text: texts.join('\n\n'), attachments: drafts.flatMap(attachmentsOf) };
  return withEdits(merged, drafts.map(editsOf).reduce(mergeEdits, []));
}

function editsOf({ edits = [] }: Draft): NonNullable<Draft['edits']> {
  return edits;
}

function attachmentIdsOf(draft: Draft): readonly string[] {
  return attachmentsOf(draft).map(({ id }) => id);
}

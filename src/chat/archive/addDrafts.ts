import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import type { FileStore } from '../../common/fileStore.ts';
import {
  attachmentsOf,
  createDraftStore,
  editsOf,
  emptyDraft,
  isEmptyDraft,
  parseDraftText,
  textsOf,
  withEdits,
  type Draft,
} from '../draft/draftStore.ts';
import { createTextSearch } from '../draft/textSearch.ts';
import { mergeEdits, type UnsentEdit } from '../draft/unsentEdits.ts';

/** The folder of the windows' own drafts. */
const folder = 'drafts';

export interface AddedDrafts {
  /** The number of added drafts that have a text or attachments for the message box. */
  readonly count: number;
  /** The number of unsent edits in the added drafts. */
  readonly edits: number;
  /** The ids of the written drafts of closed windows. */
  readonly ids: readonly string[];
}

/**
 * Adds drafts to a workspace, as one draft of a closed window. Edits that exceed the limits of a draft go to further
 * drafts of closed windows. WindowDrafts.absorb appends these drafts to the draft of an open window. Otherwise, they are
 * appended to the workspace's draft when the workspace is opened the next time (see openWindowDrafts). Omits each draft
 * whose texts, attachments and edits are contained in the drafts of the workspace and of its windows, and in the earlier
 * `drafts`.
 *
 * @param drafts `replaces` is ignored, because it is a copy of the workspace's draft on another computer
 * @param idOf returns a hash of a draft
 */
export async function addDrafts(
  files: FileStore,
  drafts: readonly Draft[],
  idOf: (draft: Draft) => string,
): Promise<AddedDrafts> {
  const ownNames = (await files.list(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all([
    files.read('draft.json'),
    // A draft that cannot be read must not stop the import.
    ...ownNames.map(async (name) => files.read(`${folder}/${name}`).catch(() => undefined)),
  ]);
  const known = createKnownDrafts(texts.flatMap((text) => parseDraftText(text)?.value ?? []));
  const added: Draft[] = [];
  for (const { replaces: _, ...draft } of drafts) {
    if (isEmptyDraft(draft) || known.contain(draft)) continue;
    known.add(draft);
    added.push(draft);
  }
  const ids: string[] = [];
  for (const merged of merge(added)) {
    const id = idOf(merged);
    await createDraftStore(files, () => undefined, `${folder}/${id}.json`).save(merged, 'reject');
    ids.push(id);
  }
  const count = added.filter((draft) => !isEmptyDraft(withEdits(draft, []))).length;
  return { count, edits: added.flatMap(editsOf).length, ids };
}

function createKnownDrafts(drafts: readonly Draft[]) {
  const texts = new Set<string>();
  const ids = new Set<string>();
  const edits = new Map<string, Set<string>>();
  const contains = createTextSearch();
  const textsOfQuestion = (edit: UnsentEdit) => {
    const key = JSON.stringify([edit.sessionId, edit.questionId]);
    const found = edits.get(key) ?? new Set();
    edits.set(key, found);
    return found;
  };
  const add = (draft: Draft) => {
    for (const text of textsOf(draft)) texts.add(text);
    for (const id of attachmentIdsOf(draft)) ids.add(id);
    for (const edit of editsOf(draft)) textsOfQuestion(edit).add(edit.text);
  };
  for (const draft of drafts) add(draft);
  return {
    /**
     * Returns true if the known drafts together contain all texts, attachments and edits of `draft`, at any place (see
     * createTextSearch). A queued text may have moved to the message box since, and a text may have become a part of a
     * longer text.
     */
    contain: (draft: Draft): boolean =>
      textsOf(draft).every((text) => contains(texts, text)) &&
      attachmentIdsOf(draft).every((id) => ids.has(id)) &&
      editsOf(draft).every((edit) => contains(textsOfQuestion(edit), edit.text)),
    add,
  };
}

/**
 * Merges several drafts in the same way as openWindowDrafts does. The first draft contains all texts and attachments.
 * The other drafts contain the edits for which the first has no space.
 */
function merge(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length < 2) return drafts;
  let draft: Draft = {
    ...emptyDraft,
    text: joinParagraphs(drafts.flatMap(textsOf)),
    attachments: drafts.flatMap(attachmentsOf),
  };
  let edits: readonly UnsentEdit[] = drafts.flatMap(editsOf);
  const contains = createTextSearch();
  const all: Draft[] = [];
  do {
    const { merged, rest } = mergeEdits([], edits, contains);
    all.push(withEdits(draft, merged));
    [draft, edits] = [emptyDraft, rest];
  } while (edits.length > 0);
  return all;
}

function attachmentIdsOf(draft: Draft): readonly string[] {
  return attachmentsOf(draft).map(({ id }) => id);
}

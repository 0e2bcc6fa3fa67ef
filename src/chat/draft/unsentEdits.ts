import { joinParagraphs } from '../../common/text/joinParagraphs.ts';
import { createTextSearch } from './textSearch.ts';

/** The edited text of a sent question, which the user has not sent yet. */
export interface UnsentEdit {
  readonly sessionId: string;
  readonly questionId: string;
  readonly text: string;
}

/** The edits have limits, because each change of the draft saves them all. */
const maxEdits = 20;
/** The maximum length of the texts of all edits together, in UTF-16 code units. */
const maxTextLength = 1024 * 1024;

/**
 * Returns `edits` with the new text of a question, or without an edit of the question if `text` is undefined. The
 * edit that changed last is the last one. The result may exceed the limits, see `limitEdits`.
 */
export function withEdit(
  edits: readonly UnsentEdit[],
  { sessionId, questionId }: Omit<UnsentEdit, 'text'>,
  text: string | undefined,
): readonly UnsentEdit[] {
  const others = edits.filter((each) => !isSameQuestion(each, { sessionId, questionId }));
  return text === undefined ? others : [...others, { sessionId, questionId, text }];
}

/**
 * Merges the edits of two drafts. If both drafts edit the same question, the text of `second` is appended to the text of
 * `first`, unless one text contains the other. `rest` are the edits of `second` that would exceed the limits if both
 * texts were kept. `contains` returns true if one of the texts contains `part`.
 */
export function mergeEdits(
  first: readonly UnsentEdit[],
  second: readonly UnsentEdit[],
  contains = createTextSearch(),
): { readonly merged: readonly UnsentEdit[]; readonly rest: readonly UnsentEdit[] } {
  let merged = first;
  const rest: UnsentEdit[] = [];
  for (const edit of second) {
    const other = merged.find((each) => isSameQuestion(each, edit))?.text ?? '';
    const isSame = other === edit.text;
    const joined = withEdit(merged, edit, isSame ? other : joinParagraphs([other, edit.text]));
    // A search may take long, so do not search in vain.
    if (limitEdits(joined).length < joined.length) rest.push(edit);
    else if (isSame || other === '') merged = joined;
    else merged = withEdit(merged, edit, mergeTexts(other, edit.text, contains));
  }
  return { merged, rest };
}

function mergeTexts(first: string, second: string, contains: ReturnType<typeof createTextSearch>): string {
  if (contains(new Set([first]), second)) return first;
  return contains(new Set([second]), first) ? second : joinParagraphs([first, second]);
}

/** Returns the last of the edits that are within the limits. Keeps the last edit, however long it is. */
export function limitEdits(edits: readonly UnsentEdit[]): readonly UnsentEdit[] {
  let length = 0;
  const lastDropped = edits.findLastIndex((edit, index) => {
    length += edit.text.length;
    const isLast = index === edits.length - 1;
    return !isLast && (length > maxTextLength || edits.length - index > maxEdits);
  });
  return edits.slice(lastDropped + 1);
}

/** Returns the edits that are within the limits, and the oldest ones, which are not. See `limitEdits`. */
export function splitEdits(edits: readonly UnsentEdit[]): {
  readonly kept: readonly UnsentEdit[];
  readonly moved: readonly UnsentEdit[];
} {
  const kept = limitEdits(edits);
  return { kept, moved: edits.slice(0, edits.length - kept.length) };
}

/** Returns the edits in `after` that `before` does not contain with the same text. */
export function changedEdits(before: readonly UnsentEdit[], after: readonly UnsentEdit[]): readonly UnsentEdit[] {
  return after.filter((edit) => before.every((each) => !isSameQuestion(each, edit) || each.text !== edit.text));
}

export function isSameQuestion(one: Omit<UnsentEdit, 'text'>, other: Omit<UnsentEdit, 'text'>): boolean {
  return one.sessionId === other.sessionId && one.questionId === other.questionId;
}

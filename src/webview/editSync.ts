import type { DraftMessage, EditView } from '../common/protocol/draftProtocol.ts';
import { hashOf } from '../common/text/hashOf.ts';
import { createTextBases, type TextBases } from './textBases.ts';

/**
 * Posts the unsent edited texts of questions to the extension, which keeps them. Nothing is posted before the first call
 * of `open`.
 */
export interface EditSync {
  /**
   * Posts the scheduled text at once. Later changes belong to the session `sessionId`, whose edits in the extension are
   * `saved`. Returns the edits that `saved` does not contain yet: if the session was already open, the edits that the
   * extension has not confirmed, otherwise those of `copies` whose edit in the extension was changed only by this panel.
   * The latter are posted again.
   */
  readonly open: (
    sessionId: string,
    saved?: readonly EditView[],
    copies?: readonly EditCopy[],
  ) => readonly PostedEdit[];
  /**
   * Schedules a post of the text, 250 ms after the first unposted change. Posts at once if `isUrgent` is true or if `text`
   * is undefined, because the edit was cancelled.
   */
  readonly change: (questionId: string, text: string | undefined, isUrgent?: boolean) => void;
  /** Notes that the edit was changed outside this panel, and returns it. */
  readonly replace: (edit: PostedEdit) => PostedEdit;
  /** Posts the scheduled text at once, if there is one. */
  readonly flush: () => void;
}

interface PostedEdit {
  readonly questionId: string;
  /** Absent if the edit was cancelled. */
  readonly text?: string;
}

/** An edit that the extension has not confirmed, as the panel stores it. */
export interface EditCopy extends PostedEdit {
  /** The hashes of the edit's bases (see TextBases). */
  readonly bases: readonly number[];
}

export type OnEditCopies = (copies: readonly EditCopy[]) => void;

type SetEdit = Omit<Extract<DraftMessage, { readonly type: 'setEdit' }>, 'requestId'>;

const postDelayMilliseconds = 250;

/**
 * `post` resolves when the extension has handled the message. Calls `onCopies` after each change with all edits that the
 * extension has not confirmed.
 */
export function createEditSync(
  post: (message: SetEdit) => Promise<unknown>,
  onCopies: OnEditCopies = () => undefined,
): EditSync {
  let openId: string | undefined;
  let pending: PostedEdit | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The bases and the last text of each edited question of the open session. */
  const edits = new Map<string, { readonly bases: TextBases; edit: PostedEdit }>();

  function copies(): readonly EditCopy[] {
    return [...edits.values()]
      .map(({ edit, bases }) => ({ ...edit, bases: bases.hashes() }))
      .filter(({ questionId, bases }) => bases.length > 1 || pending?.questionId === questionId);
  }

  function store(): void {
    onCopies(copies());
  }

  function track(edit: PostedEdit) {
    const tracked = { bases: createTextBases(store, edit.text), edit };
    edits.set(edit.questionId, tracked);
    return tracked;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const edit = pending;
    pending = undefined;
    if (edit === undefined || openId === undefined) return;
    edits.get(edit.questionId)?.bases.add(edit.text, post({ type: 'setEdit', sessionId: openId, ...edit }));
  }

  function change(questionId: string, text: string | undefined, isUrgent = false): void {
    if (pending?.questionId !== questionId) flush();
    pending = { questionId, ...(text !== undefined && { text }) };
    (edits.get(questionId) ?? track({ questionId })).edit = pending;
    store();
    if (isUrgent || text === undefined) flush();
    else timer ??= setTimeout(flush, postDelayMilliseconds);
  }

  return {
    open: (sessionId, saved = [], stored = []) => {
      flush();
      const before = sessionId === openId ? copies() : [];
      const isConfirmed = (id: string): boolean => before.every(({ questionId }) => questionId !== id);
      for (const id of edits.keys()) if (isConfirmed(id)) edits.delete(id);
      openId = sessionId;
      for (const edit of saved) if (isConfirmed(edit.questionId)) track(edit);
      const restored = stored.filter(({ questionId, bases }) =>
        bases.includes(hashOf(edits.get(questionId)?.edit.text)),
      );
      for (const { questionId, text } of restored) change(questionId, text, true);
      store();
      return [...before, ...restored];
    },
    change,
    replace: (edit) => {
      track(edit);
      store();
      return edit;
    },
    flush,
  };
}

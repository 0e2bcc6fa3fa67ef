/** A change of the draft, see ChatDraft. */
export type DraftEvent =
  | {
      readonly type: 'draftChanged';
      /** Absent if the text stayed the same. */
      readonly text?: { readonly before: string; readonly after: string };
      /** The panel in which the user typed the new text, and which already shows it. Absent for other changes. */
      readonly source?: object;
    }
  | { readonly type: 'queueChanged' }
  | {
      readonly type: 'editChanged';
      readonly sessionId: string;
      readonly questionId: string;
      /** Absent if the edit was removed. */
      readonly text?: string;
      /** The panel in which the user edited the question. Absent for other changes. */
      readonly source?: object;
    };

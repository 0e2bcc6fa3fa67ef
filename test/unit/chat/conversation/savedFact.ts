/**
 * Something that a window has saved or, for `open`, the fact that the window has opened. `number` counts the rounds of
 * all windows: each window continues from the last number that the window before it printed.
 */
export interface SavedFact {
  readonly kind:
    | 'open'
    | 'draft'
    | 'question'
    | 'reply'
    | 'title'
    | 'exchangeDeleted'
    | 'importedSession'
    | 'importedDraft'
    | 'deleted'
    | 'restored'
    | 'balance';
  readonly number: number;
  readonly sessionId: string;
}

/** Returns true if the window deletes the question of this round after it has reported the title of the round. */
export function isDeletedInRound(round: number): boolean {
  return round % 5 === 4;
}

/** Returns the session that a round imports, and the number of its exchanges. The next rounds extend the session. */
export function importOf(round: number): { readonly id: string; readonly count: number } {
  return { id: `imported${Math.floor(round / 10)}`, count: (round % 10) + 1 };
}

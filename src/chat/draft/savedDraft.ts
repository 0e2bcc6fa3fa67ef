import { emptyDraft, isEmptyDraft, isSameInFile, type Draft, type DraftStore } from './draftStore.ts';
import { rebaseDraft } from './rebaseDraft.ts';

/** A draft in memory and in its file. Saves each change at once, except while the draft is released. */
export class SavedDraft {
  readonly #drafts: DraftStore;
  readonly #reportSaveError: (error: unknown) => void;
  #value: Draft;
  /** The draft that was last written to the file or loaded from it. */
  #written: Draft;
  /** Settles when the last save has ended and any write error was reported. */
  #saving = Promise.resolve();
  /** The draft at the time of `release`. Undefined while the draft is not released. */
  #released: Draft | undefined;
  /** Counts the calls of `release`, which undo what `replace` is writing. */
  #releases = 0;

  constructor(drafts: DraftStore, reportSaveError: (error: unknown) => void, value: Draft) {
    this.#drafts = drafts;
    this.#reportSaveError = reportSaveError;
    this.#value = value;
    this.#written = value;
  }

  get value(): Draft {
    return this.#value;
  }

  change(value: Draft): void {
    this.#value = value;
    this.#save();
  }

  /** Resolves when the last change is saved, or when its write error was reported. Writes nothing itself. */
  async settle(): Promise<void> {
    await this.#saving;
  }

  /**
   * Writes the result of `change`. Then replaces the draft with it, and calls `onReplaced` with the draft before. See
   * ChatDraft for the contract.
   */
  async replace(change: () => Draft, onReplaced: (before: Draft) => void): Promise<boolean> {
    const releases = this.#releases;
    for (let attempt = 1; attempt <= 2 && this.#released === undefined; attempt += 1) {
      const before = this.#value;
      const value = change();
      try {
        this.#written = value;
        await this.#drafts.save(value, 'reject');
      } catch {
        // The refused write may have replaced the write of a later change, so write the draft again.
        this.#save();
        await this.#saving;
        return false;
      }
      if (this.#releases !== releases) return false;
      if (this.#value !== before) continue;
      this.#value = value;
      onReplaced(before);
      return true;
    }
    return false;
  }

  /**
   * Saves the draft, unless `isOver` is true: the data was already removed. Later changes stay in memory until `reopen`.
   * Resolves when the draft is saved, or when a write error was reported.
   */
  async release(isOver: boolean): Promise<void> {
    if (!isOver) this.#save();
    this.#released = this.#value;
    this.#releases += 1;
    await this.#saving;
  }

  /** Loads the draft from its file. Until `reopen`, the loaded draft has no effect. */
  async load(): Promise<Draft> {
    return this.#drafts.load();
  }

  /**
   * Ends the release. Replaces the draft with `loaded`, which is undefined if the file cannot be read. Keeps and saves
   * the changes since `release`, but drops them if `isRemoved` is true, because they may contain removed data. The draft
   * is then empty, also in its file, unless another window has written a draft since the removal.
   */
  reopen(loaded: Draft | undefined, isRemoved: boolean): void {
    const released = this.#released ?? this.#value;
    const written = this.#written;
    this.#released = undefined;
    this.#written = loaded ?? written;
    if (isRemoved) {
      this.#value = loaded ?? emptyDraft;
      // This window may have written the removed draft again before it learned of the removal.
      if (!isEmptyDraft(this.#value) && isSameInFile(this.#value, written)) this.change(emptyDraft);
    } else if (this.#value === released) this.#value = loaded ?? released;
    else this.change(rebaseDraft(this.#value, released, loaded ?? released));
  }

  #save(): void {
    if (this.#released !== undefined) return;
    this.#written = this.#value;
    this.#saving = this.#drafts.save(this.#value).catch(this.#reportSaveError);
  }
}

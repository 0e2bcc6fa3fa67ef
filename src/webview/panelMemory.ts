import type { DraftBases, DraftCopy } from './composer/draftSync.ts';
import type { EditCopy } from './editSync.ts';
import type { ReadingPlace } from './scrolling/readingPlace.ts';

/**
 * The state that the panel stores with `vscode.setState`. VS Code may destroy a hidden panel, but keeps this state. The
 * copies of the draft and of edits are for the case that the extension has not received the last keystrokes.
 */
export interface PanelState extends DraftCopy {
  readonly sessionId: string;
  /** When the state was stored, the last deletion of all data had this id. Undefined if there was no deletion before. */
  readonly deletionId?: string | undefined;
  /** The unsent edits of the session's questions that the extension has not confirmed. */
  readonly editCopies?: readonly EditCopy[];
  /** The place at the top of the view; undefined if no place is stored, for example because the end was shown. */
  readonly reading?: StoredReadingPlace | undefined;
}

/** The draft belongs to all sessions, the other fields belong to one session. */
type Kept = Omit<PanelState, 'sessionId' | 'deletionId'>;

const nothing: Kept = { draft: '' };

export interface StoredReadingPlace extends ReadingPlace {
  /**
   * Ids of the last question and of all queued messages when the place was stored. If the last question of a loaded
   * session is not among these ids, the user has probably asked this question since. The panel then shows the latest
   * exchange.
   */
  readonly questionIds: readonly string[];
}

export interface PanelStorage {
  readonly load: () => PanelState | undefined;
  readonly save: (state: PanelState) => void;
}

/**
 * Keeps the panel's state. Saves each change made by a setter, by a change of the session, and by a deletion of all
 * data. Saves nothing before the first session is open.
 */
export class PanelMemory {
  readonly #storage: PanelStorage;
  #sessionId: string | undefined;
  #deletionId: string | undefined;
  #state = nothing;

  constructor(storage: PanelStorage) {
    this.#storage = storage;
  }

  /** Id of the open session; undefined until the first session is opened. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get reading(): StoredReadingPlace | undefined {
    return this.#state.reading;
  }

  /**
   * Switches to a session. Only the first call loads the stored state, and returns it if it was stored after the same
   * deletion of all data. All other calls return undefined. If the state belongs to another session, drops the copies
   * of its edits and its reading place.
   *
   * @param deletionId The id of the last deletion of all data; undefined if there was none. If the id of the kept or
   *   stored state differs, the state is emptied.
   */
  open(sessionId: string, deletionId?: string): Kept | undefined {
    const openId = this.#sessionId;
    const isFirst = openId === undefined;
    const last = isFirst ? this.#storage.load() : { ...this.#state, sessionId: openId, deletionId: this.#deletionId };
    this.#sessionId = sessionId;
    this.#deletionId = deletionId;
    if (last === undefined) return undefined;
    const isKept = last.deletionId === deletionId;
    const isSame = last.sessionId === sessionId;
    const { draft, draftBases = [], submitted, editCopies = [], reading } = isKept ? last : nothing;
    this.#state = { draft, draftBases, submitted, ...(isSame && { editCopies, reading }) };
    if (!isKept || !isSame) this.#update({});
    return isKept && isFirst ? this.#state : undefined;
  }

  setDraft(draft: string): void {
    this.#update({ draft });
  }

  setDraftBases(bases: DraftBases): void {
    this.#update(bases);
  }

  setEditCopies(editCopies: readonly EditCopy[]): void {
    if (editCopies.length + (this.#state.editCopies?.length ?? 0) > 0) this.#update({ editCopies });
  }

  setReading(reading: StoredReadingPlace | undefined): void {
    this.#update({ reading });
  }

  #update(changes: Partial<Kept>): void {
    this.#state = { ...this.#state, ...changes };
    if (this.#sessionId === undefined) return;
    const deletion = this.#deletionId === undefined ? {} : { deletionId: this.#deletionId };
    this.#storage.save({ ...this.#state, sessionId: this.#sessionId, ...deletion });
  }
}

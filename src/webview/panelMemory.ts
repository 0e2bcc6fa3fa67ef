import type { Edits } from './conversation/conversationView.ts';
import type { ReadingPlace } from './scrolling/readingPlace.ts';

/** The state that the panel keeps by itself, in VS Code's storage for webviews, so that it survives being hidden. */
export interface PanelState {
  readonly sessionId: string;
  /** A copy of the draft's text, for the case that the extension ended before it got the last keystrokes. */
  readonly draft: string;
  /** Texts of questions that are being edited, by session. */
  readonly edits?: Readonly<Record<string, Edits>>;
  /** The place that the person reads, when that is not the end. */
  readonly reading?: Reading | undefined;
}

export interface Reading extends ReadingPlace {
  /** The ids of the last question and of the queued ones at that time. A question asked later is shown instead. */
  readonly questionIds: readonly string[];
}

export interface PanelStorage {
  readonly load: () => PanelState | undefined;
  readonly save: (state: PanelState) => void;
}

/** The panel's own state; it is saved from the first session on. */
export class PanelMemory {
  readonly #storage: PanelStorage;
  #sessionId: string | undefined;
  #kept: Omit<PanelState, 'sessionId'> = { draft: '' };

  constructor(storage: PanelStorage) {
    this.#storage = storage;
  }

  /** Undefined before the first session. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get reading(): Reading | undefined {
    return this.#kept.reading;
  }

  /** The texts of questions that are being edited in this session. */
  get edits(): Edits {
    return (this.#sessionId === undefined ? undefined : this.#kept.edits?.[this.#sessionId]) ?? {};
  }

  /** Begins with a session. The first time, returns the state that an earlier panel left for the same session. */
  open(sessionId: string): PanelState | undefined {
    const stored = this.#sessionId === undefined ? this.#storage.load() : undefined;
    this.#sessionId = sessionId;
    if (stored !== undefined) this.#kept = stored;
    return stored?.sessionId === sessionId ? stored : undefined;
  }

  keepDraft(draft: string): void {
    this.#keep({ draft });
  }

  keepEdits(edits: Edits): void {
    if (this.#sessionId === undefined) return;
    const { [this.#sessionId]: _, ...others } = this.#kept.edits ?? {};
    this.#keep({ edits: Object.keys(edits).length === 0 ? others : { ...others, [this.#sessionId]: edits } });
  }

  keepReading(reading: Reading | undefined): void {
    this.#keep({ reading });
  }

  #keep(changes: Partial<Omit<PanelState, 'sessionId'>>): void {
    this.#kept = { ...this.#kept, ...changes };
    if (this.#sessionId !== undefined) this.#storage.save({ ...this.#kept, sessionId: this.#sessionId });
  }
}

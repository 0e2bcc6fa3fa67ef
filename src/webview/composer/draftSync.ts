import type { DraftTextChange, DraftView } from '../../common/protocol/draftProtocol.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { rebaseText } from '../../common/rebaseText.ts';

/**
 * Synchronizes the message box with the draft, which the extension owns. Posts typed text. Merges changes from the
 * extension into the text of the box, because the box may contain typed text that the extension does not have yet.
 */
export interface DraftSync {
  /** Stores the revision and the text of the extension's draft. Nothing is posted before the first call. */
  readonly load: (draft: DraftView) => void;
  readonly isLoaded: () => boolean;
  /** Returns the revision of the last text that came from the extension; 0 before `load`. */
  readonly revision: () => number;
  /** Schedules a post of the box's text. The latest text is posted 250 ms after the first unposted change. */
  readonly change: (text: string) => void;
  /** Posts the text at once if a post is scheduled. */
  readonly flush: () => void;
  /** Cancels a scheduled post, for example because the caller sends the text in another message. */
  readonly cancel: () => void;
  /** Merges a change from the extension into `text`, the current text of the box. Returns the new text for the box. */
  readonly apply: (text: string, change: DraftTextChange) => string;
}

const postDelayMilliseconds = 250;
/** A message that was posted this long before the end of the panel has certainly reached the extension. */
const arrivalMilliseconds = 1_000;

/**
 * Calls `onBases` with each new list of bases: the texts that the extension's draft may have if it was changed only by this
 * panel. There are several while it is unknown whether the latest posts have arrived.
 */
export function createDraftSync(
  post: (message: FromWebviewMessage) => void,
  onBases: (bases: readonly string[]) => void = () => undefined,
): DraftSync {
  let bases: readonly { readonly text: string }[] = [];
  let knownRevision: number | undefined;
  let pending: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  }

  function setBases(next: typeof bases): void {
    bases = next;
    onBases(bases.map(({ text }) => text));
  }

  function addBase(text: string): void {
    const base = { text };
    setBases([...bases, base]);
    setTimeout(() => {
      const index = bases.indexOf(base);
      if (index > 0) setBases(bases.slice(index));
    }, arrivalMilliseconds);
  }

  function flush(): void {
    const text = pending;
    cancel();
    if (text === undefined || knownRevision === undefined) return;
    post({ type: 'setDraft', text, revision: knownRevision });
    addBase(text);
  }

  function change(text: string): void {
    pending = text;
    timer ??= setTimeout(flush, postDelayMilliseconds);
  }

  return {
    load: ({ text, revision }) => {
      knownRevision = revision;
      setBases([{ text }]);
    },
    isLoaded: () => knownRevision !== undefined,
    revision: () => knownRevision ?? 0,
    change,
    flush,
    cancel,
    apply: (text, { before, after, revision }) => {
      cancel();
      knownRevision = revision;
      setBases([{ text: after }]);
      const next = rebaseText(text, before, after);
      // The extension drops texts with an outdated revision, so post the user's changes again.
      if (next !== after) change(next);
      return next;
    },
  };
}

/** The text of the message box, as the panel stores it. */
export interface DraftCopy {
  readonly draft: string;
  /** The last bases (see `createDraftSync`) when the copy was stored. */
  readonly draftBases?: readonly string[];
}

/**
 * Returns the text for the box after a restart of the panel. `draftText` is the extension's text. `copy` is what the panel
 * stored. `sentTexts` are the texts of messages that were already sent or queued.
 *
 * Returns the text of `copy` if it starts with `draftText`, if `draftText` is one of the bases of `copy`, and if the text
 * equals none of `sentTexts`. In this case, the text may contain keystrokes that the extension never received. Otherwise
 * returns `draftText`, for example because the draft was changed or deleted in another panel. The comparison with
 * `sentTexts` ignores white space at the start and end of both texts.
 */
export function restoredText(draftText: string, copy: DraftCopy | undefined, sentTexts: readonly string[]): string {
  if (copy?.draftBases?.includes(draftText) !== true || !copy.draft.startsWith(draftText)) return draftText;
  const wasSent = sentTexts.some((text) => text.trim() === copy.draft.trim());
  return wasSent ? draftText : copy.draft;
}

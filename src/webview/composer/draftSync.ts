import type { DraftMessage, DraftTextChange, DraftView } from '../../common/protocol/draftProtocol.ts';
import { hashOf } from '../../common/text/hashOf.ts';
import { changeOf, rebaseText } from '../../common/text/rebaseText.ts';
import { createTextBases } from '../textBases.ts';

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
  /** Cancels a scheduled post, because the caller submits `text`. `answered` is the answer to this request. */
  readonly replacePost: (text: string, answered: Promise<unknown>) => void;
  /** Merges a change from the extension into `text`, the current text of the box. Returns the new text for the box. */
  readonly apply: (text: string, change: DraftTextChange) => string;
}

/** The part of DraftCopy that changes when texts are posted. */
export type DraftBases = Omit<DraftCopy, 'draft'>;

type SetDraft = Omit<Extract<DraftMessage, { readonly type: 'setDraft' }>, 'requestId'>;

const postDelayMilliseconds = 250;

/**
 * `post` resolves when the extension has handled the message. Calls `onBases` after each change of the bases of the
 * draft's text (see TextBases).
 */
export function createDraftSync(
  post: (message: SetDraft) => Promise<unknown>,
  onBases: (bases: DraftBases) => void = () => undefined,
): DraftSync {
  let submitted: number | undefined;
  const bases = createTextBases(() => onBases({ draftBases: bases.hashes(), submitted }));
  let knownRevision: number | undefined;
  let pending: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    pending = undefined;
  }

  function flush(): void {
    const text = pending;
    cancel();
    if (text === undefined || knownRevision === undefined) return;
    bases.add(text, post({ type: 'setDraft', text, revision: knownRevision }));
  }

  function change(text: string): void {
    pending = text;
    timer ??= setTimeout(flush, postDelayMilliseconds);
  }

  return {
    load: ({ text, revision }) => {
      knownRevision = revision;
      submitted = undefined;
      bases.reset(text);
    },
    isLoaded: () => knownRevision !== undefined,
    revision: () => knownRevision ?? 0,
    change,
    flush,
    replacePost: (text, answered) => {
      cancel();
      submitted = hashOf(text.trim());
      bases.add(text, answered);
    },
    apply: (text, { before, after, revision }) => {
      cancel();
      knownRevision = revision;
      submitted = undefined;
      bases.reset(after);
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
  /** The hashes of the draft's bases (see TextBases) when the copy was stored. */
  readonly draftBases?: readonly number[];
  /** The hash of the trimmed text that the user submitted last. Undefined if the extension has changed the draft since. */
  readonly submitted?: number | undefined;
}

/**
 * Returns the text for the box after a restart of the panel. `draftText` is the extension's text. `copy` is what the
 * panel stored. `sentTexts` are the texts of messages that were already sent or queued.
 *
 * Returns the text of `copy` if `draftText` is one of the bases of `copy`, if the copy contains at least half of
 * `draftText`, and if the text was not sent. In this case, the text may contain keystrokes that the extension never
 * received. Otherwise returns `draftText`, for example because the draft was changed or deleted in another panel. The
 * text counts as sent if the user had submitted it and if it equals one of `sentTexts`. White space at the start and
 * end is ignored.
 */
export function restoredText(draftText: string, copy: DraftCopy | undefined, sentTexts: readonly string[]): string {
  if (copy?.draftBases?.includes(hashOf(draftText)) !== true) return draftText;
  const { start, end } = changeOf(draftText, copy.draft);
  // The copy may be an earlier prompt from the history, and the extension may not have received `setAside`.
  if (end - start > draftText.length / 2) return draftText;
  const trimmed = copy.draft.trim();
  const wasSent = copy.submitted === hashOf(trimmed) && sentTexts.some((text) => text.trim() === trimmed);
  return wasSent ? draftText : copy.draft;
}

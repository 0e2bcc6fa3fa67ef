import type { DraftTextChange, DraftView } from '../../common/protocol/draftProtocol.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { rebaseText } from '../../common/rebaseText.ts';

/**
 * Synchronizes the message box with the draft, which the extension owns. Posts typed text. Merges changes from the
 * extension into the text of the box, because the box may contain typed text that the extension does not have yet.
 */
export interface DraftSync {
  /** Stores the revision of the extension's draft. Nothing is posted before the first call. */
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

export function createDraftSync(post: (message: FromWebviewMessage) => void): DraftSync {
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
    if (text !== undefined && knownRevision !== undefined) post({ type: 'setDraft', text, revision: knownRevision });
  }

  function change(text: string): void {
    pending = text;
    timer ??= setTimeout(flush, postDelayMilliseconds);
  }

  return {
    load: ({ revision }) => {
      knownRevision = revision;
    },
    isLoaded: () => knownRevision !== undefined,
    revision: () => knownRevision ?? 0,
    change,
    flush,
    cancel,
    apply: (text, { before, after, revision }) => {
      cancel();
      knownRevision = revision;
      const next = rebaseText(text, before, after);
      // The extension drops texts with an outdated revision, so post the user's changes again.
      if (next !== after) change(next);
      return next;
    },
  };
}

/**
 * Returns the text for the box after a restart of the panel. `draftText` is the extension's text. `copy` is the text
 * that the panel stored. `sentTexts` are the texts of messages that were already sent or queued.
 *
 * Returns `copy` if it starts with `draftText` and equals none of `sentTexts`. In this case, `copy` may contain
 * keystrokes that were never posted. Otherwise returns `draftText`. The comparison with `sentTexts` ignores white space
 * at the start and end of both texts.
 */
export function restoredText(draftText: string, copy: string | undefined, sentTexts: readonly string[]): string {
  if (copy === undefined || !copy.startsWith(draftText)) return draftText;
  const wasSent = sentTexts.some((text) => text.trim() === copy.trim());
  return wasSent ? draftText : copy;
}

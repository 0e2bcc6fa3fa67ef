import type { DraftTextChange, DraftView } from '../../common/protocol/draftProtocol.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { rebaseText } from '../../common/rebaseText.ts';

/**
 * Synchronizes the message box with the draft, which the extension owns. Posts typed text, and merges the extension's
 * changes into the text of the box, which may be newer.
 */
export interface DraftSync {
  /** Starts with the extension's draft. Nothing is posted before. */
  readonly load: (draft: DraftView) => void;
  readonly isLoaded: () => boolean;
  /** Revision of the last text that came from the extension. */
  readonly revision: () => number;
  /** Schedules a post of the box's text. The latest text is posted 250 ms after the first change. */
  readonly change: (text: string) => void;
  /** Posts a pending text at once. */
  readonly flush: () => void;
  /** Drops a pending text. The caller sends it in another message. */
  readonly cancel: () => void;
  /** Applies a change by the extension to `text`, the current text of the box. Returns the new text for the box. */
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
      // The extension drops texts with an outdated revision, so post the person's changes again.
      if (next !== after) change(next);
      return next;
    },
  };
}

/**
 * Returns the extension's `draftText` or the panel's stored `copy` of it. The copy wins if it continues the draft: then
 * the extension ended before it got the last keystrokes. A copy that was already sent never wins.
 */
export function restoredText(draftText: string, copy: string | undefined, sentTexts: readonly string[]): string {
  if (copy === undefined || !copy.startsWith(draftText)) return draftText;
  const wasSent = sentTexts.some((text) => text.trim() === copy.trim());
  return wasSent ? draftText : copy;
}

import type { DraftTextChange, DraftView } from '../../common/protocol/draftProtocol.ts';
import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';
import { rebaseText } from '../../common/rebaseText.ts';

/**
 * Keeps the message box and the draft in the extension, its owner, in step: posts what is typed, and applies the owner's
 * changes to the text of the box, which may be newer.
 */
export interface DraftSync {
  /** Begins with the owner's draft. Nothing is posted before. */
  readonly load: (draft: DraftView) => void;
  readonly isLoaded: () => boolean;
  /** The revision of the owner's text that this panel knows. */
  readonly revision: () => number;
  /** The box holds another text; it is posted within a quarter of a second. */
  readonly change: (text: string) => void;
  /** Posts a change that has not been posted yet. */
  readonly flush: () => void;
  /** Forgets a change that has not been posted yet: the text is posted in another way. */
  readonly cancel: () => void;
  /** The text for the box, which holds `text` now, after a change by the owner. */
  readonly apply: (text: string, change: DraftTextChange) => string;
}

const postDelayMilliseconds = 250;

export function createDraftSync(post: (message: FromWebviewMessage) => void): DraftSync {
  let knownRevision: number | undefined;
  let unposted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    unposted = undefined;
  }

  function flush(): void {
    const text = unposted;
    cancel();
    if (text !== undefined && knownRevision !== undefined) post({ type: 'setDraft', text, revision: knownRevision });
  }

  function change(text: string): void {
    unposted = text;
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
      // The owner dropped what was posted before it was known here that the text had changed.
      if (next !== after) change(next);
      return next;
    },
  };
}

/**
 * The text to begin with: the owner's, or this panel's own copy when that goes on from the owner's text and was not sent.
 * Then the extension ended before it got the last keystrokes.
 */
export function restoredText(ownerText: string, copy: string | undefined, sentTexts: readonly string[]): string {
  if (copy === undefined || !copy.startsWith(ownerText)) return ownerText;
  const wasSent = sentTexts.some((text) => text.trim() === copy.trim());
  return wasSent ? ownerText : copy;
}

import type { FromWebviewMessage } from '../../common/protocol/protocol.ts';

/** Hands the half-written message to the extension before anything can take the panel away. */
export interface DraftSaver {
  /** The text changed; it is posted within a quarter of a second. */
  readonly change: (text: string) => void;
  /** Posts what has not been posted yet. */
  readonly flush: () => void;
  /** Forgets what has not been posted: the extension has changed the text itself. */
  readonly cancel: () => void;
}

const delay = 250;

export function draftSaver(post: (message: FromWebviewMessage) => void): DraftSaver {
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
    if (text !== undefined) post({ type: 'setDraft', text });
  }

  return {
    change: (text) => {
      unposted = text;
      timer ??= setTimeout(flush, delay);
    },
    flush,
    cancel,
  };
}

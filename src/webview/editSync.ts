import type { FromWebviewMessage } from '../common/protocol/protocol.ts';

/**
 * Posts the unsent edited texts of questions to the extension, which keeps them. Nothing is posted before the first call
 * of `open`.
 */
export interface EditSync {
  /**
   * Posts the scheduled text at once. Later changes belong to the session `sessionId`. If the session was already open,
   * returns the edit that was posted. The session that the extension has posted does not contain this edit yet.
   */
  readonly open: (sessionId: string) => PostedEdit | undefined;
  /**
   * Schedules a post of the text, 250 ms after the first unposted change. Posts at once if `isUrgent` is true or if `text`
   * is undefined, because the edit was cancelled.
   */
  readonly change: (questionId: string, text: string | undefined, isUrgent?: boolean) => void;
  /** Posts the scheduled text at once, if there is one. */
  readonly flush: () => void;
}

interface PostedEdit {
  readonly questionId: string;
  /** Absent if the edit was cancelled. */
  readonly text?: string;
}

const postDelayMilliseconds = 250;

export function createEditSync(post: (message: FromWebviewMessage) => void): EditSync {
  let openId: string | undefined;
  let pending: PostedEdit | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending !== undefined && openId !== undefined) post({ type: 'setEdit', sessionId: openId, ...pending });
    pending = undefined;
  }

  return {
    open: (sessionId) => {
      const edit = sessionId === openId ? pending : undefined;
      flush();
      openId = sessionId;
      return edit;
    },
    change: (questionId, text, isUrgent = false) => {
      if (pending?.questionId !== questionId) flush();
      pending = { questionId, ...(text !== undefined && { text }) };
      if (isUrgent || text === undefined) flush();
      else timer ??= setTimeout(flush, postDelayMilliseconds);
    },
    flush,
  };
}

/**
 * Delays the footer of a running reply until the reply's next text, so that the panel renders the footer and the text
 * in the same frame. The footer is the line below the reply that shows the reply's cost so far. The footer is delayed
 * by about 100 ms at most.
 */
export interface CostSoFarBatcher {
  /** Sets the footer to send. The new footer replaces an earlier footer that has not been sent yet. */
  set(replyId: string, footer: string): void;
  /**
   * Sends the waiting footer, if any. Must be called after text is posted, and before a message with a newer footer is
   * posted.
   */
  flush(): void;
  dispose(): void;
}

/** A footer is sent after this time even if no text arrives. */
const longestWaitMilliseconds = 100;

export function createCostSoFarBatcher(send: (replyId: string, footer: string) => void): CostSoFarBatcher {
  let unsent: readonly [replyId: string, footer: string] | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unsent === undefined) return;
    const update = unsent;
    unsent = undefined;
    send(...update);
  };

  return {
    set(...update) {
      unsent = update;
      timer ??= setTimeout(flush, longestWaitMilliseconds);
    },
    flush,
    dispose: () => clearTimeout(timer),
  };
}

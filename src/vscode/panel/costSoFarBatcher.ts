/** Holds back a running reply's cost until its next text, so that the panel renders both in the same frame. */
export interface CostSoFarBatcher {
  /** Sets the footer to send. It replaces an earlier one that is not sent yet. */
  set(replyId: string, footer: string): void;
  /** Sends the footer now: after text, and before a message that contains a newer footer. */
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

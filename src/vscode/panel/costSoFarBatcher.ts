/** Shows what a reply has cost so far together with its next text: the panel needs no frame of its own for it. */
export interface CostSoFarBatcher {
  /** A later figure takes the place of one that is not sent yet. */
  set(replyId: string, footer: string): void;
  /** Text goes out now, or something that has the figure in it. */
  flush(): void;
  dispose(): void;
}

/** How long a figure waits for text, of which none may come. */
const longestWaitMilliseconds = 100;

export function createCostSoFarBatcher(send: (replyId: string, footer: string) => void): CostSoFarBatcher {
  let unsent: readonly [replyId: string, footer: string] | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unsent === undefined) return;
    const figure = unsent;
    unsent = undefined;
    send(...figure);
  };

  return {
    set(...figure) {
      unsent = figure;
      timer ??= setTimeout(flush, longestWaitMilliseconds);
    },
    flush,
    dispose: () => clearTimeout(timer),
  };
}

/** Gathers a reply's text so that the panel gets at most one batch per frame. */
export interface TextBatcher {
  add(replyId: string, text: string): void;
  /** Sends what is gathered now: before anything that must come after it. */
  flush(): void;
  dispose(): void;
}

const frameMilliseconds = 16;

/** The first text of a pause goes out at once, what follows within the same frame together. */
export function createTextBatcher(send: (replyId: string, text: string) => void): TextBatcher {
  let replyId = '';
  let text = '';
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    if (text === '') return;
    const batch = text;
    text = '';
    send(replyId, batch);
  };
  const onFrame = () => {
    timer = undefined;
    if (text === '') return;
    flush();
    timer = setTimeout(onFrame, frameMilliseconds);
  };

  return {
    add(id, added) {
      if (id !== replyId) flush();
      replyId = id;
      text += added;
      if (timer !== undefined) return;
      flush();
      timer = setTimeout(onFrame, frameMilliseconds);
    },
    flush,
    dispose: () => clearTimeout(timer),
  };
}

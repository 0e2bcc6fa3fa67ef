import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';

/** Gathers a reply's text so that the panel gets about one batch per frame. */
export interface TextBatcher {
  add(replyId: string, part: ReplyPart, text: string): void;
  /** Sends what is gathered now: before anything that must come after it. */
  flush(): void;
  dispose(): void;
}

/** Text that comes so long after the last batch takes what has waited along at once, instead of waiting for the timer. */
const frameMilliseconds = 14;
/** No text waits longer than this after the last batch. */
const longestWaitMilliseconds = 20;

/** The first text of a pause goes out at once, what follows within the same frame together. */
export function createTextBatcher(send: (replyId: string, part: ReplyPart, text: string) => void): TextBatcher {
  let replyId = '';
  let part: ReplyPart = 'text';
  let text = '';
  let lastSent = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    if (text === '') return;
    const batch = text;
    text = '';
    lastSent = performance.now();
    send(replyId, part, batch);
  };
  // Left to run when its text has gone out already: a timer for each batch would wake the process twice as often.
  const onTimer = () => {
    timer = undefined;
    if (text === '') return;
    const rest = lastSent + longestWaitMilliseconds - performance.now();
    if (rest <= 1) flush();
    else timer = setTimeout(onTimer, rest);
  };

  return {
    add(id, addedPart, added) {
      if (id !== replyId || addedPart !== part) flush();
      replyId = id;
      part = addedPart;
      text += added;
      const elapsed = performance.now() - lastSent;
      if (elapsed >= frameMilliseconds) flush();
      else timer ??= setTimeout(onTimer, longestWaitMilliseconds - elapsed);
    },
    flush,
    dispose: () => clearTimeout(timer),
  };
}

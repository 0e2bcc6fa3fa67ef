import type { ReplyPart } from '../../common/protocol/conversationProtocol.ts';

/** Collects the text of replies, so that the panel gets about one batch per frame. */
export interface TextBatcher {
  add(replyId: string, part: ReplyPart, text: string): void;
  /** Sends the collected text now. Must be called before posting a message that has to follow the text. */
  flush(): void;
  dispose(): void;
}

/** If the last batch was sent at least this long ago, new text is sent at once, together with the collected text. */
const frameMilliseconds = 14;
/** Collected text is sent about this long after the last batch, even if no more text arrives. */
const longestWaitMilliseconds = 20;

/**
 * Creates a batcher. The batcher sends new text at once if it has sent no batch for the length of a frame. Otherwise,
 * it collects the text.
 */
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
  // flush() does not stop the timer. If the timer fires too early for text that was collected after the flush, onTimer
  // starts the timer again for the remaining time.
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

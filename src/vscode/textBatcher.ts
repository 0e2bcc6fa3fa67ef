import type { ReplyPart } from '../common/protocol.ts';

/** Gathers a reply's text so that the panel gets at most one batch per frame. */
export interface TextBatcher {
  add(replyId: string, part: ReplyPart, text: string): void;
  /** Sends what is gathered now: before anything that must come after it. */
  flush(): void;
  dispose(): void;
}

const frameMilliseconds = 16;

/** The first text of a pause goes out at once, what follows within the same frame together. */
export function createTextBatcher(send: (replyId: string, part: ReplyPart, text: string) => void): TextBatcher {
  let replyId = '';
  let part: ReplyPart = 'text';
  let text = '';
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    if (text === '') return;
    const batch = text;
    text = '';
    send(replyId, part, batch);
  };
  const onFrame = () => {
    timer = undefined;
    if (text === '') return;
    flush();
    timer = setTimeout(onFrame, frameMilliseconds);
  };

  return {
    add(id, addedPart, added) {
      if (id !== replyId || addedPart !== part) flush();
      replyId = id;
      part = addedPart;
      text += added;
      if (timer !== undefined) return;
      flush();
      timer = setTimeout(onFrame, frameMilliseconds);
    },
    flush,
    dispose: () => clearTimeout(timer),
  };
}

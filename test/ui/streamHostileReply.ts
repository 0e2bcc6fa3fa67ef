import type { PanelHarness } from './panelHarness.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';

/** Number of pieces in which a reply is streamed. */
const pieceCount = 200;

/** Times in milliseconds while a reply was streamed into the panel. */
export interface HostileReplyTimes {
  /** The longest time during which the main thread could not run other tasks. */
  readonly holdUp: number;
  /** The time from the last piece until the panel no longer changed and the main thread was free. */
  readonly settleTime: number;
}

/** Streams the text into an empty panel, in pieces at intervals of 10 ms. */
export async function streamHostileReply(harness: PanelHarness, text: string): Promise<HostileReplyTimes> {
  const panel = await harness.open({ width: 400, height: 800 });
  try {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    return await panel.page.evaluate(stream, { text, pieceCount, complete: replyChange({ state: 'complete' }) });
  } finally {
    panel.isolateTab();
    await panel.close();
  }
}

interface StreamInPage {
  readonly text: string;
  readonly pieceCount: number;
  readonly complete: unknown;
}

/** Runs in the page. */
async function stream({ text, pieceCount, complete }: StreamInPage): Promise<HostileReplyTimes> {
  /** The main thread counts as busy if a task waits for longer. */
  const busyDelay = 30;
  /** The panel counts as settled after this time without changes. */
  const quietTime = 500;
  let holdUp = 0;
  let last = performance.now();
  let busyUntil = last;
  let isRunning = true;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    if (now - last > busyDelay) busyUntil = now;
    holdUp = Math.max(holdUp, now - last);
    last = now;
    if (isRunning) setTimeout(() => port2.postMessage(undefined), 2);
  };
  port2.postMessage(undefined);
  const wait = async (milliseconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
  const changes = new MutationObserver(() => (busyUntil = performance.now()));
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });

  const size = Math.ceil(text.length / pieceCount);
  for (let start = 0; start < text.length; start += size) {
    window.postMessage({
      type: 'didAppendText',
      responseId: 'r1',
      part: 'text',
      text: text.slice(start, start + size),
    });
    await wait(10);
  }
  window.postMessage(complete);
  const end = performance.now();
  busyUntil = Math.max(busyUntil, end);
  while (performance.now() - busyUntil < quietTime && performance.now() - end < 90_000) await wait(50);
  isRunning = false;
  changes.disconnect();
  return { holdUp, settleTime: busyUntil - end };
}

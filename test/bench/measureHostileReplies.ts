import { startPanelHarness, type PanelHarness } from '../ui/panelHarness.ts';
import { hostileReplies } from '../unit/webview/markdown/hostileReplies.ts';
import type { Figure } from './figure.ts';
import { measureTimes } from './measureTimes.ts';
import { openManyMessages } from './openManyMessages.ts';
import { mixedMarkdown } from './panel/mixedMarkdown.ts';
import { streamHostileReply, type HostileReplyTimes } from './streamHostileReply.ts';

/** Length of the hostile replies in characters. */
const length = 200_000;
/** Length in characters of the reply that is one long line. */
const lineLength = 1_000_000;
/** Number of pieces in which a reply is streamed. */
const pieceCount = 200;
/** Upper limits in milliseconds, on a computer that is not slow (see `measureTimes`). */
const limits = { 'longest hold-up': 200, 'settled after': 2_000 };
const holdUpLimit = { 'longest hold-up': limits['longest hold-up'] };

/**
 * Streams 5 MB of usual Markdown and each of the hostile replies into the panel in a browser, and opens a session of
 * 2,000 messages. Measures the longest hold-up: the CPU time of the main thread's longest task. For hostile replies, also
 * measures the time until the panel has settled. The whole measurement takes about six minutes.
 */
export async function measureHostileReplies(): Promise<readonly Figure[]> {
  const harness = await startPanelHarness();
  try {
    const usual = mixedMarkdown(50_000);
    const figures = [
      ...(await measureTimes(harness, '5 MB of usual Markdown', holdUpLimit, async () => {
        const { holdUp } = await stream(harness, usual.repeat(Math.ceil(5_000_000 / usual.length)));
        return { 'longest hold-up': holdUp };
      })),
      ...(await measureTimes(harness, 'a session of 2,000 messages', holdUpLimit, async () => ({
        'longest hold-up': await openManyMessages(harness, 1_000),
      }))),
    ];
    const replies = Object.entries(hostileReplies).map(([name, fill]) => [name, fill(length)] as const);
    const line = ['one line of 1 MB', 'words and more words '.repeat(lineLength / 21)] as const;
    for (const [name, text] of [line, ...replies])
      figures.push(
        ...(await measureTimes(harness, `hostile reply: ${name}`, limits, async () => {
          const { holdUp, settleTime } = await stream(harness, text);
          return { 'longest hold-up': holdUp, 'settled after': settleTime };
        })),
      );
    return figures;
  } finally {
    await harness.dispose();
  }
}

async function stream(harness: PanelHarness, text: string): Promise<HostileReplyTimes> {
  return streamHostileReply(harness, text, pieceCount);
}

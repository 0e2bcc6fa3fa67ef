import { openManyMessages } from '../ui/openManyMessages.ts';
import { startPanelHarness, type PanelHarness } from '../ui/panelHarness.ts';
import { streamHostileReply, type HostileReplyTimes } from '../ui/streamHostileReply.ts';
import { hostileReplies } from '../unit/webview/markdown/hostileReplies.ts';
import { median, type Figure } from './figure.ts';
import { mixedMarkdown } from './panel/mixedMarkdown.ts';

/** Length of the hostile replies in characters. */
const length = 200_000;
/** Number of pieces in which a reply is streamed. */
const pieceCount = 200;
/** Upper limits in milliseconds on a computer whose calibration takes at most `calibrationTime`. */
const limits: HostileReplyTimes = { holdUp: 200, settleTime: 2_000 };
/** The calibration's time in milliseconds for which `limits` holds. */
const calibrationTime = 60;
/** A reply that exceeds a limit is measured again, because another program may have delayed the panel. */
const maxAttempts = 3;

/** The shortest times of all attempts to show one reply or session, and the upper limits on this computer. */
interface Measured {
  readonly times: HostileReplyTimes;
  readonly limits: HostileReplyTimes;
}

/**
 * Streams 5 MB of usual Markdown and each of the hostile replies into the panel in a browser, and opens a session of
 * 2,000 messages. Measures the longest hold-up: the CPU time of the main thread's longest task. For hostile replies, also
 * measures the time until the panel has settled. A slow computer gets higher limits: if `calibrate` returns more than `calibrationTime`, all limits grow
 * by the same factor. The whole measurement takes about six minutes.
 */
export async function measureHostileReplies(): Promise<readonly Figure[]> {
  const harness = await startPanelHarness();
  try {
    const figures: Figure[] = [];
    const usual = mixedMarkdown(50_000);
    const long = await measure(harness, async () => {
      const { holdUp } = await stream(harness, usual.repeat(Math.ceil(5_000_000 / usual.length)));
      return { holdUp, settleTime: 0 };
    });
    figures.push(holdUpFigure('5 MB of usual Markdown', long));
    const manyMessages = await measure(harness, async () => {
      const { holdUp } = await openManyMessages(harness, 1_000);
      return { holdUp, settleTime: 0 };
    });
    figures.push(holdUpFigure('a session of 2,000 messages', manyMessages));
    for (const [name, fill] of Object.entries(hostileReplies)) {
      const measured = await measure(harness, async () => stream(harness, fill(length)));
      figures.push(holdUpFigure(`hostile reply: ${name}`, measured), settleFigure(`hostile reply: ${name}`, measured));
    }
    return figures;
  } finally {
    await harness.dispose();
  }
}

function holdUpFigure(name: string, { times, limits: { holdUp } }: Measured): Figure {
  return { name: `${name}, longest hold-up`, value: times.holdUp, unit: 'ms', atMost: holdUp };
}

function settleFigure(name: string, { times, limits: { settleTime } }: Measured): Figure {
  return { name: `${name}, settled after`, value: times.settleTime, unit: 'ms', atMost: settleTime };
}

async function stream(harness: PanelHarness, text: string): Promise<HostileReplyTimes> {
  return streamHostileReply(harness, text, pieceCount);
}

async function measure(harness: PanelHarness, attempt: () => Promise<HostileReplyTimes>): Promise<Measured> {
  let times: HostileReplyTimes = { holdUp: Infinity, settleTime: Infinity };
  let slowness = 1;
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    slowness = Math.max(slowness, (await calibrate(harness)) / calibrationTime);
    const { holdUp, settleTime } = await attempt();
    times = { holdUp: Math.min(times.holdUp, holdUp), settleTime: Math.min(times.settleTime, settleTime) };
    if (times.holdUp <= limits.holdUp * slowness && times.settleTime <= limits.settleTime * slowness) break;
  }
  return { times, limits: { holdUp: limits.holdUp * slowness, settleTime: limits.settleTime * slowness } };
}

/** Returns the median time in milliseconds that a fixed amount of script and layout takes in the panel's browser. */
async function calibrate(harness: PanelHarness): Promise<number> {
  const panel = await harness.open({ width: 400, height: 800 });
  try {
    const times = await panel.page.evaluate(async () => {
      const run = (): number => {
        const start = performance.now();
        const root = document.createElement('div');
        for (let index = 0; index < 2_000; index += 1) {
          const paragraph = document.createElement('p');
          paragraph.textContent = `Some words and the number ${index}, `.repeat(5);
          root.append(paragraph);
        }
        document.body.append(root);
        root.getBoundingClientRect();
        root.remove();
        return performance.now() - start;
      };
      const results: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        results.push(run());
        await new Promise(requestAnimationFrame);
      }
      return results;
    });
    return median(times);
  } finally {
    panel.isolateTab();
    await panel.close();
  }
}

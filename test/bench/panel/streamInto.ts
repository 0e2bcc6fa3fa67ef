import { setTimeout as delay } from 'node:timers/promises';
import { splitIntoPieces } from '../../standIn/tokens.ts';
import { installFrameProbe } from './frameProbe.ts';
import { paintDelays } from './paintDelays.ts';
import type { MeasuredPanel, PanelWindow } from './panelWindow.ts';

/** Measurements of one streamed reply. Times are in milliseconds. */
export interface StreamedReply {
  /** Time from sending a piece to painting it, for each piece that adds a letter or digit to the page. */
  readonly paintDelays: readonly number[];
  /** CPU time of the page's main thread. */
  readonly mainThread: number;
  /** CPU time of the extension host. */
  readonly extensionHost: number;
  /** Time from sending the last byte to painting the last frame that shows a change. */
  readonly settledAfter: number;
  readonly requestBytes: number;
  /** Times between consecutive frames that show a change. */
  readonly frameTimes: readonly number[];
  /** CPU time of the main thread during the first tenth of the reply. */
  readonly firstTenth: number;
  /** CPU time of the main thread during the last tenth of the reply. */
  readonly lastTenth: number;
}

/**
 * Streams `reply` into the panel at `rate` tokens per second.
 * Measures from just before the first token until the page has not changed for one second.
 */
export async function streamInto(
  window: PanelWindow,
  panel: MeasuredPanel,
  reply: string,
  rate: number,
): Promise<StreamedReply> {
  const { standIn, mainThread, extensionHost } = window;
  const probe = await installFrameProbe(await panel.show(), panel.selector);
  standIn.script({ reply, rate, hold: 'after-headers' });
  await panel.ask();
  const exchange = await standIn.nextRequest();
  await exchange.held;
  await delay(500);
  const before = [await mainThread(), await extensionHost()] as const;
  const pieces = splitIntoPieces(reply).map(({ text }) => text);
  exchange.release();
  const work = [before[0]];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    while (exchange.tokensSent < (pieces.length * tenth) / 10) await delay(20);
    work.push(await mainThread());
  }
  await exchange.closed;
  while (Date.now() - (await probe.lastFrameAt()) < 1000) await delay(100);
  const after = [await mainThread(), await extensionHost()] as const;
  const frames = (await probe.frames()).filter(({ at }) => at >= (exchange.sentAt[0] ?? 0));
  return {
    paintDelays: paintDelays({ pieces, sentAt: exchange.sentAt }, frames, panel.isSource),
    mainThread: after[0] - before[0],
    extensionHost: after[1] - before[1],
    settledAfter: (frames.at(-1)?.at ?? Infinity) - (exchange.lastSentAt ?? 0),
    requestBytes: Buffer.byteLength(exchange.body),
    frameTimes: frames.slice(1).map(({ at }, index) => at - (frames[index]?.at ?? 0)),
    firstTenth: (work[1] ?? Number.NaN) - before[0],
    lastTenth: (work[10] ?? Number.NaN) - (work[9] ?? Number.NaN),
  };
}

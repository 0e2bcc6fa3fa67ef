import { percentile, type Figure } from './figure.ts';
import { idleWork } from './panel/idleWork.ts';
import { openLongSession } from './panel/longSession.ts';
import { mixedMarkdown } from './panel/mixedMarkdown.ts';
import { openPanelWindow, type PanelWindow } from './panel/panelWindow.ts';
import { streamInto, type StreamedReply } from './panel/streamInto.ts';

const rounds = 2;

/**
 * Measures the panel in a real VS Code. The measurement takes about four minutes.
 * Compares the panel with a bare panel, which only appends the text of each event, during a typical reply and in idle
 * time.
 */
export async function measurePanel(): Promise<readonly Figure[]> {
  const window = await openPanelWindow();
  try {
    return [
      ...(await streaming(window)),
      ...(await longReply(window)),
      ...(await idle(window)),
      ...(await longSession(window)),
    ];
  } finally {
    await window.dispose();
  }
}

/** Streams a typical reply, of 2,989 tokens in 24.6 s, into each panel twice. */
async function streaming(window: PanelWindow): Promise<readonly Figure[]> {
  const ours: StreamedReply[] = [];
  const bare: StreamedReply[] = [];
  // Warms up both panels, because the first reply also loads code that later replies reuse.
  for (const panel of [window.bare, window.ours]) await streamInto(window, panel, mixedMarkdown(600), 300);
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await streamInto(window, window.bare, mixedMarkdown(2989), 2989 / 24.6));
    ours.push(await streamInto(window, window.ours, mixedMarkdown(2989), 2989 / 24.6));
  }

  const compared = (
    name: string,
    unit: string,
    of: (replies: readonly StreamedReply[]) => number,
    target: { readonly ms: number } | { readonly times: number },
  ): Figure => {
    const [value, floor] = [of(ours), of(bare)];
    const label = `${name} (bare: ${floor.toFixed(0)} ${unit})`;
    if ('ms' in target) return { name: label, value, unit, atMost: target.ms };
    return {
      name: `${name} (${value.toFixed(0)} ${unit}), relative to a bare panel (${floor.toFixed(0)} ${unit})`,
      value: value / floor,
      unit: '×',
      atMost: target.times,
    };
  };
  const delays = (percent: number) => (replies: readonly StreamedReply[]) =>
    percentile(
      replies.flatMap(({ paintDelays }) => paintDelays),
      percent,
    );
  const mean = (of: (reply: StreamedReply) => number) => (replies: readonly StreamedReply[]) =>
    replies.map(of).reduce((sum, value) => sum + value, 0) / replies.length;

  return [
    compared('panel: wire to paint, p50', 'ms', delays(50), { ms: 20 }),
    compared('panel: wire to paint, p95', 'ms', delays(95), { ms: 35 }),
    compared(
      'panel: last byte to last changed frame',
      'ms',
      mean(({ settledAfter }) => settledAfter),
      { ms: 50 },
    ),
    compared(
      'panel: CPU time of the main thread',
      'ms',
      mean(({ mainThread }) => mainThread),
      { times: 0.8 },
    ),
    compared(
      'panel: CPU time of the extension host',
      'ms',
      mean(({ extensionHost }) => extensionHost),
      { times: 1 },
    ),
    compared(
      'panel: request of four words',
      'bytes',
      mean(({ requestBytes }) => requestBytes),
      { times: 1 },
    ),
  ];
}

/** Streams a reply of 30,000 tokens at 1,000 tokens per second. */
async function longReply(window: PanelWindow): Promise<readonly Figure[]> {
  const { frameTimes, firstTenth, lastTenth } = await streamInto(window, window.ours, mixedMarkdown(30_000), 1000);
  return [
    { name: 'panel: 30,000 tokens, p95 of frames', value: percentile(frameTimes, 95), unit: 'ms', atMost: 50 },
    {
      name: `panel: 30,000 tokens, last tenth (${lastTenth.toFixed(0)} ms) relative to first (${firstTenth.toFixed(0)} ms)`,
      value: lastTenth / firstTenth,
      unit: '×',
      atMost: 1.2,
    },
  ];
}

async function idle(window: PanelWindow): Promise<readonly Figure[]> {
  const bare = await idleWork(window, window.bare);
  const ours = await idleWork(window, window.ours);
  return [
    {
      name: `panel: idle CPU time per second, in excess of a bare panel (${bare.work.toFixed(0)} ms)`,
      value: Math.max(0, ours.work - bare.work),
      unit: 'ms',
      atMost: 5,
    },
    { name: 'panel: timers and frames requested while idle', value: ours.calls, unit: '', atMost: 0 },
  ];
}

async function longSession(window: PanelWindow): Promise<readonly Figure[]> {
  const { openedAfter, frameTimes, blankFrames } = await openLongSession(window, 500);
  return [
    { name: 'panel: session of 500 messages opens', value: openedAfter, unit: 'ms', atMost: 500 },
    {
      name: 'panel: session of 500 messages scrolled, p95 of frames',
      value: percentile(frameTimes, 95),
      unit: 'ms',
      atMost: 50,
    },
    {
      name: `panel: session of 500 messages scrolled, blank frames of ${frameTimes.length}`,
      value: blankFrames,
      unit: '',
      atMost: 0,
    },
  ];
}

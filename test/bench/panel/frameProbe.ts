import type { Frame } from 'playwright-core';

/** A frame that was painted after the page had changed. */
export interface PaintedFrame {
  /** When it had been painted: milliseconds since the epoch. */
  readonly at: number;
  /** The text on the page in it. */
  readonly text: string;
}

export interface FrameProbe {
  /** The frames so far. */
  readonly frames: () => Promise<readonly PaintedFrame[]>;
  /** When the last one was painted. */
  readonly lastFrameAt: () => Promise<number>;
}

/**
 * Notes each frame that shows a change, with the text of the last element that `selector` finds. A change makes a
 * hidden element grow, so that a ResizeObserver runs in the very frame that shows it, whether the page changed in a
 * message or in an animation frame; the task posted there runs when the frame has been painted.
 */
export async function installFrameProbe(frame: Frame, selector: string): Promise<FrameProbe> {
  const probe = await frame.evaluateHandle((rootSelector) => {
    const frames: { at: number; text: string }[] = [];
    const painted = new MessageChannel();
    const unpainted: string[] = [];
    const marker = document.createElement('div');
    Object.assign(marker.style, { position: 'fixed', width: '1px', height: '1px', visibility: 'hidden', contain: 'strict' });
    document.documentElement.append(marker);
    let isChanged = false;

    painted.port1.onmessage = () => frames.push({ at: Date.now(), text: unpainted.shift() ?? '' });
    new ResizeObserver(() => {
      if (!isChanged) return;
      isChanged = false;
      const root = [...document.querySelectorAll(rootSelector)].at(-1);
      const blocks = [...(root?.children ?? [])];
      // The name of a language stands above the code, not in it.
      const text = blocks.map((block) => (block.querySelector('pre') ?? block).textContent).join('');
      unpainted.push(blocks.length === 0 ? (root?.textContent ?? '') : text);
      painted.port2.postMessage('');
    }).observe(marker);
    new MutationObserver(() => {
      if (isChanged) return;
      isChanged = true;
      marker.style.height = marker.style.height === '1px' ? '2px' : '1px';
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    return { frames };
  }, selector);
  return {
    frames: async () => probe.evaluate(({ frames }) => frames),
    lastFrameAt: async () => probe.evaluate(({ frames }) => frames.at(-1)?.at ?? 0),
  };
}

import type { Frame } from 'playwright-core';

/** A painted frame that shows a change of the page. */
export interface PaintedFrame {
  /** Time at which painting had ended, in milliseconds since the epoch. */
  readonly at: number;
  /** Number of letters and digits in the last element that matches the probe's selector. */
  readonly letters: number;
}

export interface FrameProbe {
  readonly frames: () => Promise<readonly PaintedFrame[]>;
  /** Resolves with `at` of the last frame, or with 0 if there is no frame yet. */
  readonly lastFrameAt: () => Promise<number>;
}

/**
 * Records each painted frame that shows a change of the page.
 * When the page changes for the first time since the last recorded frame, the probe resizes a hidden marker element.
 * Therefore, the marker's ResizeObserver runs in the frame that shows the change. The observer counts the letters and
 * digits in the last element that matches `selector`, and posts a task. This task runs after the frame is painted, and
 * records the time.
 */
export async function installFrameProbe(frame: Frame, selector: string): Promise<FrameProbe> {
  const probe = await frame.evaluateHandle((rootSelector) => {
    const frames: PaintedFrame[] = [];
    const painted = new MessageChannel();
    const unpainted: number[] = [];
    const marker = document.createElement('div');
    Object.assign(marker.style, {
      position: 'fixed',
      width: '1px',
      height: '1px',
      visibility: 'hidden',
      contain: 'strict',
    });
    document.documentElement.append(marker);
    let isChanged = false;
    let root: Element | undefined;
    /**
     * For each child of `root`, the number of letters and digits from the start of `root` to the end of the child. Only
     * the last two children are counted again, because earlier children do not change.
     */
    let letters: number[] = [];

    function countLetters(): number {
      const last = [...document.querySelectorAll(rootSelector)].at(-1);
      if (last !== root) letters = [];
      root = last;
      let node = root?.lastChild;
      const length = root?.childNodes.length ?? 0;
      letters.length = Math.max(0, Math.min(letters.length, length) - 2);
      const fresh: Node[] = [];
      for (let index = length; index > letters.length && node; index -= 1, node = node.previousSibling)
        fresh.unshift(node);
      for (const each of fresh) letters.push((letters.at(-1) ?? 0) + lettersOf(each));
      return letters.at(-1) ?? 0;
    }

    /**
     * Counts the letters and digits of a text node or of the blocks in an element. If a block contains code, counts only
     * the first `pre` of the block. This leaves out the language label above the code.
     */
    function lettersOf(node: Node): number {
      const blocks =
        node instanceof Element ? Array.from(node.children, (block) => block.querySelector('pre') ?? block) : [node];
      return (
        blocks
          .map(({ textContent }) => textContent)
          .join('')
          .match(/[\p{L}\p{N}]/gu)?.length ?? 0
      );
    }

    painted.port1.onmessage = () => frames.push({ at: Date.now(), letters: unpainted.shift() ?? 0 });
    new ResizeObserver(() => {
      if (!isChanged) return;
      isChanged = false;
      unpainted.push(countLetters());
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

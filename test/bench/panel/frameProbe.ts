import type { Frame } from 'playwright-core';

/** A frame that was painted after the page had changed. */
export interface PaintedFrame {
  /** When it had been painted: milliseconds since the epoch. */
  readonly at: number;
  /** How many letters and digits were on the page in it. */
  readonly letters: number;
}

export interface FrameProbe {
  /** The frames so far. */
  readonly frames: () => Promise<readonly PaintedFrame[]>;
  /** When the last one was painted. */
  readonly lastFrameAt: () => Promise<number>;
}

/**
 * Notes each frame that shows a change, with how much is in the last element that `selector` finds. A change makes a
 * hidden element grow, so that a ResizeObserver runs in the very frame that shows it, whether the page changed in a
 * message or in an animation frame; the task posted there runs when the frame has been painted.
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
    /** Of all nodes up to each one: only the last ones still change, and a probe must not cost more the longer a text is. */
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

    /** The name of a language stands above the code, not in it. */
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

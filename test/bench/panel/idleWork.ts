import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../figure.ts';
import type { MeasuredPanel, PanelWindow } from './panelWindow.ts';

/** Activity of a panel during nine idle seconds. */
export interface IdleWork {
  /**
   * The median over the seconds of the CPU time of the page's main thread and the extension host together, in
   * milliseconds. VS Code itself sometimes works for a few hundred milliseconds in one of the seconds.
   */
  readonly work: number;
  /** Number of timers, frames and idle callbacks that the panel's code requested. */
  readonly calls: number;
}

export async function idleWork({ mainThread, extensionHost }: PanelWindow, panel: MeasuredPanel): Promise<IdleWork> {
  const frame = await panel.show();
  await delay(3000);
  await frame.evaluate(() => {
    Object.assign(window, { idleCalls: 0 });
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'] as const) {
      const original = window[name].bind(window) as (...args: unknown[]) => number;
      const counting = (...args: unknown[]) => {
        (window as unknown as { idleCalls: number }).idleCalls += 1;
        return original(...args);
      };
      Object.assign(window, { [name]: counting });
    }
  });
  const seconds: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    const before = (await mainThread()) + (await extensionHost());
    await delay(1000);
    seconds.push((await mainThread()) + (await extensionHost()) - before);
  }
  return {
    work: median(seconds),
    calls: await frame.evaluate(() => (window as unknown as { readonly idleCalls: number }).idleCalls),
  };
}

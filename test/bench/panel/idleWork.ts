import { setTimeout as delay } from 'node:timers/promises';
import type { MeasuredPanel, PanelWindow } from './panelWindow.ts';

/** Activity of a panel during five idle seconds. */
export interface IdleWork {
  /** CPU time of the page's main thread and the extension host together, in milliseconds. */
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
  const before = (await mainThread()) + (await extensionHost());
  await delay(5000);
  const work = (await mainThread()) + (await extensionHost()) - before;
  return { work, calls: await frame.evaluate(() => (window as unknown as { readonly idleCalls: number }).idleCalls) };
}

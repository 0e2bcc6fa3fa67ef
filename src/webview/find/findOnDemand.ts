import { element } from '../dom.ts';
import type { FindBar } from './findBar.ts';
import { consume, opensFind } from './findKeys.ts';

/** The find bar as the panel uses it. See FindBar. */
export interface Find extends Pick<FindBar, 'handleKey' | 'close'> {
  readonly element: HTMLElement;
}

/** Creates a find bar whose code is loaded when the bar is first opened. */
export function findOnDemand(load: () => Promise<FindBar>): Find {
  const place = element('div', {});
  let loading: Promise<void> | undefined;
  let bar: FindBar | undefined;

  async function start(): Promise<void> {
    bar = await load();
    place.append(bar.element);
    bar.open();
  }

  return {
    element: place,
    close: () => bar?.close() ?? false,
    handleKey: (event) => {
      if (bar !== undefined) return bar.handleKey(event);
      if (!opensFind(event)) return false;
      consume(event);
      loading ??= start();
      return true;
    },
  };
}

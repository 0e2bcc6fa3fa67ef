import type { QueuePrices } from '../../common/protocol/estimateProtocol.ts';
import { element } from '../dom.ts';
import type { PanelContext } from '../panelContext.ts';
import type { QueueEvents, QueueView } from './queueView.ts';

/** Creates a view of the queued messages, whose code is loaded when the first message is queued. */
export function queueOnDemand(context: PanelContext, events: QueueEvents): QueueView {
  const place = element('div');
  let isWanted = false;
  let isRunning = false;
  let prices: QueuePrices | undefined;
  let view: QueueView | undefined;
  let waiting: ((view: QueueView) => void)[] = [];

  async function load(): Promise<void> {
    const { createQueueView } = await import('./queueView.ts');
    const loaded = createQueueView(context, events);
    place.append(loaded.element);
    for (const action of waiting) action(loaded);
    waiting = [];
    view = loaded;
  }

  /** Runs the action at once if the view is loaded, because the panel looks for the focus after each change. */
  function useIfWanted(action: (view: QueueView) => void, isNew = false): void {
    if (isNew && !isWanted) {
      isWanted = true;
      const [running, shown] = [isRunning, prices];
      waiting.push((loaded) => {
        loaded.setRunning(running);
        loaded.setPrices(shown);
      });
      void load();
    }
    if (view !== undefined) action(view);
    else if (isWanted) waiting.push(action);
  }

  return {
    element: place,
    show: (queue) => useIfWanted((view) => view.show(queue), queue.length > 0),
    announceChange: (before, after) => useIfWanted((view) => view.announceChange(before, after), after.length > 0),
    setPrices: (value) => {
      prices = value;
      useIfWanted((view) => view.setPrices(value));
    },
    setRunning: (value) => {
      isRunning = value;
      useIfWanted((view) => view.setRunning(value));
    },
  };
}

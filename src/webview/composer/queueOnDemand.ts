import type { QueuePrices } from '../../common/protocol/estimateProtocol.ts';
import { element } from '../dom.ts';
import { onDemand } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import type { QueueEvents, QueueView } from './queueView.ts';

/** Creates a view of the queued messages, whose code is loaded when the first message is queued. */
export function queueOnDemand(context: PanelContext, events: QueueEvents): QueueView {
  const place = element('div');
  let isWanted = false;
  let isRunning = false;
  let prices: QueuePrices | undefined;
  const use = onDemand<(view: QueueView) => void>(async () => {
    const { createQueueView } = await import('./queueView.ts');
    const view = createQueueView(context, events);
    place.append(view.element);
    return (action) => action(view);
  });

  function useIfWanted(action: (view: QueueView) => void, isNew = false): void {
    if (isNew && !isWanted) {
      isWanted = true;
      const [running, shown] = [isRunning, prices];
      use((view) => {
        view.setRunning(running);
        view.setPrices(shown);
      });
    }
    if (isWanted) use(action);
  }

  return {
    element: place,
    show: (queue, isChange) => useIfWanted((view) => view.show(queue, isChange), queue.length > 0),
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

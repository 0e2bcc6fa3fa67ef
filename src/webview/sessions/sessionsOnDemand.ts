import { element } from '../dom.ts';
import type { SessionsView } from './sessionsView.ts';

/** Creates a sessions view whose code is loaded when the view is first opened. */
export function sessionsOnDemand(load: () => Promise<SessionsView>): SessionsView {
  const place = element('div', { class: 'sessions-place' });
  let loading: Promise<void> | undefined;
  let view: SessionsView | undefined;
  let isWanted = false;
  let shown: Parameters<SessionsView['setShown']> = ['', false];

  async function start(): Promise<void> {
    view = await load();
    place.append(view.element);
    view.setShown(...shown);
    if (isWanted) view.open();
  }

  return {
    element: place,
    isOpen: () => view?.isOpen() ?? isWanted,
    open: () => {
      isWanted = true;
      if (view === undefined) loading ??= start();
      else view.open();
    },
    close: () => {
      isWanted = false;
      view?.close();
    },
    setShown: (...session) => {
      shown = session;
      view?.setShown(...session);
    },
    handle: (message) => {
      if (view !== undefined) view.handle(message);
      else void loading?.then(() => view?.handle(message));
    },
    focus: () => view?.focus(),
  };
}

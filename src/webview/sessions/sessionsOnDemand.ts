import { element } from '../dom.ts';
import { loadModule } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import type { SessionsView, SessionsViewEvents } from './sessionsView.ts';

/** Creates a sessions view whose code is loaded when the view is first opened. */
export function sessionsOnDemand(context: PanelContext, events: SessionsViewEvents): SessionsView {
  const place = element('div', { class: 'sessions-place' });
  let loading: Promise<void> | undefined;
  let view: SessionsView | undefined;
  let isWanted = false;
  let shown: Parameters<SessionsView['setShown']> = ['', false];

  async function start(): Promise<void> {
    const { createSessionsView } = await loadModule(async () => import('./sessionsView.ts'));
    view = createSessionsView(context, events);
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
    setReplies: (replies) => view?.setReplies(replies),
    handle: (message) => {
      if (view !== undefined) view.handle(message);
      else void loading?.then(() => view?.handle(message));
    },
    focus: () => view?.focus(),
  };
}

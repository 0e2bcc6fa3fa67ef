import * as l10n from '@vscode/l10n';
import { element } from '../dom.ts';
import { loadModule } from '../onDemand.ts';
import type { PanelContext } from '../panelContext.ts';
import type { FindBar, SearchedPage } from './findBar.ts';
import { consume, createFindInput, findStart, focusInput, opensFind } from './findStart.ts';

/** The find bar as the panel uses it. See FindBar. */
export interface Find extends Pick<FindBar, 'handleKey' | 'close'> {
  readonly element: HTMLElement;
}

/**
 * Creates a find bar whose code is loaded when the bar is first opened. Until the code is loaded, the bar has only its
 * text field, so that no typed text goes elsewhere.
 */
export function findOnDemand(context: PanelContext, page: SearchedPage): Find {
  const place = element('div', {});
  let isLoading = false;
  let bar: FindBar | undefined;

  async function open(): Promise<void> {
    isLoading = true;
    const input = createFindInput();
    const start = findStart(page.content);
    place.append(element('div', { class: 'find-bar', role: 'search', 'aria-label': l10n.t('Find') }, input));
    focusInput(input, start);
    const { FindBar: Bar } = await loadModule(async () => import('./findBar.ts'));
    bar = new Bar(context, page, input);
    place.replaceChildren(bar.element);
    bar.start(start);
  }

  return {
    element: place,
    close: () => bar?.close() ?? false,
    handleKey: (event) => {
      if (bar !== undefined) return bar.handleKey(event);
      if (!opensFind(event)) return false;
      consume(event);
      if (!isLoading) void open();
      return true;
    },
  };
}

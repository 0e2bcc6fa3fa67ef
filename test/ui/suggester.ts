import assert from 'node:assert/strict';
import type { CompletionView } from '../../src/common/protocol/draftProtocol.ts';
import type { PanelPage } from './panelHarness.ts';

export const total: CompletionView = { label: 'total.ts', detail: 'src', icon: 'file' };
export const chooseFiles: CompletionView = {
  label: 'Choose files…',
  detail: 'No results',
  icon: 'folder-opened',
  text: '',
  isFallback: true,
};

/** Answers completion requests of the panel that `view` returns. */
export function suggester(view: () => PanelPage) {
  /** Waits until the query of the last completion request is `query`. Resolves with the id of this request. */
  async function requested(query: string): Promise<string> {
    const id = await view().page.waitForFunction((wanted) => {
      const { posted } = window as unknown as { posted: { type: string; query?: string; completionId?: string }[] };
      const last = posted.findLast(({ type }) => type === 'complete');
      return last?.query === wanted ? last.completionId : undefined;
    }, query);
    const completionId = await id.jsonValue();
    assert.ok(completionId !== undefined);
    return completionId;
  }

  /** Answers the last completion request as soon as its query is `query`. Resolves with the id of this request. */
  async function suggest(query: string, items: readonly CompletionView[]): Promise<string> {
    const completionId = await requested(query);
    await view().send({ type: 'didComplete', completionId, items });
    return completionId;
  }

  return { requested, suggest };
}

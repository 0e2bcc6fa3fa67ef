import type { EditorView } from '../common/protocol/editorProtocol.ts';

/** Tells all code blocks on the page whether code can be inserted into, or applied to, the current editor. */
export interface EditorState {
  readonly current: () => EditorView;
  readonly change: (view: EditorView) => void;
  /**
   * Calls `refresh` after each change while `toolbar` is on the page: at once for the last toolbars of the page, and in
   * the next frames for the other toolbars. `toolbar` must have the class `code-toolbar`.
   */
  readonly follow: (toolbar: HTMLElement, refresh: () => void) => void;
}

/** Time in milliseconds for refreshing toolbars in each task. A session can have more than 10,000 toolbars. */
const timeInTask = 8;

export function createEditorState(): EditorState {
  const unknown = { isPossible: false, hint: '' };
  let current: EditorView = { insert: unknown, apply: unknown, applied: [] };
  // No event reports that a code block was removed, so a list of toolbars would leak memory. Search the page instead.
  const refreshers = new WeakMap<Element, () => void>();
  /** The toolbars to refresh, in document order. */
  let waiting: Element[] = [];
  let isScheduled = false;

  function refresh(): void {
    const end = performance.now() + timeInTask;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      refreshers.get(next)?.();
      if (performance.now() >= end) break;
    }
    if (waiting.length === 0 || isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      refresh();
    });
  }

  return {
    current: () => current,
    change: (view) => {
      current = view;
      waiting = [...document.querySelectorAll('.code-toolbar')];
      refresh();
    },
    follow: (toolbar, refreshToolbar) => refreshers.set(toolbar, refreshToolbar),
  };
}

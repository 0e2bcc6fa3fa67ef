import type { EditorView } from '../common/protocol/editorProtocol.ts';

/** Tells all code blocks on the page whether code can be inserted into, or applied to, the current editor. */
export interface EditorState {
  readonly current: () => EditorView;
  readonly change: (view: EditorView) => void;
  /** Calls `refresh` after each change while `toolbar` is on the page. `toolbar` must have the class `code-toolbar`. */
  readonly follow: (toolbar: HTMLElement, refresh: () => void) => void;
}

export function createEditorState(): EditorState {
  const unknown = { isPossible: false, hint: '' };
  let current: EditorView = { insert: unknown, apply: unknown };
  // No event reports that a code block was removed, so a list of toolbars would leak memory. Search the page instead.
  const refreshers = new WeakMap<Element, () => void>();
  return {
    current: () => current,
    change: (view) => {
      current = view;
      for (const toolbar of document.querySelectorAll('.code-toolbar')) refreshers.get(toolbar)?.();
    },
    follow: (toolbar, refresh) => refreshers.set(toolbar, refresh),
  };
}

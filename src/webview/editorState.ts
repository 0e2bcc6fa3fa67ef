import type { EditorView } from '../common/protocol/editorProtocol.ts';

/** What the person's editor allows to be done with code, for every block of code on the page. */
export interface EditorState {
  readonly current: () => EditorView;
  readonly change: (view: EditorView) => void;
  /** Calls `refresh` after each change, as long as the toolbar is on the page. */
  readonly follow: (toolbar: HTMLElement, refresh: () => void) => void;
}

export function createEditorState(): EditorState {
  const unknown = { isPossible: false, hint: '' };
  let current: EditorView = { insert: unknown, apply: unknown };
  // Blocks come and go without notice, so they are looked up on the page instead of being kept in a list.
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

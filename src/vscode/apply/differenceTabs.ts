import * as vscode from 'vscode';
import { isProposed } from '../code/targetEditor.ts';

/** A diff editor that shows proposed changes of one file or of several files. */
interface DifferenceTab {
  readonly tab: vscode.Tab;
  /** The URIs of the documents with the proposed changes. */
  readonly uris: readonly vscode.Uri[];
}

/** VS Code's API does not have this type of tab yet, but its tabs for the changes of several files have these fields. */
interface MultiDiffInput {
  readonly textDiffs?: readonly { readonly modified?: unknown }[];
}

function differenceTabs(): readonly DifferenceTab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map((tab) => ({ tab, uris: proposedUris(tab) }))
    .filter(({ uris }) => uris.length > 0);
}

function proposedUris({ input }: vscode.Tab): readonly vscode.Uri[] {
  const shown =
    input instanceof vscode.TabInputTextDiff
      ? [input.modified]
      : ((input as MultiDiffInput | undefined)?.textDiffs ?? []).map(({ modified }) => modified);
  return shown.filter((uri): uri is vscode.Uri => uri instanceof vscode.Uri && isProposed(uri));
}

/** Returns the URIs of the documents with proposed changes that are shown in any tab. */
export function shownDifferences(): ReadonlySet<string> {
  return new Set(differenceTabs().flatMap(({ uris }) => uris.map(String)));
}

/** Closes the diff editors that show only proposed changes whose URIs match. */
export async function closeDifferences(matches: (uri: vscode.Uri) => boolean): Promise<void> {
  await vscode.window.tabGroups.close(
    differenceTabs()
      .filter(({ uris }) => uris.every(matches))
      .map(({ tab }) => tab),
  );
}

/**
 * Closes the diff editors that show ended changes and, apart from these, only changes that other diff editors show.
 *
 * @param isEnded Returns true if the change in the document with a URI was applied or discarded.
 */
export async function closeOutdatedDifferences(isEnded: (uri: string) => boolean): Promise<void> {
  const tabs = differenceTabs().map(({ tab, uris }) => ({ tab, uris: uris.map(String) }));
  const [outdated, current] = [
    tabs.filter(({ uris }) => uris.some(isEnded)),
    tabs.filter(({ uris }) => !uris.some(isEnded)),
  ];
  const shown = new Set(current.flatMap(({ uris }) => uris));
  await vscode.window.tabGroups.close(
    outdated.filter(({ uris }) => uris.every((uri) => isEnded(uri) || shown.has(uri))).map(({ tab }) => tab),
  );
}

/**
 * Returns the URI of the document with a proposed change. A button in the diff editor's title bar passes this URI as
 * `shown`. If `shown` is anything else, returns the URIs of all proposed changes in the active tab.
 */
export function differenceUris(shown: unknown): readonly vscode.Uri[] {
  if (shown instanceof vscode.Uri && isProposed(shown)) return [shown];
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? [] : proposedUris(activeTab);
}

/**
 * Calls a function when proposed changes are no longer shown, with the URIs of their documents. Not called for a proposed
 * change that was never shown: VS Code may close another tab immediately before it opens the diff editor.
 */
export function onDidCloseDifferences(handle: (closed: readonly string[]) => void): vscode.Disposable {
  let shown: ReadonlySet<string> = new Set();
  return vscode.window.tabGroups.onDidChangeTabs(() => {
    const before = shown;
    shown = shownDifferences();
    const closed = [...before].filter((uri) => !shown.has(uri));
    if (closed.length > 0) handle(closed);
  });
}

/** Keeps a context key that is true while the active tab shows the proposed changes of several files. */
export function followReview(): vscode.Disposable {
  let isSet = false;
  const update = () => {
    const isReview = differenceUris(undefined).length > 1;
    if (isReview === isSet) return;
    isSet = isReview;
    void vscode.commands.executeCommand('setContext', 'tally.reviewsChanges', isReview);
  };
  update();
  const { tabGroups } = vscode.window;
  return vscode.Disposable.from(tabGroups.onDidChangeTabs(update), tabGroups.onDidChangeTabGroups(update));
}

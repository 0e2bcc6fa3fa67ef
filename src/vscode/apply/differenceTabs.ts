import * as vscode from 'vscode';
import { proposedScheme } from '../code/targetEditor.ts';

/** A diff editor that shows a file and its proposed change. */
interface DifferenceTab {
  readonly tab: vscode.Tab;
  /** The URI of the document with the proposed change. */
  readonly uri: vscode.Uri;
}

function differenceTabs(): readonly DifferenceTab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const uri = tab.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
      return uri?.scheme === proposedScheme ? [{ tab, uri }] : [];
    });
}

export async function closeDifferences(matches: (uri: vscode.Uri) => boolean): Promise<void> {
  await vscode.window.tabGroups.close(
    differenceTabs()
      .filter(({ uri }) => matches(uri))
      .map(({ tab }) => tab),
  );
}

/**
 * Returns the URI of the document with a proposed change. A button in the diff editor's title bar passes this URI as
 * `shown`. If `shown` is anything else, returns the URI of the proposed change in the active tab, or undefined if that
 * tab shows no proposed change.
 */
export function differenceUri(shown: unknown): vscode.Uri | undefined {
  if (shown instanceof vscode.Uri && shown.scheme === proposedScheme) return shown;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return differenceTabs().find(({ tab }) => tab === activeTab)?.uri;
}

/** Calls a function when tabs were closed, with the URIs of the proposed changes that are still shown. */
export function onDidCloseDifferences(handle: (shown: ReadonlySet<string>) => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.length > 0) handle(new Set(differenceTabs().map(({ uri }) => uri.toString())));
  });
}

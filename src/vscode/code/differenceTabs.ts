import * as vscode from 'vscode';
import { proposedScheme } from './targetEditor.ts';

/** A tab that shows a file beside its proposed change. */
interface DifferenceTab {
  readonly tab: vscode.Tab;
  /** Of the document with the proposed change. */
  readonly uri: vscode.Uri;
}

export function differenceTabs(): readonly DifferenceTab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) => {
      const uri = tab.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
      return uri?.scheme === proposedScheme ? [{ tab, uri }] : [];
    });
}

export async function closeDifferences(isMeant: (uri: vscode.Uri) => boolean): Promise<void> {
  await vscode.window.tabGroups.close(
    differenceTabs()
      .filter(({ uri }) => isMeant(uri))
      .map(({ tab }) => tab),
  );
}

/** The proposed document of a button in the title bar, or else of the active tab. */
export function differenceUri(shown: unknown): vscode.Uri | undefined {
  if (shown instanceof vscode.Uri && shown.scheme === proposedScheme) return shown;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return differenceTabs().find(({ tab }) => tab === activeTab)?.uri;
}

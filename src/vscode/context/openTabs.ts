import * as vscode from 'vscode';

/** Returns the URIs of the text editors' tabs. The active tab of each editor group comes before all other tabs. */
export function openTabUris(): readonly vscode.Uri[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
}

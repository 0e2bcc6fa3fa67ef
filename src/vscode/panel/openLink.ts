import * as vscode from 'vscode';
import { openableLink } from './openableLink.ts';

/** Opens a link of a reply if it leads to a page or an address for mail; VS Code asks for hosts that it does not know. */
export async function openLink(url: string): Promise<void> {
  const link = openableLink(url);
  if (link !== undefined) await vscode.env.openExternal(vscode.Uri.parse(link, true));
}

import * as vscode from 'vscode';

/** Links in replies are hostile: nothing but these leads anywhere, and VS Code asks for hosts that it does not know. */
export async function openLink(url: string): Promise<void> {
  const uri = vscode.Uri.parse(url);
  // A user name before the host makes one host look like another.
  const isPage = ['http', 'https'].includes(uri.scheme) && uri.authority !== '' && !uri.authority.includes('@');
  if (isPage || uri.scheme === 'mailto') await vscode.env.openExternal(uri);
}

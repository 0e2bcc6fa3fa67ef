import * as vscode from 'vscode';

/** Opens a link of a reply if it leads to a page or an address for mail; VS Code asks for hosts that it does not know. */
export async function openLink(url: string): Promise<void> {
  const link = openableLink(url);
  if (link !== undefined) await vscode.env.openExternal(vscode.Uri.parse(link, true));
}

/**
 * The address of a link in a reply, as it may be opened; undefined if it may not: links in replies are hostile.
 * A user name before the host would make one host look like another.
 */
export function openableLink(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'mailto:') return parsed.href;
  const isPage = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  return isPage && parsed.username === '' && parsed.password === '' ? parsed.href : undefined;
}

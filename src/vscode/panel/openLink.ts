import * as vscode from 'vscode';

/**
 * Opens a web or mail link of a reply. Ignores other links, and web links with a user name or a password. VS Code asks
 * the user before it opens a link to an untrusted host. Resolves with false if the link was not opened, for example
 * because the user has cancelled, or has copied the link instead.
 */
export async function openLink(url: string): Promise<boolean> {
  const link = openableLink(url);
  // VS Code accepts a string, although its types do not declare it. VS Code opens a `Uri` in decoded form, so that `%26`
  // in a query would become `&`.
  return link !== undefined && vscode.env.openExternal(link as unknown as vscode.Uri);
}

/**
 * Returns the normalized URL of a link in a reply, or undefined if the link must not be opened. Links in replies may be
 * hostile. For example, a user name before the host could make one host look like another.
 */
export function openableLink(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'mailto:') return parsed.href;
  const isPage = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  return isPage && parsed.username === '' && parsed.password === '' ? parsed.href : undefined;
}

import type { Uri } from 'vscode';

/**
 * The address under which this extension host reaches what the window calls `uri`: beside a remote folder the
 * remote's own files are `file`, and those of the person's computer are not.
 */
export function hostUri(uri: Uri, isRemote: boolean): Uri {
  if (!isRemote) return uri;
  if (uri.scheme === 'vscode-remote') return uri.with({ scheme: 'file', authority: '' });
  return uri.scheme === 'file' ? uri.with({ scheme: 'vscode-local' }) : uri;
}

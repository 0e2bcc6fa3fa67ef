import * as vscode from 'vscode';
import { leadsOutside } from '../context/linkedFiles.ts';
import { fileName } from '../dialogs/plainText.ts';
import { hasUndecodedBytes, openText } from './changeFile.ts';

/** The reason why a file cannot be changed or created. `exists`: a file that was to be created exists. */
export interface FileProblem {
  readonly kind: 'exists' | 'missing' | 'refused';
  readonly sentence: string;
}

/** Larger files are not read. */
const maxBytes = 32 * 1024 * 1024;

/** Resolves with the reason why a file cannot be changed or, if `isNew` is true, created; with undefined if it can. */
export async function fileProblem(uri: vscode.Uri, isNew: boolean): Promise<FileProblem | undefined> {
  const { l10n } = vscode;
  const name = fileName(uri);
  const refused = (sentence: string): FileProblem => ({ kind: 'refused', sentence });
  if (uri.scheme === 'untitled') return undefined;
  if (uri.scheme === 'vscode-notebook-cell' || uri.path.endsWith('.ipynb'))
    return refused(l10n.t('This isn’t possible in a notebook.'));
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return refused(l10n.t('{0} is read-only.', name));
  const stat = await statOf(uri);
  const nearest = stat === undefined ? await existingParent(uri) : { uri, stat };
  if (nearest !== undefined && (await isLinkOutside(nearest.uri, nearest.stat)))
    return refused(
      l10n.t('{0} is a link out of the workspace, or a link that can’t be followed. Nothing is changed there.', name),
    );
  if (stat === undefined && nearest !== undefined && (nearest.stat.type & vscode.FileType.Directory) === 0)
    return refused(notInFolderSentence(uri, nearest.uri));
  if (isNew) return stat && { kind: 'exists', sentence: l10n.t('{0} exists already.', name) };
  if (stat === undefined) return { kind: 'missing', sentence: l10n.t('{0} no longer exists.', name) };
  if ((stat.type & vscode.FileType.File) === 0) return refused(l10n.t('{0} isn’t a text file.', name));
  if (((stat.permissions ?? 0) & vscode.FilePermission.Readonly) !== 0)
    return refused(l10n.t('{0} is read-only.', name));
  if (stat.size > maxBytes) return refused(l10n.t('{0} is too large to find the place of the code.', name));
  const document = await openText(uri);
  if (document === undefined) return refused(l10n.t('{0} isn’t a text file.', name));
  return (await hasUndecodedBytes(document))
    ? refused(l10n.t('{0} contains bytes that VS Code couldn’t decode. Reopen it with its encoding first.', name))
    : undefined;
}

/** Resolves with undefined if nothing is at the URI. A link to nothing has the type `SymbolicLink` alone. */
export async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
}

/** Also resolves with true for a link to nothing, because a file that is created there would be outside. */
async function isLinkOutside(uri: vscode.Uri, { type }: vscode.FileStat): Promise<boolean> {
  return type === vscode.FileType.SymbolicLink || (await leadsOutside(uri));
}

/** Resolves with what exists of the path of a missing file, if this is inside its workspace folder. */
async function existingParent(uri: vscode.Uri) {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  let parent = vscode.Uri.joinPath(uri, '..');
  while (folder !== undefined && parent.path.length > folder.path.length) {
    const stat = await statOf(parent);
    if (stat !== undefined) return { uri: parent, stat };
    parent = vscode.Uri.joinPath(parent, '..');
  }
  return undefined;
}

/** Returns a sentence about a file that cannot be created, because `parent` is, or will be, a file. */
export function notInFolderSentence(uri: vscode.Uri, parent: vscode.Uri): string {
  return vscode.l10n.t('{0} can’t be created, because {1} isn’t a folder.', fileName(uri), fileName(parent));
}

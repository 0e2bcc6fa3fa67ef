import * as vscode from 'vscode';
import { inTime } from '../../common/async/inTime.ts';
import { hasErrorCode } from '../../node/hasErrorCode.ts';
import { realPath } from '../../node/realPath.ts';

/**
 * Follows all symbolic links in the path of `uri`, and resolves with the URI of the target. For a missing file, follows
 * the links of its folders. Resolves with `uri` itself if the file system is not a disk, or if it says that it supports no
 * links, as some drives do. Otherwise, resolves with undefined if the links cannot
 * be followed, or if the file system does not answer in time. Such a file can be anywhere, because the system follows
 * some links that `realPath` does not, for example to a path of more than 4,096 bytes.
 */
export async function followLinks(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  if (uri.scheme !== 'file') return uri;
  return targetOnDisk(uri);
}

/** The codes of the errors of drives that support no links. */
const noLinksCodes = ['EISDIR', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'UNKNOWN'];

async function targetOnDisk(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  try {
    const target = await inTime(realPath(uri.fsPath), undefined);
    return target === undefined ? undefined : vscode.Uri.file(target);
  } catch (error) {
    return hasErrorCode(error, ...noLinksCodes) ? uri : undefined;
  }
}

/**
 * Resolves with true if the path of a file is in the workspace, but symbolic links lead out of the workspace or
 * cannot be followed. A repository can contain links to the user's private files.
 */
export async function leadsOutside(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
  const target = await followLinks(uri);
  if (target === undefined) return true;
  if (target.toString() === uri.toString()) return false;
  return (await pathInWorkspace(target)) === undefined;
}

/**
 * Resolves with the path of a target of `followLinks` in its workspace folder, without `/` at the start; with undefined
 * if it is in none.
 */
export async function pathInWorkspace(target: vscode.Uri): Promise<string | undefined> {
  // The path of a workspace folder may also contain symbolic links. Only folders on disk count, because the path of a
  // virtual folder can equal any path on disk.
  const folders = await Promise.all(
    (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri: { scheme } }) => scheme === 'file')
      .map(async ({ uri }) => `${((await targetOnDisk(uri)) ?? uri).path.replace(/\/$/, '')}/`),
  );
  const folder = folders.find((each) => target.path.startsWith(each));
  return folder && target.path.slice(folder.length);
}

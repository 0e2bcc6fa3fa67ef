import * as vscode from 'vscode';
import { hostilePath } from '../../apply/hostilePath.ts';
import { matchPath, similarPaths } from '../../apply/matchPath.ts';
import type { WorkspaceFile } from '../context/workspaceFiles.ts';
import { showInformation } from '../dialogs/messages.ts';
import { plainName } from '../dialogs/plainText.ts';
import { statOf } from './fileProblem.ts';

const pathOf = ({ path }: WorkspaceFile) => path;

/** `cancelled`: the user has cancelled the question which file it is. Undefined: a message says why there is no file. */
export type FoundFile = TargetFile | 'cancelled' | undefined;

/** The file to which a block belongs. */
export interface TargetFile extends WorkspaceFile {
  /** True if the file does not exist. */
  readonly isNew: boolean;
}

/**
 * Finds the file that a reply names. Asks the user if several files match, or if the named path only ends with the path
 * of a file. If none matches, returns a new file in the workspace.
 *
 * @param names The path that the reply names, or several among which the user has to choose. If the workspace has files
 * with some of them, the others are probably no files.
 * @param files The files of the workspace.
 * @param preferred The files that the user sees or has asked about. They can also be outside the workspace.
 */
export async function findNamedFile(
  names: readonly string[],
  files: readonly WorkspaceFile[],
  preferred: readonly vscode.Uri[],
): Promise<FoundFile> {
  const folderNames = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
  const matchesOf = (name: string) => {
    const match = (among: readonly WorkspaceFile[]) => filesAt(matchPath(name, among.map(pathOf), folderNames), among);
    const found = match(files);
    return found.length > 0 ? found : match(preferred.map(toFile));
  };
  const matches = new Map(names.map((name) => [name, matchesOf(name)]));
  const existing = names.filter((name) => (matches.get(name) ?? []).length > 0);
  const named = await pickName(existing.length > 0 ? existing : names);
  if (named === undefined) return 'cancelled';
  const matching = matches.get(named) ?? [];
  if (matching.length > 1) return pickFile(named, matching, preferred);
  const [file] = matching;
  return file === undefined ? findSimilar(named, files) : { ...file, isNew: false };
}

/** Asks which of several names is meant. Resolves with undefined if the user cancels. */
async function pickName(names: readonly string[]): Promise<string | undefined> {
  if (names.length < 2) return names[0];
  const items = names.map((name) => ({ label: plainName(name), name }));
  const placeHolder = vscode.l10n.t('The reply names several files. Which one does the code belong to?');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.name;
}

/** Returns the file with its path in the workspace, or with its whole path if it is outside the workspace. */
export function toFile(uri: vscode.Uri): WorkspaceFile {
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const path = isInside ? vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') : uri.path;
  return { uri, path: path.replace(/^\/(?:[A-Za-z]:\/)?/, '') };
}

function filesAt(paths: readonly string[], files: readonly WorkspaceFile[]): readonly WorkspaceFile[] {
  const wanted = new Set(paths);
  return files.filter(({ path }) => wanted.has(path));
}

async function pickFile(
  named: string,
  files: readonly WorkspaceFile[],
  preferred: readonly vscode.Uri[],
): Promise<FoundFile> {
  const isPreferred = ({ uri }: WorkspaceFile) => preferred.some((each) => each.toString() === uri.toString());
  const items = [...files.filter(isPreferred), ...files.filter((file) => !isPreferred(file))].map((file) => ({
    label: plainName(file.path),
    file,
  }));
  const placeHolder = vscode.l10n.t('Several files match {0}. Which one does the code belong to?', plainName(named));
  const picked = await vscode.window.showQuickPick(items, { placeHolder });
  return picked === undefined ? 'cancelled' : { ...picked.file, isNew: false };
}

/** Asks whether a reply means a file with whose path the named path ends, or the file with exactly this path. */
async function findSimilar(named: string, files: readonly WorkspaceFile[]): Promise<FoundFile> {
  const { l10n } = vscode;
  const similar = filesAt(similarPaths(named, files.map(pathOf)), files);
  if (similar.length === 0) return findUnlisted(named);
  const isOutside = hostilePath(named) === 'outside';
  const exact = isOutside ? undefined : await findUnlisted(named);
  if (!isOutside && exact?.isNew !== true) return exact;
  const name = plainName(named);
  const existing = similar.map((file) => ({ label: plainName(file.path), file: { ...file, isNew: false } }));
  const created = exact === undefined ? [] : [{ label: name, description: l10n.t('New file'), file: exact }];
  const placeHolder = l10n.t('The workspace has no file {0}. Which file does the code belong to?', name);
  return (await vscode.window.showQuickPick([...existing, ...created], { placeHolder }))?.file ?? 'cancelled';
}

/** Finds a file that the list of files does not contain, for example because it is ignored; else returns a new file. */
async function findUnlisted(named: string): Promise<TargetFile | undefined> {
  const { l10n } = vscode;
  const name = plainName(named);
  const danger = hostilePath(named);
  if (danger === 'outside' || danger === 'hidden') {
    void showInformation(
      danger === 'outside'
        ? l10n.t('The reply names {0}, which isn’t in the workspace. Only files of the workspace are changed.', name)
        : l10n.t('The reply names a file with hidden characters in its name: {0}. It isn’t changed.', name),
    );
    return undefined;
  }
  const segments = named.split(/[\\/]/).filter((segment) => segment !== '' && segment !== '.');
  const folder = folderOf(segments);
  if (folder === undefined) {
    void showInformation(l10n.t('The reply names {0}, which isn’t open. Open the file or its folder first.', name));
    return undefined;
  }
  const uri = vscode.Uri.joinPath(folder.root, ...folder.segments);
  return { ...toFile(uri), isNew: (await statOf(uri)) === undefined };
}

/** Returns the workspace folder with the name of the first segment if there are several, else the first folder. */
function folderOf(segments: readonly string[]) {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const named = folders.length > 1 ? folders.find(({ name }) => name === segments[0]) : undefined;
  const [first] = folders;
  if (named !== undefined && segments.length > 1) return { root: named.uri, segments: segments.slice(1) };
  return first && { root: first.uri, segments };
}

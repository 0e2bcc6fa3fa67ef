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
  const ordered = [...files.filter(isPreferred), ...files.filter((file) => !isPreferred(file))];
  return pick(ordered, vscode.l10n.t('Several files match {0}. Which one does the code belong to?', plainName(named)));
}

/** Asks which of several attached files the code belongs to. */
export async function pickAttached(files: readonly WorkspaceFile[]): Promise<FoundFile> {
  return pick(files, vscode.l10n.t('The reply names no file. Which one does the code belong to?'));
}

async function pick(files: readonly WorkspaceFile[], placeHolder: string): Promise<FoundFile> {
  const items = files.map((file) => ({ label: plainName(file.path), file }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder });
  return picked === undefined ? 'cancelled' : { ...picked.file, isNew: false };
}

/**
 * Finds a file that the list of files does not contain. Asks which file the reply means, if the named path ends with the
 * path of a listed file, or if several workspace folders could contain the file.
 */
async function findSimilar(named: string, files: readonly WorkspaceFile[]): Promise<FoundFile> {
  const { l10n } = vscode;
  const similar = filesAt(similarPaths(named, files.map(pathOf)), files);
  const places = similar.length > 0 && hostilePath(named) === 'outside' ? [] : await findUnlisted(named);
  if (places === undefined) return undefined;
  const isCertain = places.length > 0 && (similar.length === 0 || places.every(({ isNew }) => !isNew));
  const [place] = places;
  if (isCertain && places.length === 1) return place;
  const existing = (isCertain ? [] : similar).map((file) => ({
    label: plainName(file.path),
    file: { ...file, isNew: false },
  }));
  const unlisted = places.map((file) => ({
    label: plainName(file.path),
    ...(file.isNew && { description: l10n.t('New file') }),
    file,
  }));
  const name = plainName(named);
  const placeHolder = isCertain
    ? l10n.t('The workspace has several folders. Where does the file {0} belong?', name)
    : l10n.t('The workspace has no file {0}. Which file does the code belong to?', name);
  return (await vscode.window.showQuickPick([...existing, ...unlisted], { placeHolder }))?.file ?? 'cancelled';
}

/**
 * Finds the places of a file that the list of files does not contain, for example because it is ignored or new. There
 * are several if more than one workspace folder fits. Resolves with undefined if a message says why there is none.
 */
async function findUnlisted(named: string): Promise<readonly TargetFile[] | undefined> {
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
  const places = await fittingPlaces(segments);
  if (places.length > 0) return places;
  void showInformation(l10n.t('The reply names {0}, which isn’t open. Open the file or its folder first.', name));
  return undefined;
}

/**
 * Returns where a file with this path can be in the workspace: in the folder with the name of the first segment, if
 * there are several folders; else where the file exists; else where its parent folder exists; else in each folder.
 */
async function fittingPlaces(segments: readonly string[]): Promise<readonly TargetFile[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const named = segments.length > 1 && folders.length > 1 && folders.find(({ name }) => name === segments[0]);
  const uris = named
    ? [vscode.Uri.joinPath(named.uri, ...segments.slice(1))]
    : folders.map(({ uri }) => vscode.Uri.joinPath(uri, ...segments));
  const places = await Promise.all(
    uris.map(async (uri) => ({ ...toFile(uri), isNew: (await statOf(uri)) === undefined })),
  );
  const existing = places.filter(({ isNew }) => !isNew);
  if (existing.length > 0) return existing;
  if (places.length < 2 || segments.length < 2) return places;
  const parents = await Promise.all(uris.map(async (uri) => statOf(vscode.Uri.joinPath(uri, '..'))));
  const beside = places.filter((_, index) => parents[index] !== undefined);
  return beside.length > 0 ? beside : places;
}

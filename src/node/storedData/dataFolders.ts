import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, parseJson } from '../../common/json.ts';
import { isWindowId } from './dataLayout.ts';

/** The storage folders of the extension in one window. */
export interface StorageFolders {
  /** The folder that all workspaces share. Its name is the id of the extension. */
  readonly global: string;
  /**
   * The folder for this window's workspace, without the suffix that VS Code adds for further windows of the workspace.
   * Undefined without a workspace.
   */
  readonly workspace: string | undefined;
}

/** A folder with the sessions and drafts of one workspace, or of one window without a workspace. */
export interface WorkspaceData {
  readonly folder: string;
  /** The name of the workspace's folder in VS Code's `workspaceStorage`. Without a workspace, the id of the window. */
  readonly id: string;
  /** The URI of the workspace, if VS Code has saved it. */
  readonly uri?: string;
  /** The name to show. Empty for a window without a workspace. */
  readonly name: string;
}

export interface FoundData {
  readonly workspaces: readonly WorkspaceData[];
  /**
   * The paths of other workspaces' folders that are symbolic links, or whose parent folder is a symbolic link. These
   * folders are not in `workspaces`.
   */
  readonly links: readonly string[];
}

/**
 * Finds the data of all workspaces. VS Code keeps the folders of all workspaces next to each other. Skips the folders of
 * other workspaces and of windows without a workspace that are symbolic links.
 */
export async function findData({ global, workspace }: StorageFolders): Promise<FoundData> {
  const extensionId = path.basename(global);
  const workspaces: WorkspaceData[] = [];
  const links: string[] = [];
  const root = workspaceRoot({ global, workspace });
  for (const entry of await entriesOf(root)) {
    const folder = path.join(root, entry.name, extensionId);
    if (!(await isFolder(folder))) continue;
    const isOwn = folder === workspace;
    if (!isOwn && (entry.isSymbolicLink() || (await isLink(folder)))) links.push(folder);
    else workspaces.push({ folder, id: entry.name, ...(await describe(path.join(root, entry.name))) });
  }
  return { workspaces: [...workspaces, ...(await findEmptyWindows(global))], links };
}

/** Finds the data of windows without a workspace. Follows no symbolic links. Skips folders with unknown names. */
export async function findEmptyWindows(global: string): Promise<readonly WorkspaceData[]> {
  const parent = path.join(global, 'emptyWindows');
  if (await isLink(parent)) return [];
  const folders = (await entriesOf(parent)).filter((entry) => entry.isDirectory() && isWindowId(entry.name));
  return folders.map(({ name }) => ({ folder: path.join(parent, name), id: name, name: '' }));
}

/**
 * Returns the folder in which VS Code keeps the folders of all workspaces. In a window without a workspace, this is
 * `<user>/workspaceStorage`, because the global folder is `<user>/globalStorage/<id>` or
 * `<user>/profiles/<profile>/globalStorage/<id>`.
 */
function workspaceRoot({ global, workspace }: StorageFolders): string {
  if (workspace !== undefined) return path.dirname(path.dirname(workspace));
  const user = path.dirname(path.dirname(global));
  const isProfile = path.basename(path.dirname(user)) === 'profiles';
  return path.join(isProfile ? path.dirname(path.dirname(user)) : user, 'workspaceStorage');
}

async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}

async function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  );
}

/**
 * Reads the URI and the name of a workspace from VS Code's `workspace.json` and `meta.json` in `folder`, the workspace's
 * folder in `workspaceStorage`. Without a name in these files, the name is the last segment of the URI.
 */
async function describe(folder: string): Promise<{ readonly uri?: string; readonly name: string }> {
  const read = async (name: string) => {
    const value = parseJson(await readFile(path.join(folder, name), 'utf8').catch(() => ''));
    return isJsonObject(value) ? value : {};
  };
  const [workspace, meta] = [await read('workspace.json'), await read('meta.json')];
  const uri = [workspace['folder'], workspace['workspace'], workspace['configuration'], meta['configuration']].find(
    (each) => typeof each === 'string',
  );
  const name = typeof meta['name'] === 'string' ? meta['name'] : nameIn(uri);
  return { ...(uri === undefined ? {} : { uri }), name };
}

function nameIn(uri = ''): string {
  const last = uri.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

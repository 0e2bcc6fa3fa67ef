import * as vscode from 'vscode';
import { ignoreGlobs, isSimpleGlob } from './ignoreGlobs.ts';

export interface WorkspaceFile {
  readonly uri: vscode.Uri;
  /** Relative to the workspace, with `/`. */
  readonly path: string;
}

/** More than can be told apart by a few characters. */
const maxFiles = 20_000;
/** Milliseconds for which a list is as good as a new one: while a name is being typed. */
const lifetime = 10_000;

/** Lists the workspace's files without those that search and git leave out. */
export function createWorkspaceFiles(excludedGlobs: () => readonly string[], now: () => number): () => Promise<readonly WorkspaceFile[]> {
  let latest: { readonly at: number; readonly files: Promise<readonly WorkspaceFile[]> } | undefined;
  return async () => {
    if (latest === undefined || now() - latest.at > lifetime) latest = { at: now(), files: findFiles(excludedGlobs()) };
    return latest.files;
  };
}

async function findFiles(excludedGlobs: readonly string[]): Promise<readonly WorkspaceFile[]> {
  const globs = [...excludedGlobs.filter(isSimpleGlob), ...(await gitGlobs())];
  const uris = await vscode.workspace.findFiles('**/*', globs.length === 0 ? undefined : `{${globs.join(',')}}`, maxFiles);
  const files = uris.map((uri) => ({ uri, path: vscode.workspace.asRelativePath(uri).replaceAll('\\', '/') }));
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function gitGlobs(): Promise<readonly string[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const texts = await Promise.all(
    folders.map(async ({ uri }) =>
      vscode.workspace.fs.readFile(vscode.Uri.joinPath(uri, '.gitignore')).then(
        (bytes) => new TextDecoder().decode(bytes),
        () => '',
      ),
    ),
  );
  return texts.flatMap(ignoreGlobs);
}

/**
 * The content of a window: a folder, a workspace (`.code-workspace` file), or nothing. `folder` and `workspace` are
 * absolute paths. `folder` may instead be the URI of a virtual folder.
 */
export type OpenTarget = { readonly folder: string } | { readonly workspace: string } | { readonly empty: true };

/** Absolute paths: the project folder of an extension to run without installing it, and a test module to run. */
export interface DevelopmentPaths {
  readonly extensionDevelopmentPath?: string;
  readonly extensionTestsPath?: string;
}

/** Returns the URL that opens `target` in a window of VS Code's server at `origin`. */
export function windowAddress(origin: string, target: OpenTarget, paths: DevelopmentPaths): URL {
  const address = new URL(origin);
  if ('folder' in target) address.searchParams.set('folder', target.folder);
  else if ('workspace' in target) address.searchParams.set('workspace', target.workspace);
  else address.searchParams.set('ew', 'true');
  const payload = (['extensionDevelopmentPath', 'extensionTestsPath'] as const).flatMap((name) => {
    const path = paths[name];
    return path === undefined ? [] : [[name, `vscode-remote://${address.host}${path}`]];
  });
  if (payload.length > 0) address.searchParams.set('payload', JSON.stringify(payload));
  return address;
}

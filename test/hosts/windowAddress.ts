/** The content of a window: a folder, a `.code-workspace` file (both as absolute paths), or nothing. */
export type OpenTarget = { readonly folder: string } | { readonly workspace: string } | { readonly empty: true };

/** Absolute paths of an extension to run from its sources, and of a test module for it. */
export interface DevelopmentPaths {
  readonly extensionDevelopmentPath?: string;
  readonly extensionTestsPath?: string;
}

/** Returns the URL that opens `target` in a window of the VS Code server at `origin`. */
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

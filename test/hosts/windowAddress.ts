/** What a window shows: a folder, a `.code-workspace` file (absolute paths), or nothing. */
export type OpenTarget = { readonly folder: string } | { readonly workspace: string } | { readonly empty: true };

/** An extension that the window runs from its sources, and tests for it. */
export interface DevelopmentPaths {
  readonly extensionDevelopmentPath?: string;
  readonly extensionTestsPath?: string;
}

/** The address at which a VS Code server shows a window. */
export function windowAddress(port: number, target: OpenTarget, paths: DevelopmentPaths): URL {
  const address = new URL(`http://127.0.0.1:${port}`);
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

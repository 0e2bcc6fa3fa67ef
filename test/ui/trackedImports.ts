import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';

/**
 * Lets the harness wait for code that a page loads on demand: replaces each `import()` in the page's sources by a call of
 * the page's function `trackImport` (see `trackImportScript`).
 */
export const trackedImports: Plugin = {
  name: 'tracked-imports',
  setup: (build) => {
    build.onLoad({ filter: /\/src\/webview\/.*\.ts$/, namespace: 'file' }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll(/\bimport\('[^']+'\)/g, 'trackImport($&)'), loader: 'ts' };
    });
  },
};

/** Defines `trackImport`, and the set `imports` of the imports that have not settled. */
export const trackImportScript = `
window.imports = new Set();
window.trackImport = (loading) => {
  imports.add(loading);
  const remove = () => imports.delete(loading);
  loading.then(remove, remove);
  return loading;
};`;

export interface TrackingWindow {
  readonly imports: ReadonlySet<Promise<unknown>>;
}

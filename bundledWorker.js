/** Bundles the webview's worker into the text of one script. */
import { build } from 'esbuild';
import { resolve } from 'node:path';

/**
 * Lets a page import the source of a worker as text: `import source from './worker.ts?worker'`. The worker and its
 * imports are bundled into one classic script, because a webview can only start a worker from a `blob:` URL, and such a
 * worker cannot import other files. The metafile lists the files of the worker's bundle, for the licence notices.
 *
 * @returns {import('esbuild').Plugin}
 */
export function bundledWorker() {
  return {
    name: 'bundled-worker',
    setup({ onResolve, onLoad, onEnd, initialOptions }) {
      /** @type {Map<string, import('esbuild').Metafile>} */
      const metafiles = new Map();
      onResolve({ filter: /\.ts\?worker$/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path.slice(0, -'?worker'.length)),
        namespace: 'bundled-worker',
      }));
      onLoad({ filter: /.*/, namespace: 'bundled-worker' }, async ({ path }) => {
        const { source, metafile } = await bundleWorker(path, initialOptions);
        metafiles.set(path, metafile);
        const watchFiles = Object.keys(metafile.inputs).map((file) => resolve(file));
        return { contents: source, loader: 'text', watchFiles };
      });
      onEnd(({ metafile }) => {
        if (metafile === undefined) return;
        for (const [path, { inputs, outputs }] of metafiles) {
          Object.assign(metafile.inputs, inputs);
          for (const output of Object.values(outputs)) metafile.outputs[`${path}?worker`] = output;
        }
      });
    },
  };
}

/**
 * Bundles a worker and its imports into one classic script. Rejects with esbuild's errors.
 *
 * @param {string} path
 * @param {Pick<import('esbuild').BuildOptions, 'minify' | 'target'>} options
 */
export async function bundleWorker(path, { minify = false, target = 'chrome138' } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    bundle: true,
    minify,
    target,
    format: 'iife',
    platform: 'browser',
    legalComments: 'none',
    logLevel: 'silent',
    metafile: true,
    write: false,
  });
  return { source: outputFiles[0].text, metafile };
}

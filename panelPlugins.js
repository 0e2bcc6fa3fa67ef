import { bundledWorker } from './bundledWorker.js';
import { leanMarkdown } from './leanMarkdown.js';

/**
 * Returns the plugins of all bundles of the panel's script: for the package, the tests and the benchmarks.
 *
 * @returns {import('esbuild').Plugin[]}
 */
export function panelPlugins() {
  return [bundledWorker(), leanMarkdown()];
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from './projectPaths.ts';

/** Bundles test/integration for the extension host; returns the path of the module whose `run()` runs them. */
export async function buildIntegrationTests(): Promise<string> {
  const outdir = join(projectFolder, '.vscode-test', 'integration');
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: projectFolder,
    entryPoints: ['test/integration/index.ts', 'test/integration/**/*.test.ts'],
    outdir,
    outbase: 'test/integration',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    // Mocha is one for all bundles, so that what it makes global is the same.
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(outdir, 'index.cjs');
}

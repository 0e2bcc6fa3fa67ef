import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from './projectPaths.ts';

/**
 * Bundles modules of a folder of test/ for the extension host.
 * Returns the path of the first one, whose `run()` VS Code is to call.
 */
export async function bundleForVsCode(folder: string, entryPoints: readonly [string, ...string[]]): Promise<string> {
  const outdir = join(projectFolder, '.vscode-test', folder);
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: projectFolder,
    entryPoints: entryPoints.map((entryPoint) => `test/${folder}/${entryPoint}`),
    outdir,
    outbase: `test/${folder}`,
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
  return join(outdir, `${basename(entryPoints[0], '.ts')}.cjs`);
}

/** The integration suites, and the module that runs them. */
export async function bundleIntegrationTests(): Promise<string> {
  return bundleForVsCode('integration', ['index.ts', '**/*.test.ts']);
}

import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from './projectPaths.ts';

/**
 * Bundles test modules as CommonJS for the extension host. `folder` is relative to `test/`. The entry points are paths
 * or glob patterns, relative to `folder`. The first entry point must be the path of a module that exports `run()`,
 * which VS Code calls. Returns the path of this module's bundle.
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
    // All bundles must share one copy of Mocha, because Mocha defines `describe` and `it` as globals.
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(outdir, `${basename(entryPoints[0], '.ts')}.cjs`);
}

/** Bundles the integration tests and index.ts, which runs them. Returns the path of the bundle of index.ts. */
export async function bundleIntegrationTests(): Promise<string> {
  return bundleForVsCode('integration', ['index.ts', '**/*.test.ts']);
}

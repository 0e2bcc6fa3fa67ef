import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from './projectPaths.ts';

/**
 * Bundles test modules as CommonJS for the extension host. `folder` and the entry points are relative to `test/`
 * and to that folder. Returns the path of the first bundle, whose `run()` VS Code calls.
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
    // All bundles must share one copy of Mocha, because it keeps its `describe` and `it` as globals.
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(outdir, `${basename(entryPoints[0], '.ts')}.cjs`);
}

/** Bundles the integration suites and the module that runs them. Returns the path of that module. */
export async function bundleIntegrationTests(): Promise<string> {
  return bundleForVsCode('integration', ['index.ts', '**/*.test.ts']);
}

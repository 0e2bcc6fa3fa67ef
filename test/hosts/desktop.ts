/**
 * `npm run test:desktop`: builds the extension, and runs the integration tests in the newest stable desktop VS Code.
 * Downloads this version first if it is not yet downloaded. `npm run test:desktop -- 1.106.0` uses version 1.106.0.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { bundleIntegrationTests } from './bundleForVsCode.ts';
import { copySampleWorkspace } from './copySampleWorkspace.ts';
import { projectFolder } from './projectPaths.ts';
import { runProgram } from './runProgram.ts';
import { workbenchSettings } from './workbenchSettings.ts';
import { writeSettings } from './writeSettings.ts';

async function main(version: string): Promise<void> {
  const vscodeExecutablePath = await downloadAndUnzipVSCode(version).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The desktop VS Code (${version}) could not be downloaded: ${reason}. ` +
        'This command needs the open internet; "npm run test:integration" runs the same suites without it.',
    );
  });
  await runProgram(process.execPath, ['esbuild.js', '--production'], { cwd: projectFolder, output: 'keep' });
  const temporary = await mkdtemp(join(tmpdir(), 'tally-desktop-'));
  try {
    const userData = join(temporary, 'user');
    await writeSettings(join(userData, 'User'), workbenchSettings);
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: projectFolder,
      extensionTestsPath: await bundleIntegrationTests(),
      launchArgs: [
        await copySampleWorkspace(temporary),
        ...['--user-data-dir', userData, '--extensions-dir', join(temporary, 'extensions')],
      ],
    });
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  await main(process.argv[2] ?? 'stable');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copySampleWorkspace } from './copySampleWorkspace.ts';
import { projectFolder } from './projectPaths.ts';
import { testOutputPrefix } from './testOutput.ts';
import { startWorkbench, type WorkbenchOptions } from './workbench.ts';

export interface InsideVsCodeOptions extends Pick<WorkbenchOptions, 'env' | 'isMeasured'> {
  readonly extensionFolder?: string;
}

/**
 * Runs a test module in the extension host of a real VS Code that opens a copy of the sample workspace. This VS Code
 * runs the extension in `extensionFolder`, by default the project folder. The extension must already be built.
 * Prints the output of the tests. Returns the exit code of the tests. If this code is not 0, also prints the errors in
 * VS Code's console. Rejects if the tests take longer than ten minutes, or if the extension left a promise rejection
 * unhandled.
 */
export async function runInsideVsCode(
  testModule: string,
  { extensionFolder = projectFolder, ...options }: InsideVsCodeOptions,
): Promise<number> {
  const temporary = await mkdtemp(join(tmpdir(), 'tally-integration-'));
  const errors: string[] = [];
  try {
    const folder = await copySampleWorkspace(temporary);
    const workbench = await startWorkbench({
      open: { folder },
      extensionDevelopmentPath: extensionFolder,
      extensionTestsPath: testModule,
      ...options,
      onConsole: (level, text) => {
        if (text.startsWith(testOutputPrefix)) console.log(text.slice(testOutputPrefix.length));
        else if (level === 'error') errors.push(text);
      },
    });
    try {
      const code = await Promise.race([workbench.testsEnded, tooLong()]);
      if (code !== 0) console.log(`\nErrors in VS Code's console:\n${errors.join('\n')}`);
      return code;
    } finally {
      await workbench.dispose();
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function tooLong(): Promise<never> {
  await delay(600_000, undefined, { ref: false });
  throw new Error('The tests inside VS Code did not end within ten minutes.');
}

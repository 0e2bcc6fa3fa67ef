import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import CountingReporter from '../runner/countingReporter.ts';
import { testOutputPrefix } from '../hosts/testOutput.ts';
import { saveGlobalDispatchers } from './tallyExtension.ts';

/**
 * Runs the `*.test.cjs` files in the folder of this module's bundle. VS Code calls this function in its extension host.
 * Rejects if a test fails.
 */
export async function run(): Promise<void> {
  saveGlobalDispatchers();
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => {
    for (const line of format(...values).split('\n')) console.log(testOutputPrefix + line);
  };
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: CountingReporter,
    timeout: 30_000,
    color: false,
    forbidOnly: true,
    forbidPending: true,
  });
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.test.cjs'));
  for (const file of files.sort()) mocha.addFile(join(__dirname, file));
  const { promise, resolve } = Promise.withResolvers<number>();
  mocha.run(resolve);
  const failures = await promise;
  if (failures > 0) throw new Error(`${failures} integration tests failed.`);
}

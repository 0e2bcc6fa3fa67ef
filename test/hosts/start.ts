/**
 * `npm start`: builds the extension, starts the stand-in service, and starts a VS Code that uses both. The stand-in
 * service is a local server that imitates a chat service.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommandLine } from '../standIn/commandLine.ts';
import { describeExchange } from '../standIn/describe.ts';
import { startStandIn, type StandInOptions } from '../standIn/standIn.ts';
import { copySampleWorkspace } from './copySampleWorkspace.ts';
import type { Host } from './host.ts';
import { findDesktop, openDesktop } from './openDesktop.ts';
import { openInBrowser } from './openInBrowser.ts';
import { projectFolder } from './projectPaths.ts';
import { runProgram } from './runProgram.ts';

const usage = `Opens VS Code with Tally Chat and a sample workspace, with a stand-in service that answers.

  npm start
  npm start -- --web             VS Code in the browser, even where the desktop one is installed
  npm start -- --upstream URL    replies of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1

It takes the options of the stand-in service, too: npm run service -- --help lists them.`;

async function main(words: readonly string[]): Promise<void> {
  if (words.includes('--help')) {
    console.log(usage);
    return;
  }
  const web = words.includes('--web');
  const options = parseCommandLine(['--port', '0', ...words.filter((word) => word !== '--web')]);
  if (typeof options === 'string') throw new Error(`${options} Try --help.`);
  await session(options, web ? undefined : findDesktop(process.env));
}

async function session(options: StandInOptions, desktop: string | undefined): Promise<void> {
  const interrupted = interruption();
  console.log('Building the extension.');
  await runProgram(process.execPath, ['esbuild.js'], { cwd: projectFolder, output: 'keep' });
  const temporary = await mkdtemp(join(tmpdir(), 'tally-start-'));
  const standIn = await startStandIn({
    ...options,
    onClosed: (exchange) => console.log(describeExchange(exchange, standIn)),
  });
  let host: Host | undefined;
  try {
    const folder = await copySampleWorkspace(temporary);
    const env = { TALLY_BASE_URL: standIn.baseUrl, TALLY_API_KEY: standIn.apiKey };
    host = await (desktop === undefined
      ? openInBrowser(temporary, folder, env)
      : openDesktop(desktop, temporary, folder, env));
    console.log(`
Click "Use this service" in the Tally Chat panel. Then ask something, or select code and right-click it. The message
/help lists what else the stand-in service can do. Every call is listed here. Ctrl+C ends everything.
`);
    await Promise.race([interrupted, host.closed]);
  } finally {
    await host?.close();
    await standIn.close();
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function interruption(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(undefined));
  await promise;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

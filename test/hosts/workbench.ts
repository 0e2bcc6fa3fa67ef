import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Frame, type FrameLocator, type Page } from 'playwright-core';
import { ensureChromium } from './ensureChromium.ts';
import { ensureCodeServer } from './ensureCodeServer.ts';
import { keepSecrets } from './keepSecrets.ts';
import { panelFrame, shownPanel } from './panelFrame.ts';
import { answerInputBox, openFile, runCommand } from './quickInput.ts';
import { startVsCodeServer } from './vsCodeServer.ts';
import { windowAddress, type OpenTarget } from './windowAddress.ts';
import { workbenchSettings } from './workbenchSettings.ts';

export interface WorkbenchOptions {
  readonly open?: OpenTarget;
  /** The package to install as a user does. */
  readonly vsix?: string;
  /** A folder with an extension to run from its sources, as F5 does. */
  readonly extensionDevelopmentPath?: string;
  /** A module whose `run()` is called inside the extension host, once, at the first opening. */
  readonly extensionTestsPath?: string;
  /** Environment of the extension host, e.g. `TALLY_BASE_URL`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Settings on top of workbenchSettings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The `workbench.colorTheme`, e.g. `Default Light Modern`. */
  readonly colorTheme?: string;
  /** In CSS pixels; 1280 × 800 unless given. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Screenshot pixels per CSS pixel. */
  readonly deviceScaleFactor?: number;
  /** Asks for trust in folders. Off unless given. */
  readonly workspaceTrust?: boolean;
  /** A folder of an earlier workbench, to find its settings, state and secrets again. Kept on dispose. */
  readonly dataFolder?: string;
  /** Every line of the window's and the extension host's console. */
  readonly onConsole?: (level: string, text: string) => void;
}

/** A running VS Code in a real browser. */
export interface Workbench {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Can be given to a later startWorkbench after `crash`. */
  readonly dataFolder: string;
  readonly logFolder: string;
  /** Resolves with the exit code of `extensionTestsPath`. */
  readonly testsEnded: Promise<number>;
  /** Opens something else in the same window, as a typed address does; resolves when the workbench is up. */
  readonly open: (target: OpenTarget) => Promise<void>;
  /** Reloads the window: a new extension host, the same storage. */
  readonly reload: () => Promise<void>;
  /** Runs a command by its title in the command palette, e.g. `Tally: New Session`. */
  readonly runCommand: (title: string) => Promise<void>;
  /** Types an answer into the input box that an extension shows, and Enter. */
  readonly answerInputBox: (text: string) => Promise<void>;
  /** Opens a file by its absolute path, optionally with `:line`, in an editor and puts the focus there. */
  readonly openFile: (path: string) => Promise<void>;
  /** Shows the panel by its command, then as `panel`. */
  readonly openPanel: () => Promise<FrameLocator>;
  /** Waits until the panel is shown and has its conversation. Stays valid when the webview is made anew. */
  readonly panel: () => Promise<FrameLocator>;
  /** The panel's frame as it is now, for `evaluate`. */
  readonly panelFrame: () => Promise<Frame>;
  /**
   * Ends browser, server and extension host at once, and keeps the data folder. What the window has not saved
   * of its layout (it does every 5 s) is lost: use `openPanel` after the next start.
   */
  readonly crash: () => Promise<void>;
  /**
   * Ends everything and removes the data folder, unless it was given.
   * Rejects if the extension under test left a rejection unhandled, also before an earlier crash with the same folder.
   */
  readonly dispose: () => Promise<void>;
}

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts VS Code's server and a browser with its window; resolves when the workbench is up. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const say = (sentence: string): void => console.log(sentence);
  const [executablePath, entryScript] = [await ensureChromium(say), await ensureCodeServer(say)];
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tally-workbench-')));
  await mkdir(dataFolder, { recursive: true });
  const portFile = join(dataFolder, 'port');
  const earlierPort = await readFile(portFile, 'utf8').catch(() => undefined);
  const rejectionsFile = join(dataFolder, 'rejections');
  const theme = options.colorTheme === undefined ? {} : { 'workbench.colorTheme': options.colorTheme };
  const server = await startVsCodeServer({
    entryScript,
    dataFolder,
    settings: { ...workbenchSettings, ...theme, ...options.settings },
    env: {
      ...options.env,
      TALLY_REJECTIONS_OF: options.vsix === undefined ? options.extensionDevelopmentPath : await realpath(dataFolder),
      TALLY_REJECTIONS_FILE: rejectionsFile,
    },
    preload: join(import.meta.dirname, 'recordRejections.cjs'),
    ...(options.vsix !== undefined && { vsix: options.vsix }),
    args: ['--without-connection-token', ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust'])],
    ...(earlierPort !== undefined && { port: Number(earlierPort) }),
  });
  await writeFile(portFile, String(server.port));

  const origin = `http://127.0.0.1:${server.port}`;
  const context = await chromium
    .launchPersistentContext(join(dataFolder, 'browser'), {
      executablePath,
      args: browserArguments,
      viewport: options.viewport ?? { width: 1280, height: 800 },
      deviceScaleFactor: options.deviceScaleFactor ?? 1,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    .catch(async (error: unknown) => {
      await server.kill();
      throw error;
    });
  const removeData = async (): Promise<void> => {
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  const dispose = async (): Promise<void> => {
    await context.close();
    await server.stop();
    const rejections = await readFile(rejectionsFile, 'utf8').catch(() => '');
    await removeData();
    if (rejections !== '') throw new Error(`Unhandled rejections in the extension host:\n${rejections}`);
  };

  try {
    // A machine that runs other tests, too, can be slow.
    context.setDefaultTimeout(60_000);
    await keepSecrets(context, origin, dataFolder);
    const page = context.pages()[0] ?? (await context.newPage());
    const tests = Promise.withResolvers<number>();
    await page.exposeFunction('codeAutomationLog', (level: string, args: readonly unknown[]) => {
      options.onConsole?.(level, args.map(String).join(' '));
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => tests.resolve(code));

    const open = async (target: OpenTarget): Promise<void> => {
      await page.goto(windowAddress(server.port, target, options).href);
      await workbenchRestored(page);
    };
    await open(options.open ?? { empty: true });

    return {
      page,
      context,
      dataFolder,
      logFolder: server.logFolder,
      testsEnded: tests.promise,
      open,
      reload: async () => {
        // By the command: unlike the browser's own reload it saves the layout first.
        await Promise.all([
          page.waitForEvent('load', { timeout: 120_000 }),
          runCommand(page, 'Developer: Reload Window'),
        ]);
        await workbenchRestored(page);
      },
      runCommand: async (title) => runCommand(page, title),
      answerInputBox: async (text) => answerInputBox(page, text),
      openFile: async (path) => openFile(page, path),
      openPanel: async () => {
        await runCommand(page, 'Tally: Open Chat');
        return shownPanel(page);
      },
      panel: async () => shownPanel(page),
      panelFrame: async () => panelFrame(page),
      crash: async () => {
        await server.kill();
        await context.close();
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** `driver` is what `--enable-smoke-test-driver` adds to the window. */
async function workbenchRestored(page: Page): Promise<void> {
  const driver = await page.waitForFunction(() => Reflect.get(globalThis, 'driver') as Driver | undefined, undefined, {
    timeout: 120_000,
  });
  await driver.evaluate(async (present) => present?.whenWorkbenchRestored());
}

interface Driver {
  whenWorkbenchRestored(): Promise<void>;
}

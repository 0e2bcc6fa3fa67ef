import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Frame, FrameLocator, Page } from 'playwright-core';
import { copyBrowserCache, ensureBrowserCache } from './browserCache.ts';
import { ensureBuiltInExtensions } from './ensureBuiltInExtensions.ts';
import { ensureChromium } from './ensureChromium.ts';
import { ensureCodeServer } from './ensureCodeServer.ts';
import { keepSecrets } from './keepSecrets.ts';
import { panelFrame, shownPanel } from './panelFrame.ts';
import { answerInputBox, openFile, runCommand } from './quickInput.ts';
import { launchBrowser, openWindow, vsCodeOrigin, workbenchRestored } from './vsCodeBrowser.ts';
import { startVsCodeServer } from './vsCodeServer.ts';
import type { OpenTarget } from './windowAddress.ts';
import { workbenchSettings } from './workbenchSettings.ts';

export interface WorkbenchOptions {
  readonly open?: OpenTarget;
  /** The path of a package (.vsix) to install, as users do. */
  readonly vsix?: string;
  /** The project folder of an extension to run without installing it, as VS Code's debugger does. */
  readonly extensionDevelopmentPath?: string;
  /** The path of a module whose `run()` VS Code calls in the extension host. */
  readonly extensionTestsPath?: string;
  /** Environment variables of the extension host, e.g. `TALLY_BASE_URL`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Additional settings. They override `workbenchSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The setting `workbench.colorTheme`, e.g. `Default Light Modern`. */
  readonly colorTheme?: string;
  /** The size of the page, in CSS pixels. The default is 1280 × 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /**
   * True for performance measurements. The browser then optimizes scripts and gets no prepared cache, and VS Code has
   * all built-in extensions, as for users. The default is false, so that windows open faster.
   */
  readonly isMeasured?: boolean;
  /**
   * True if VS Code has the language servers of its built-in extensions, e.g. for symbols. The default is false.
   * Ignored if `isMeasured` is true.
   */
  readonly hasLanguageServers?: boolean;
  /** The number of screenshot pixels per CSS pixel. The default is 1. */
  readonly deviceScaleFactor?: number;
  /** True if VS Code asks whether to trust a folder. The default is false. */
  readonly workspaceTrust?: boolean;
  /**
   * The data folder. With the data folder of an earlier workbench, VS Code has the state and the secrets of that
   * workbench. `dispose` does not remove a folder that is passed here. The default is a new temporary folder.
   */
  readonly dataFolder?: string;
  /**
   * Called with the level and the text of each message in the window's log or on the extension host's console. Never
   * called without `extensionTestsPath`.
   */
  readonly onConsole?: (level: string, text: string) => void;
}

/** A running VS Code in a real browser, with its server. */
export interface Workbench {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The folder with settings, state and secrets. After `crash`, `startWorkbench` can use the same folder. */
  readonly dataFolder: string;
  /** Resolves with the exit code of the test module when its tests have ended. Never resolves without a test module. */
  readonly testsEnded: Promise<number>;
  /** Navigates the page to another target. Resolves when VS Code has restored the window. */
  readonly open: (target: OpenTarget) => Promise<void>;
  /**
   * Reloads the window with a new extension host. The window keeps its storage. Resolves when VS Code has restored the
   * window.
   */
  readonly reload: () => Promise<void>;
  /** Runs the command that the Command Palette lists under `title`, e.g. `Tally: New Session`. */
  readonly runCommand: (title: string) => Promise<void>;
  /** Enters `text` in an extension's input box and presses Enter. */
  readonly answerInputBox: (text: string) => Promise<void>;
  /** Opens a file by its absolute path. `:line` may follow the path. Resolves when the file's editor has the focus. */
  readonly openFile: (path: string) => Promise<void>;
  /** Runs _Tally: Open Chat_, then does the same as `panel`. */
  readonly openPanel: () => Promise<FrameLocator>;
  /**
   * Waits until the panel shows its conversation, and returns a locator of the panel's document. The locator stays
   * valid when VS Code replaces the webview.
   */
  readonly panel: () => Promise<FrameLocator>;
  /** Returns the panel's current frame, for `evaluate`. The frame becomes invalid when VS Code replaces the webview. */
  readonly panelFrame: () => Promise<Frame>;
  /**
   * Kills the server and the extension host, then closes the browser. Keeps the data folder.
   * VS Code saves the window's layout every 5 seconds, so changes after the last save are lost. The panel may therefore
   * be closed after the next start. Call `openPanel` to open it.
   */
  readonly crash: () => Promise<void>;
  /**
   * Closes the browser and ends the server. Then removes the data folder, unless the caller passed it as `dataFolder`.
   * Rejects if the extension left a promise rejection unhandled in this workbench, or in an earlier workbench with the
   * same data folder.
   */
  readonly dispose: () => Promise<void>;
}

/**
 * Starts VS Code's server, and opens a window in a browser. Installs the server and the browser first if they are
 * missing.
 * Resolves when VS Code has restored the window.
 */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const say = (sentence: string): void => console.log(sentence);
  const [executablePath, entryScript] = [await ensureChromium(say), await ensureCodeServer(say)];
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tally-workbench-')));
  await mkdir(dataFolder, { recursive: true });
  const profile = join(dataFolder, 'browser');
  const isMeasured = options.isMeasured ?? false;
  if (!isMeasured) await copyBrowserCache(await ensureBrowserCache({ executablePath, entryScript, say }), profile);
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
    args: [
      '--without-connection-token',
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      ...(isMeasured
        ? []
        : [
            '--builtin-extensions-dir',
            await ensureBuiltInExtensions(entryScript, options.hasLanguageServers ?? false),
          ]),
    ],
  });
  const context = await launchBrowser(profile, server, {
    executablePath,
    optimizesScripts: isMeasured,
    viewport: options.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
    permissions: ['clipboard-read', 'clipboard-write'],
  }).catch(async (error: unknown) => {
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
    // The timeout is long, because other tests may run at the same time.
    context.setDefaultTimeout(60_000);
    await keepSecrets(context, vsCodeOrigin, dataFolder);
    const page = context.pages()[0] ?? (await context.newPage());
    const tests = Promise.withResolvers<number>();
    await page.exposeFunction('codeAutomationLog', (level: string, args: readonly unknown[]) => {
      options.onConsole?.(level, args.map(String).join(' '));
    });
    await page.exposeFunction('codeAutomationExit', (code: number) => tests.resolve(code));

    const open = async (target: OpenTarget): Promise<void> => openWindow(page, target, options);
    await open(options.open ?? { empty: true });

    return {
      page,
      context,
      dataFolder,
      testsEnded: tests.promise,
      open,
      reload: async () => {
        // The command saves the layout before it reloads the window. The browser's own reload does not save the layout.
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

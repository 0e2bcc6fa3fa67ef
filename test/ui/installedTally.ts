import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { editorFocused } from '../hosts/quickInput.ts';
import { startWorkbench, type Workbench, type WorkbenchOptions } from '../hosts/workbench.ts';
import { workbenchSettings } from '../hosts/workbenchSettings.ts';
import { startStandIn, type StandIn, type StandInOptions } from '../standIn/standIn.ts';

/** The installed package in a real VS Code with a small folder open, and a stand-in service. */
export interface InstalledTally {
  readonly workbench: Workbench;
  readonly standIn: StandIn;
  readonly folder: string;
  readonly otherFolder: string;
  readonly sourceFile: string;
  /** The status bar item `tally.spend`. */
  readonly statusBar: Locator;
  /** Enters the base URL and the API key as a new user does, with the button of the first-run screen. */
  setKey(): Promise<void>;
  /** Resolves when the file of at least one session ends with a piece of reply text. */
  partialReplySaved(): Promise<void>;
  /** Resolves with the extension's storage folder of the workspace. Exactly one workspace must have saved sessions. */
  storageFolder(): Promise<string>;
  /** Crashes VS Code, and starts VS Code again with the data on disk. */
  crashAndStartAgain(): Promise<void>;
  /** Resolves with the paths of all files in VS Code's data folder that contain the API key in plain text. */
  filesWithKey(): Promise<readonly string[]>;
  /**
   * Replaces the user settings while VS Code runs. Keeps the base URL and the settings that all test workbenches share.
   * VS Code may apply the settings after the promise resolves.
   */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Saves a screenshot in `.tally/failures`. */
  savePicture(title: string): Promise<void>;
  dispose(): Promise<void>;
}

export interface InstalledTallyOptions extends Pick<
  WorkbenchOptions,
  'hasLanguageServers' | 'workspaceTrust' | 'extensionDevelopmentPath'
> {
  /** Returns the environment variables of the extension host. */
  readonly env?: (standIn: StandIn) => NodeJS.ProcessEnv;
}

const source = `export function total(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}
`;

/** Without VS Code's animations, a window of the tests takes a tenth less processor time. */
const testSettings = { ...workbenchSettings, 'workbench.reduceMotion': 'on' };

export async function startInstalledTally(
  options: StandInOptions = {},
  settings: Readonly<Record<string, unknown>> = {},
  { env, ...workbenchOptions }: InstalledTallyOptions = {},
): Promise<InstalledTally> {
  const folder = await mkdtemp(join(tmpdir(), 'tally-workspace-'));
  const otherFolder = await mkdtemp(join(tmpdir(), 'tally-workspace-'));
  const dataFolder = await mkdtemp(join(tmpdir(), 'tally-data-'));
  const sourceFile = join(folder, 'total.ts');
  await writeFile(sourceFile, source);
  const standIn = await startStandIn({ rate: 500, apiKey: 'sk-test-7f3a9c51e2', ...options });
  const start = async () =>
    startWorkbench({
      vsix: resolve('dist/tally-chat.vsix'),
      open: { folder },
      dataFolder,
      settings: { ...testSettings, ...settings },
      ...(env && { env: env(standIn) }),
      ...workbenchOptions,
    });
  const removeAll = async () => {
    await standIn.close();
    await Promise.all(
      [folder, otherFolder, dataFolder].map(async (each) => rm(each, { recursive: true, force: true, maxRetries: 5 })),
    );
  };
  let workbench = await start().catch(async (error: unknown) => {
    // The stand-in service must be closed, because mocha's process does not end while the service runs.
    await removeAll();
    throw error;
  });

  return {
    get workbench() {
      return workbench;
    },
    standIn,
    folder,
    otherFolder,
    sourceFile,
    get statusBar() {
      return workbench.page.locator('[id="tally.tally-chat.tally.spend"]');
    },
    async setKey() {
      const panel = await workbench.openPanel();
      await panel.getByRole('button', { name: 'Set API key' }).click();
      await workbench.page.getByText('Base URL of the service').waitFor();
      await workbench.answerInputBox(standIn.baseUrl);
      await workbench.page.getByText('API key for').waitFor();
      await workbench.answerInputBox(standIn.apiKey);
      await panel.getByRole('button', { name: 'Set API key' }).waitFor({ state: 'detached' });
    },
    async partialReplySaved() {
      while (
        !(await transcripts(dataFolder)).some((text) => text.trimEnd().split('\n').at(-1)?.includes('"type":"text"'))
      ) {
        await new Promise((next) => setImmediate(next));
      }
    },
    async storageFolder() {
      return dirname(dirname((await transcriptFiles(dataFolder))[0]!));
    },
    async crashAndStartAgain() {
      await workbench.crash();
      workbench = await start();
    },
    async filesWithKey() {
      const files = await filesBelow(dataFolder);
      const texts = await Promise.all(files.map(readIfThere));
      return files.filter((_, index) => texts[index]?.includes(standIn.apiKey));
    },
    async changeSettings(changes) {
      const { page } = workbench;
      // Keeps `testSettings`, because VS Code would ask for a reload if some of them were removed.
      const text = JSON.stringify({ ...testSettings, 'tally.baseUrl': standIn.baseUrl, ...changes });
      if (await page.locator('.tab.active', { hasText: 'settings.json' }).isVisible()) {
        await page.locator('.editor-group-container.active .monaco-editor .view-lines').click();
      } else {
        await workbench.runCommand('Preferences: Open User Settings (JSON)');
        await page.locator('.tab.active', { hasText: 'settings.json' }).waitFor();
      }
      await editorFocused(page, 'settings.json');
      await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press('Control+A');
      // Pastes the text, because the editor adds closing quotes and brackets to typed text.
      await page.keyboard.press('Control+V');
      await page.waitForFunction((wanted) => {
        const lines = document.querySelectorAll('.editor-group-container.active .view-line');
        return [...lines].map((line) => line.textContent.replaceAll('\u00a0', ' ')).join('') === wanted;
      }, text);
      await page.keyboard.press('Control+S');
      await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    },
    async savePicture(title) {
      const path = resolve('.tally', 'failures', `${title.replace(/[^a-z0-9]+/gi, '-')}.png`);
      await workbench.page.screenshot({ path });
      console.log(`      picture: ${path}`);
    },
    async dispose() {
      try {
        await workbench.dispose();
      } finally {
        await removeAll();
      }
    },
  };
}

/**
 * Adds hooks to a suite: a screenshot after each failed test, and `dispose` after the last test.
 *
 * @param tally Returns the result of `startInstalledTally`, or undefined if the start failed.
 */
export function disposeAfterAll(tally: () => InstalledTally | undefined): void {
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await tally()?.savePicture(this.currentTest.title);
  });

  after(async () => tally()?.dispose());
}

async function transcripts(dataFolder: string): Promise<readonly string[]> {
  return Promise.all((await transcriptFiles(dataFolder)).map(async (file) => readFile(file, 'utf8')));
}

async function transcriptFiles(dataFolder: string): Promise<readonly string[]> {
  return (await filesBelow(dataFolder)).filter((file) => /[\\/]sessions[\\/][^\\/]+\.jsonl$/.test(file));
}

/** Reads a file. Returns undefined if the file no longer exists. The browser may remove temporary files at any time. */
async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { VsCodeServer } from './vsCodeServer.ts';
import { windowAddress, type DevelopmentPaths, type OpenTarget } from './windowAddress.ts';

/**
 * The origin of VS Code in the browser. It does not name the server's port, so that the browser's cache and storage,
 * which belong to the origin, are the same for all servers. Pages of a `.localhost` host are secure contexts.
 */
export const vsCodeOrigin = 'http://vscode.localhost';

/** Those of the features that Playwright disables which matter here: a browser takes only the last list of features. */
const playwrightsDisabledFeatures = [
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** `ScriptStreaming` compiles scripts again while they load, instead of using the compiled scripts in the cache. */
const disabledFeatures = ['ScriptStreaming', ...playwrightsDisabledFeatures];

const browserArguments = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** V8's optimizing compilers take a quarter of the processor time in which a window opens. */
const withoutOptimizingCompilers = '--js-flags=--no-opt --no-maglev';

export interface VsCodeBrowserOptions extends BrowserContextOptions {
  readonly executablePath: string;
  /** True if the browser optimizes scripts that run often, as it does for users. */
  readonly optimizesScripts: boolean;
}

/** Starts a browser that reaches the server at `vsCodeOrigin`, with the profile in a folder. */
export async function launchBrowser(
  profile: string,
  { port }: VsCodeServer,
  { optimizesScripts, ...options }: VsCodeBrowserOptions,
): Promise<BrowserContext> {
  const rule = `MAP ${new URL(vsCodeOrigin).host}:80 127.0.0.1:${port}`;
  const optimizing = optimizesScripts ? [] : [withoutOptimizingCompilers];
  const args = [...browserArguments, ...optimizing, `--host-resolver-rules=${rule}`];
  return chromium.launchPersistentContext(profile, { args, ...options });
}

/** Opens a target in a page. Resolves when VS Code has restored the window. */
export async function openWindow(page: Page, target: OpenTarget, paths: DevelopmentPaths): Promise<void> {
  await page.goto(windowAddress(vsCodeOrigin, target, paths).href);
  await workbenchRestored(page);
}

/** Waits until VS Code has restored the window. The server's `--enable-smoke-test-driver` adds the global `driver`. */
export async function workbenchRestored(page: Page): Promise<void> {
  const driver = await page.waitForFunction(() => Reflect.get(globalThis, 'driver') as Driver | undefined, undefined, {
    timeout: 120_000,
  });
  await driver.evaluate(async (present) => present?.whenWorkbenchRestored());
}

interface Driver {
  whenWorkbenchRestored(): Promise<void>;
}

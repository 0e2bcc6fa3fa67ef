import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { VsCodeServer } from './vsCodeServer.ts';
import { windowAddress, type DevelopmentPaths, type OpenTarget } from './windowAddress.ts';

/**
 * The origin of VS Code in the browser. A browser has one cache and one storage for each origin. Therefore the origin
 * does not contain the server's port, which changes with each start.
 * The host ends with `.localhost`, so that the pages of this origin are secure contexts without https.
 */
export const vsCodeOrigin = 'http://vscode.localhost';

/**
 * The features that Playwright disables by default and that must also be disabled in the tests. Chromium uses only the
 * last `--disable-features` argument, so our argument must repeat Playwright's features.
 */
const playwrightsDisabledFeatures = [
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * The features to disable. `ScriptStreaming` would compile scripts while they load, instead of using the compiled
 * scripts in the cache.
 */
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

/**
 * The argument that disables V8's optimizing compilers. These compilers take a quarter of the processor time that a
 * window needs to open.
 */
const withoutOptimizingCompilers = '--js-flags=--no-opt --no-maglev';

export interface VsCodeBrowserOptions extends BrowserContextOptions {
  readonly executablePath: string;
  /** True if the browser optimizes scripts that run often, as a user's browser does. */
  readonly optimizesScripts: boolean;
}

/** Starts a browser with the profile folder `profile`. In this browser, the server has the origin `vsCodeOrigin`. */
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

/** Opens `target` in `page`. Resolves when VS Code has restored the window. */
export async function openWindow(page: Page, target: OpenTarget, paths: DevelopmentPaths): Promise<void> {
  await page.goto(windowAddress(vsCodeOrigin, target, paths).href);
  await workbenchRestored(page);
}

/**
 * Waits until VS Code has restored the window. Uses the global variable `driver`, which exists because the server is
 * started with `--enable-smoke-test-driver`.
 */
export async function workbenchRestored(page: Page): Promise<void> {
  const driver = await page.waitForFunction(() => Reflect.get(globalThis, 'driver') as Driver | undefined, undefined, {
    timeout: 120_000,
  });
  await driver.evaluate(async (present) => present?.whenWorkbenchRestored());
}

interface Driver {
  whenWorkbenchRestored(): Promise<void>;
}

import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { WebviewOptions } from './webviewHarness.ts';

/** A tab of the browser. */
export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** A key for the options that a tab cannot change later. Only tests with the same key can reuse this tab. */
  readonly kind: string;
  /** How often `openPage` has loaded a webview page in this tab. */
  pages: number;
  isIsolated: boolean;
}

/** Opens tabs and keeps unused tabs for later tests, because a page loads five times faster in an existing tab. */
export class Tabs {
  readonly #browser: Browser;
  readonly #unused: Tab[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(options: WebviewOptions): Promise<Tab> {
    const kind = kindOfTab(options);
    const unused = this.#unused.findIndex((tab) => tab.kind === kind);
    const [found] = unused < 0 ? [] : this.#unused.splice(unused, 1);
    if (found !== undefined) return found;
    const context = await this.#browser.newContext({
      deviceScaleFactor: 1,
      reducedMotion: 'reduce',
      forcedColors: options.forcedColors ?? 'none',
    });
    // Sets a long timeout, because a machine that also runs other tests can be slow.
    context.setDefaultTimeout(60_000);
    return { context, page: await context.newPage(), kind, pages: 0, isIsolated: false };
  }

  async giveBack(tab: Tab): Promise<void> {
    if (tab.isIsolated) {
      await tab.context.close();
      return;
    }
    tab.page.removeAllListeners();
    // Moves the mouse away. Otherwise, the mouse would be over a part of the next page.
    await tab.page.mouse.move(-1, -1);
    this.#unused.push(tab);
  }
}

function kindOfTab({ forcedColors = 'none', now }: WebviewOptions): string {
  return `${forcedColors} ${now?.toISOString() ?? ''}`;
}

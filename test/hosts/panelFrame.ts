import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

/**
 * Waits until the panel shows its conversation, and returns a locator of the panel's document.
 * The locator stays valid when VS Code replaces the webview, because Playwright searches for the frame at each use.
 */
export async function shownPanel(page: Page): Promise<FrameLocator> {
  const panel = panelLocator(page);
  await panel.getByRole('log', { name: 'Conversation' }).waitFor();
  return panel;
}

/**
 * Selects the outer iframe of each webview of the extension. A webview consists of two nested iframes.
 * The outer iframe's address always contains the extension's id. The address contains the webview's type only when VS
 * Code creates the webview for the first time, so the selector cannot use the type.
 */
const webviewSelector = 'iframe.webview[src*="extensionId=tally.tally-chat"]';

/**
 * Waits until one of the extension's webviews shows the element that `find` locates. Returns a locator of the document
 * of this webview. The locator may select another webview after VS Code creates, replaces or removes a webview.
 */
export async function webviewWith(page: Page, find: (webview: FrameLocator) => Locator): Promise<FrameLocator> {
  const webviews = page.locator(webviewSelector);
  for (;;) {
    await webviews.first().waitFor({ state: 'attached' });
    for (let index = (await webviews.count()) - 1; index >= 0; index -= 1) {
      const webview = documentIn(webviews.nth(index));
      // A webview that is still loading has no document yet. So wait for at most one second, then try another webview.
      const isShown = find(webview).first().waitFor({ timeout: 1_000 });
      if (
        await isShown.then(
          () => true,
          () => false,
        )
      )
        return webview;
    }
  }
}

/** Returns the panel's current frame, for `evaluate`. The frame becomes invalid when VS Code replaces the webview. */
export async function panelFrame(page: Page): Promise<Frame> {
  const element = await panelLocator(page).locator('body').elementHandle();
  const frame = await element.ownerFrame();
  if (!frame) throw new Error('The panel is not in a frame.');
  return frame;
}

/** Locates the document of the extension's last webview, which is always the panel while the Spend page is closed. */
function panelLocator(page: Page): FrameLocator {
  return documentIn(page.locator(webviewSelector).last());
}

function documentIn(webview: Locator): FrameLocator {
  return webview.contentFrame().frameLocator('iframe#active-frame');
}

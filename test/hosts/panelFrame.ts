import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

/**
 * The panel's document, once it shows its conversation. It is looked up anew whenever it is used,
 * so it stays valid when VS Code throws the webview away and makes another.
 */
export async function shownPanel(page: Page): Promise<FrameLocator> {
  const panel = panelLocator(page);
  await panel.getByRole('log', { name: 'Conversation' }).waitFor();
  return panel;
}

/**
 * VS Code names the extension in the address of the outer of its two iframes; the kind of webview only when it is
 * made for the first time. Unless the Spend page is open, the panel is the extension's only webview.
 */
const webviewSelector = 'iframe.webview[src*="extensionId=tally.tally-chat"]';

/**
 * The document of the one of the extension's webviews that shows this, where there may be several.
 * It has to be looked up anew when VS Code has made one of them anew.
 */
export async function webviewWith(page: Page, find: (webview: FrameLocator) => Locator): Promise<FrameLocator> {
  const webviews = page.locator(webviewSelector);
  for (;;) {
    await webviews.first().waitFor({ state: 'attached' });
    for (let index = (await webviews.count()) - 1; index >= 0; index -= 1) {
      const webview = documentIn(webviews.nth(index));
      // One that is being made has no document yet, which could be waited for until the others are gone.
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

/** The panel's document as it is now, for `evaluate`; it ends with the webview. */
export async function panelFrame(page: Page): Promise<Frame> {
  const element = await panelLocator(page).locator('body').elementHandle();
  const frame = await element.ownerFrame();
  if (!frame) throw new Error('The panel is not in a frame.');
  return frame;
}

function panelLocator(page: Page): FrameLocator {
  return documentIn(page.locator(webviewSelector).last());
}

function documentIn(webview: Locator): FrameLocator {
  return webview.contentFrame().frameLocator('iframe#active-frame');
}

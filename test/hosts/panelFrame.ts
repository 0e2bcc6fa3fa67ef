import type { Frame, FrameLocator, Page } from 'playwright-core';

/**
 * The panel's document, once it shows its conversation. It is looked up anew whenever it is used,
 * so it stays valid when VS Code throws the webview away and makes another.
 */
export async function shownPanel(page: Page): Promise<FrameLocator> {
  const panel = panelLocator(page);
  await panel.getByRole('log', { name: 'Conversation' }).waitFor();
  return panel;
}

/** The panel's document as it is now, for `evaluate`; it ends with the webview. */
export async function panelFrame(page: Page): Promise<Frame> {
  const element = await panelLocator(page).locator('body').elementHandle();
  const frame = await element.ownerFrame();
  if (!frame) throw new Error('The panel is not in a frame.');
  return frame;
}

function panelLocator(page: Page): FrameLocator {
  return page.locator(panelSelector).last().contentFrame().frameLocator('iframe#active-frame');
}

/**
 * VS Code names the extension in the address of the outer of its two iframes; the kind of webview only when it is
 * made for the first time. The panel is the extension's only webview.
 */
const panelSelector = 'iframe.webview[src*="extensionId=tally.tally-chat"]';

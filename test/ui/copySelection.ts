import type { Page } from 'playwright-core';

/**
 * Selects from the start of the element `from` to the end of the element `to`, both CSS selectors, and copies the
 * selection. Resolves with the copied text.
 */
export async function copySelection(page: Page, from: string, to: string): Promise<string> {
  return page.evaluate(
    ([start, end]) => {
      const range = document.createRange();
      range.setStart(document.querySelector(start!)!, 0);
      const last = document.querySelector(end!)!;
      range.setEnd(last, last.childNodes.length);
      document.getSelection()?.removeAllRanges();
      document.getSelection()?.addRange(range);
      const event = new ClipboardEvent('copy', {
        clipboardData: new DataTransfer(),
        bubbles: true,
        cancelable: true,
      });
      document.querySelector('.log')!.dispatchEvent(event);
      return event.defaultPrevented ? event.clipboardData!.getData('text/plain') : document.getSelection()!.toString();
    },
    [from, to],
  );
}

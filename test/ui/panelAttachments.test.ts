import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { attachmentSession } from './panelMessages.ts';

describePanel('the attachments of a question', ({ open, view, postedOf }) => {
  const summary = (): Locator => view().page.locator('.attachment summary').first();
  const shownCode = (): Locator => view().page.locator('.attachment code').first();
  /** Waits until an attachment shows `length` characters of code. Only Mocha limits the time. */
  const untilShown = async (length: number) =>
    view().page.waitForFunction(
      (wanted) => (document.querySelector('.attachment code')?.textContent.length ?? 0) >= wanted,
      length,
      { polling: 100, timeout: 0 },
    );

  /** Opens an attachment, and runs `click` on its block before all code is shown. */
  async function whileShown(code: string, name: string): Promise<void> {
    await open(attachmentSession(code));
    const shownLength = await view().page.evaluate(async (buttonName) => {
      document.querySelector<HTMLElement>('.attachment summary')!.click();
      const find = () => document.querySelector<HTMLElement>(`.attachment [aria-label="${buttonName}"]`);
      while (find() === null) await new Promise(requestAnimationFrame);
      find()!.click();
      return document.querySelector('.attachment code')!.textContent.length;
    }, name);
    assert.ok(shownLength < code.length, `${shownLength} characters are shown`);
  }

  it('are copied completely while their code is still being shown', async () => {
    const code = 'a\n'.repeat(250_000);
    await whileShown(code, 'Copy code');
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: code, kind: 'code' }]);
  });

  it('stay wrapped when they are shown again if they were wrapped while their code was being shown', async () => {
    const code = 'a\n'.repeat(250_000);
    await whileShown(code, 'Wrap lines');
    await untilShown(code.length);
    await view().send(attachmentSession(code));
    await summary().click();
    await view().page.locator('.attachment .code-block.wrapped').waitFor();
  });

  it('show no more code while they are closed, and the rest when they are opened again', async () => {
    const code = 'a\n'.repeat(500_000);
    const { page } = await open(attachmentSession(code));
    await summary().click();
    await shownCode().waitFor();
    await summary().click();
    await frames(page, 2);
    const length = async () => shownCode().evaluate((element) => element.textContent.length);
    const before = await length();
    await frames(page, 10);
    assert.ok(before < code.length);
    assert.equal(await length(), before);
    await summary().click();
    await untilShown(code.length);
  });

  it('are searched to their end if they were closed before all code was shown', async () => {
    const { page } = await open(attachmentSession(`${'a\n'.repeat(250_000)}last line`));
    await summary().click();
    await shownCode().waitFor();
    await summary().click();
    await page.keyboard.press('Control+f');
    await page.keyboard.insertText('last line');
    await page.locator('.find-count').getByText('1 of 1').waitFor();
  });

  it('show a right-to-left line of 99,000 characters with brackets unchanged', async () => {
    const code = 'שלום (עולם) '.repeat(8_250);
    await open(attachmentSession(code));
    await summary().click();
    await untilShown(code.length);
    assert.equal(await shownCode().textContent(), code);
  });

  it('have no line breaks within a very long line, on the page or when it is selected and copied', async () => {
    const code = `${'word '.repeat(40_000)}end\nnext`;
    await open(attachmentSession(code));
    await summary().click();
    await untilShown(code.length);
    const shown = await shownCode().evaluate((element) => {
      document.getSelection()!.selectAllChildren(element);
      const { height } = element.querySelector('.lines')!.getBoundingClientRect();
      return {
        copied: document.getSelection()!.toString(),
        lines: Math.round(height / parseFloat(getComputedStyle(element).lineHeight)),
      };
    });
    assert.equal(shown.copied, code);
    assert.equal(shown.lines, 2);
  });
});

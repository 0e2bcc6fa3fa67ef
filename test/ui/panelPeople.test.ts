import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';
import type { PanelOptions, PanelPage } from './panelHarness.ts';
import { showState } from './panelStates.ts';

describePanel('the panel with settings for accessibility and language', ({ openWith }) => {
  let panel: PanelPage;

  async function open(state: string, options?: PanelOptions): Promise<void> {
    panel = await openWith(options);
    await showState(panel, state);
  }

  it('derives the direction of a text from its letters, but not from letters in code; code, formulas and file names run left to right', async () => {
    await open('right-to-left');
    // Reads all elements in one call, because the panel replaces code and formulas in idle time.
    const directions = async (selector: string) =>
      panel.page.evaluate(
        (all) => [...new Set([...document.querySelectorAll(all)].map((each) => getComputedStyle(each).direction))],
        selector,
      );
    const rightToLeft = [
      '.question-text',
      '.markdown :is(h2, p, ul, li, blockquote, .table, td):not(:last-child)',
      '.composer textarea',
    ];
    const leftToRight = [
      '.label',
      '.code-block',
      '.code-block pre',
      '.markdown code',
      '.formula',
      '.markdown .part > p:last-child',
    ];
    for (const selector of rightToLeft) assert.deepEqual(await directions(selector), ['rtl'], selector);
    for (const selector of leftToRight) assert.deepEqual(await directions(selector), ['ltr'], selector);
  });

  it('shows each item of a list beside its marker or check box, also if the item has another direction than the list', async () => {
    panel = await openWith({ width: 420 });
    const lists = ['- שלום\n- Hello', '- Hello\n- שלום', '- [ ] שלום\n- [x] Hello', '- [ ] Hello\n- [x] שלום'];
    const text = `${lists.join('\n\n<br>\n\n')}\n\n<br>\n\n- שלום:\n\n  ~~~\n  code\n  ~~~`;
    await panel.send(session({ messages: [question(), reply({ text })] }));
    await panel.page.locator('.markdown pre').waitFor();
    const gaps = await panel.page.locator('.markdown').evaluate((markdown) => {
      const boxOf = (node: Node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
      };
      return [...markdown.querySelectorAll('li')].map((item) => {
        const isRightToLeft = getComputedStyle(item).direction === 'rtl';
        const words = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
        while ((words.nextNode()?.nodeValue ?? 'end').trim() === '');
        const [text, start] = [boxOf(words.currentNode), item.getBoundingClientRect()];
        const input = item.querySelector('input')?.getBoundingClientRect();
        const edge = isRightToLeft ? (input?.left ?? start.right) : (input?.right ?? start.left);
        return Math.round(isRightToLeft ? edge - text.right : text.left - edge);
      });
    });
    assert.deepEqual(gaps, [0, 0, 0, 0, 4, 4, 4, 4, 0]);
    const code = await panel.page.locator('.markdown pre code').evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode() ?? each);
      return range.getBoundingClientRect().left - each.closest('.code-block')!.getBoundingClientRect().left;
    });
    assert.ok(code < 20, `the code begins ${code} px from the left edge`);
  });

  for (const state of [
    'long',
    'error',
    'chips',
    'queued-while-running',
    'session-list',
    'editing',
    'first-run-without-key',
    'find-open',
  ]) {
    it(`clips no control or text horizontally, and keeps the message box in view, at 200 % zoom: ${state}`, async () => {
      // At 200 % zoom, a panel of 320 × 700 pixels has 160 × 350 CSS pixels.
      await open(state, { width: 160, height: 350 });
      assert.deepEqual(await cutOff(panel), []);
    });
  }

  it('has no animations with reduced motion', async () => {
    await open('waiting');
    assert.equal(await animationCount(), 0);
    panel.isolateTab();
    await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
    assert.ok((await animationCount()) > 0);
    await panel.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    assert.equal(await animationCount(), 0);
  });

  async function animationCount(): Promise<number> {
    return panel.page.evaluate(() => document.getAnimations().length);
  }

  it('shows the focus, and the borders of buttons, in forced colours mode', async () => {
    await open('editing');
    panel.isolateTab();
    await panel.page.emulateMedia({ forcedColors: 'active' });
    const outline = async (selector: string) =>
      panel.page.locator(selector).evaluate((each) => getComputedStyle(each).outlineStyle);
    await panel.page.getByRole('textbox', { name: 'Edited text' }).focus();
    assert.equal(await outline('.bubble textarea'), 'solid');
    await panel.page.getByRole('textbox', { name: 'Message' }).focus();
    assert.equal(await outline('.input-frame'), 'solid');
    await panel.page.keyboard.press('Shift+Tab');
    assert.equal(await outline(':focus'), 'solid');
    const borders = await panel.page
      .locator('.button')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).borderTopColor));
    assert.ok(borders.length > 0 && borders.every((color) => color.startsWith('rgb(')), borders.join(' '));
  });

  it('uses the fonts and font sizes of VS Code', async () => {
    await open('long');
    await panel.page.evaluate(() => {
      const { style } = document.documentElement;
      style.setProperty('--vscode-font-family', 'Words');
      style.setProperty('--vscode-font-size', '17px');
      style.setProperty('--vscode-editor-font-family', 'Code');
      style.setProperty('--vscode-editor-font-size', '19px');
    });
    const font = async (selector: string) =>
      panel.page
        .locator(selector)
        .first()
        .evaluate((each) => `${getComputedStyle(each).fontFamily} ${getComputedStyle(each).fontSize}`);
    for (const selector of ['.markdown p', '.question-text', '.composer textarea'])
      assert.equal(await font(selector), 'Words 17px', selector);
    assert.equal(await font('.code-block pre code'), 'Code 19px');
    assert.match(await font('.markdown p code, .markdown li code'), /^Code /);
  });
});

/**
 * Returns a description of each control, text and box that an ancestor clips horizontally. Excludes the content of code
 * blocks and tables, which scroll. Also returns 'the page' if the page is wider than the view, and 'the message box' if
 * the message box reaches below the view.
 */
async function cutOff({ page }: PanelPage): Promise<readonly string[]> {
  return page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll(
        'button, summary, .chip, .estimate, textarea, input, p, h2, .notice, .bubble, .code-block, .table, .input-frame, .session-meta, .find-count',
      ),
    ];
    const isOutside = (part: Element): boolean => {
      const inner = part.getBoundingClientRect();
      if (inner.width === 0) return false;
      for (let outer = part.parentElement; outer !== null; outer = outer.parentElement) {
        const { overflowX } = getComputedStyle(outer);
        const { left, right } = outer.getBoundingClientRect();
        if (outer.matches('pre, .table')) return false;
        if (overflowX !== 'visible' && (inner.left < left - 0.5 || inner.right > right + 0.5)) return true;
      }
      return false;
    };
    const bottom = document.querySelector('.panel:not([inert]) .composer')?.getBoundingClientRect().bottom ?? 0;
    return [
      ...parts.filter(isOutside).map((part) => `${part.localName}.${part.className}: ${part.textContent.slice(0, 40)}`),
      ...(document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : []),
      ...(bottom > window.innerHeight ? ['the message box'] : []),
    ];
  });
}

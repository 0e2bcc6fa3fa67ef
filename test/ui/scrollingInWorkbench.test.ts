import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Exchange } from '../standIn/exchange.ts';
import { disposeAfterAll, startInstalledTally, type InstalledTally } from './installedTally.ts';
import { submit } from './submit.ts';

describe('The view of a conversation in VS Code', () => {
  let tally: InstalledTally;
  let panel: FrameLocator;
  let log: Locator;
  let box: Locator;
  let jump: Locator;
  let running: Exchange | undefined;

  before(async () => {
    tally = await startInstalledTally({ rate: 200 });
    await tally.setKey();
    panel = await tally.workbench.panel();
    log = panel.getByRole('log', { name: 'Conversation' });
    box = panel.getByRole('textbox', { name: 'Message' });
    jump = panel.getByRole('button', { name: 'Jump to latest' });
  });

  disposeAfterAll(() => tally);

  afterEach(async () => {
    await stop();
  });

  it('follows the end until the user scrolls up by wheel, and does not move during the next 200 tokens', async () => {
    const exchange = await ask(300);
    await untilAtEnd();
    exchange.release(150);
    await exchange.held;
    await untilShown(exchange);
    await untilAtEnd();
    assert.equal(await jump.isVisible(), false);
    exchange.release(150);
    await scrollUp(async () => tally.workbench.page.mouse.wheel(0, -100));
    await exchange.held;
    await untilShown(exchange);
    const tops = await scrollTopsDuring(exchange, 200);
    assert.equal(tops.length, 1, `the view moved while text came: ${tops.join(' ')}`);
    assert.equal(await jump.isVisible(), true);
  });

  it('stops following the reply when the user scrolls up by key, and follows the reply again after Jump to latest', async () => {
    const exchange = await ask(300);
    await log.focus();
    await scrollUp(async () => log.press('PageUp'));
    const tops = await scrollTopsDuring(exchange, 60);
    assert.equal(tops.length, 1, `the view moved while text came: ${tops.join(' ')}`);
    await jump.click();
    await jump.waitFor({ state: 'hidden' });
    exchange.release(60);
    await exchange.held;
    await untilShown(exchange);
    await untilAtEnd();
  });

  it('follows the new reply after the user sends a message, even if the user had scrolled up', async () => {
    await scrollUp(async () => tally.workbench.page.mouse.wheel(0, -600));
    const exchange = await ask(60);
    await untilAtEnd();
    exchange.release(200);
    await exchange.held;
    await untilShown(exchange);
    await untilAtEnd();
    assert.equal(await jump.isVisible(), false);
  });

  it('applies a change of tally.chat.scroll immediately', async () => {
    const exchange = await ask(300);
    await untilAtEnd();
    await setScroll('never');
    const tops = await scrollTopsDuring(exchange, 60);
    assert.equal(tops.length, 1, `the view moved while text came: ${tops.join(' ')}`);
    await setScroll('stopAtTop');
    await stop();
    const stopping = await ask(600);
    await jump.waitFor();
    const question = panel.getByRole('article', { name: 'You' }).last();
    await panel.locator('html').evaluate(async () => new Promise(requestAnimationFrame));
    assert.equal(
      await question.evaluate((each) =>
        Math.round(each.getBoundingClientRect().top - each.closest('.log')!.getBoundingClientRect().top),
      ),
      8,
    );
    await setScroll('follow');
    await jump.click();
    stopping.release(60);
    await stopping.held;
    await untilShown(stopping);
    await untilAtEnd();
  });

  const interruptions: Readonly<Record<string, () => Promise<void>>> = {
    'the side bar was closed during a reply': async () => {
      await tally.workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
      await log.waitFor({ state: 'detached' });
    },
    'the window was reloaded': async () => {
      await stop();
      await tally.workbench.reload();
    },
  };

  for (const [name, interrupt] of Object.entries(interruptions)) {
    it(`restores the reading position after ${name}`, async () => {
      const exchange = await ask(500);
      await scrollUp(async () => tally.workbench.page.mouse.wheel(0, -400));
      const before = await firstBlock();
      const frame = await tally.workbench.panelFrame();
      await interrupt();
      panel = await tally.workbench.openPanel();
      await panel.getByRole('article').first().waitFor();
      assert.notEqual(await tally.workbench.panelFrame(), frame);
      await jump.waitFor();
      await untilFirstBlock(before);
      if (running === undefined) return;
      exchange.release(60);
      await exchange.held;
      await untilShown(exchange);
      assert.equal(await firstBlock(), before);
    });
  }

  it('still shows the end of a reply after the side bar was closed and opened again during the reply', async () => {
    await ask(300);
    await untilAtEnd();
    await tally.workbench.runCommand('View: Toggle Secondary Side Bar Visibility');
    await log.waitFor({ state: 'detached' });
    panel = await tally.workbench.openPanel();
    await panel.locator('[data-state=streaming]').waitFor();
    await untilAtEnd();
    assert.equal(await jump.isVisible(), false);
  });

  /** Asks a question whose reply pauses after `tokens` tokens. Resolves when the page shows these tokens. */
  async function ask(tokens: number): Promise<Exchange> {
    tally.standIn.script({ tokens: 4_000, hold: tokens });
    await box.fill('Tell me more.');
    // Before the price is shown, the extension may ask whether to send a message that can cost more than $0.02.
    await panel.locator('.estimate').getByText('tokens in').waitFor();
    await submit(panel);
    const exchange = await tally.standIn.nextRequest();
    running = exchange;
    await exchange.held;
    await untilShown(exchange);
    return exchange;
  }

  async function stop(): Promise<void> {
    if (running === undefined) return;
    running = undefined;
    await panel.locator('.composer').getByRole('button', { name: 'Stop' }).click();
    await panel.locator('[data-state=streaming]').waitFor({ state: 'detached' });
  }

  /** Resolves when the page shows everything that the service has sent so far. */
  async function untilShown({ textSent }: Exchange): Promise<void> {
    const frame = await tally.workbench.panelFrame();
    await frame.waitForFunction(
      (length) =>
        [...document.querySelectorAll('.reply > .markdown')].at(-1)!.textContent.replace(/\s/g, '').length === length,
      textSent.replace(/\s/g, '').length,
    );
  }

  async function untilAtEnd(): Promise<void> {
    const frame = await tally.workbench.panelFrame();
    await frame.waitForFunction(() => {
      const { scrollHeight, clientHeight, scrollTop } = document.querySelector('[role=log]')!;
      return scrollHeight > clientHeight && scrollHeight - clientHeight - scrollTop < 2;
    });
  }

  /** Performs the user's action `act`. Resolves when `act` has scrolled the view and the scrolling has ended. */
  async function scrollUp(act: () => Promise<void>): Promise<void> {
    const frame = await tally.workbench.panelFrame();
    await log.hover();
    await act();
    await jump.waitFor();
    await frame.evaluate(async () => {
      const scroller = document.querySelector('[role=log]')!;
      for (let still = 0, top = scroller.scrollTop; still < 30; still += 1) {
        await new Promise(requestAnimationFrame);
        if (scroller.scrollTop !== top) still = 0;
        top = scroller.scrollTop;
      }
    });
  }

  /**
   * Lets the service send `chunks` more tokens, and waits until the page shows these tokens. Returns the distinct
   * scroll positions during this time.
   */
  async function scrollTopsDuring(exchange: Exchange, chunks: number): Promise<readonly number[]> {
    const frame = await tally.workbench.panelFrame();
    await frame.evaluate(() => {
      const scroller = document.querySelector('[role=log]')!;
      const tops = new Set([scroller.scrollTop]);
      const note = () => tops.add(scroller.scrollTop);
      new MutationObserver(note).observe(scroller, { subtree: true, childList: true, characterData: true });
      scroller.addEventListener('scroll', note);
      (window as unknown as TopsWindow).tops = tops;
    });
    exchange.release(chunks);
    await exchange.held;
    await untilShown(exchange);
    return frame.evaluate(() => [...(window as unknown as TopsWindow).tops]);
  }

  async function setScroll(scroll: 'follow' | 'stopAtTop' | 'never'): Promise<void> {
    const frame = await tally.workbench.panelFrame();
    await frame.evaluate((wanted) => {
      window.addEventListener(
        'message',
        ({ data }: MessageEvent<{ readonly preferences?: { readonly scroll: string } }>) => {
          if (data.preferences?.scroll === wanted) document.body.dataset['scroll'] = wanted;
        },
      );
    }, scroll);
    await tally.changeSettings({ 'tally.chat.scroll': scroll });
    await panel.locator(`body[data-scroll=${scroll}]`).waitFor();
  }

  /**
   * Describes the first visible block: its index, the start of its text, and its top relative to the view, in pixels.
   */
  async function firstBlock(): Promise<string> {
    return log.evaluate(findFirstBlock);
  }

  async function untilFirstBlock(wanted: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    while ((await firstBlock()) !== wanted && Date.now() < deadline);
    assert.equal(await firstBlock(), wanted);
  }
});

interface TopsWindow {
  tops: Set<number>;
}

function findFirstBlock(log: Element): string {
  const { top } = log.getBoundingClientRect();
  const isReached = (each: Element): boolean => each.getBoundingClientRect().bottom > top;
  const blocks = [...log.querySelectorAll('.part')].find(isReached)?.children ?? [];
  const block = [...blocks].find(isReached);
  const text = block?.textContent.slice(0, 40) ?? '';
  return `${[...log.querySelectorAll('.part > *')].indexOf(block!)} ${text} ${Math.round((block?.getBoundingClientRect().top ?? 0) - top)}`;
}

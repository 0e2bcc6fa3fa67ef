import assert from 'node:assert/strict';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import { describePanel } from './describePanel.ts';
import { longestTask } from './longestTask.ts';
import { openManyMessages } from './openManyMessages.ts';
import { startPanelHarness, type PanelHarness } from './panelHarness.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';

/** Upper limit of the CPU time of the main thread's longest task, in milliseconds. */
const maxHoldUp = 400;

describe('A panel with large contents', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await startPanelHarness();
  });

  after(async () => harness.dispose());

  it('stays responsive while it draws a session of 600 messages, and shows the end of the session', async () => {
    const { holdUp, distanceToEnd } = await openManyMessages(harness, 300);
    // Without the shared drawing time, the longest task takes 420 ms.
    assert.ok(holdUp <= maxHoldUp / 2, `hold-up of ${holdUp} ms`);
    assert.ok(distanceToEnd < 2, `the end is ${distanceToEnd} px below the view`);
  });

  it('stays responsive while it shows a notice of 64,000 brackets, and shows the seconds only in place of the first `{0}`', async () => {
    const { page, send, close } = await harness.open({ width: 400, height: 800 });
    await send(session({ messages: [question(), reply({ state: 'connecting' })] }));
    const text = `Again in {0} s: {0} ש${'('.repeat(32_000)}${']'.repeat(32_000)}`;
    const notice = { severity: 'info', text, clock: { counts: 'down', seconds: 9 }, actions: [] } as const;
    await page.evaluate((loaded) => Object.assign(window, { loaded }), replyChange({ state: 'connecting', notice }));
    const holdUp = await longestTask(page.context().browser()!, async () => {
      await page.evaluate(async () => {
        window.postMessage((window as unknown as { readonly loaded: unknown }).loaded);
        while (document.querySelector('.notice') === null) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      });
    });
    const shown = await page.locator('.reply .notice p').textContent();
    await close();
    assert.match(shown!, /^Again in \d s: \{0\} ש\(/);
    assert.ok(holdUp <= maxHoldUp, `hold-up of ${holdUp} ms`);
  });

  it('stays responsive while it opens a session of 20 MB, and when text is typed into the find bar', async () => {
    const { page, close } = await harness.open({ width: 400, height: 800 });
    const words = 'Words, `code` and *more* words.\n'.repeat(32_000);
    const messages = Array.from({ length: 10 }, (_, id) => reply({ id: String(id), text: words, reasoning: words }));
    await page.evaluate(
      (loaded) => Object.assign(window, { loaded }),
      session({ messages: [question(), ...messages] }),
    );
    const browser = page.context().browser()!;
    const opening = await longestTask(browser, async () => {
      await page.evaluate(async () => {
        window.postMessage((window as unknown as { readonly loaded: unknown }).loaded);
        while (document.querySelector('.reply .markdown .part') === null) await new Promise(requestAnimationFrame);
      });
    });
    await page.keyboard.press('Control+f');
    const finding = await longestTask(browser, async () => {
      await page.keyboard.press('w');
      await page.evaluate(async () => new Promise(requestAnimationFrame));
    });
    await close();
    assert.ok(opening <= maxHoldUp / 2, `opening held up for ${opening} ms`);
    assert.ok(finding <= maxHoldUp / 2, `finding held up for ${finding} ms`);
  });

  it('stays responsive while an attachment of 500,000 lines is opened, and shows all lines', async () => {
    const { page, close } = await harness.open({ width: 400, height: 800 });
    const code = 'a\n'.repeat(500_000);
    const attachments = [{ id: 'a', label: 'lines.txt', size: '1 MB', languageId: '', code }];
    await page.evaluate(
      (loaded) => window.postMessage(loaded),
      session({ messages: [{ kind: 'question', id: 'q1', text: 'Why?', attachments }, reply({})] }),
    );
    await page.locator('.attachment summary').waitFor();
    const holdUp = await longestTask(page.context().browser()!, async () => {
      await page.evaluate(async () => {
        document.querySelector<HTMLElement>('.attachment summary')!.click();
        while ((document.querySelector('.attachment code')?.textContent.length ?? 0) < 1_000_000)
          await new Promise((resolve) => setTimeout(resolve, 100));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      });
    });
    await close();
    assert.ok(holdUp <= 200, `hold-up of ${holdUp} ms`);
  });

  it('stays responsive while it shows a question of 1 MB in one line', async () => {
    const { page, close } = await harness.open({ width: 400, height: 800 });
    const messages: MessageView[] = [
      { kind: 'question', id: 'q1', text: 'words and more words '.repeat(50_000), attachments: [] },
      reply({}),
    ];
    await page.evaluate((loaded) => Object.assign(window, { loaded }), session({ messages }));
    const holdUp = await longestTask(page.context().browser()!, async () => {
      await page.evaluate(async () => {
        window.postMessage((window as unknown as { readonly loaded: unknown }).loaded);
        while (document.querySelector('.reply') === null) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      });
    });
    await close();
    assert.ok(holdUp <= maxHoldUp, `hold-up of ${holdUp} ms`);
  });
});

describePanel('a very long question', ({ open }) => {
  it('has the same text on the page and when it is copied', async () => {
    const source = `${'words and more words '.repeat(1_000)}\n\n${'a'.repeat(10_000)}\n${'\tline\n'.repeat(2_000)}end`;
    const { page } = await open(
      session({ messages: [{ kind: 'question', id: 'q1', text: source, attachments: [] }, reply({})] }),
    );
    const texts = await page.locator('.question-text').evaluate((element) => {
      document.getSelection()!.selectAllChildren(element);
      return { shown: element.textContent, copied: document.getSelection()!.toString() };
    });
    assert.equal(texts.shown, source);
    assert.equal(texts.copied, source);
  });
});

import assert from 'node:assert/strict';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import { hostileReplies } from '../unit/webview/markdown/hostileReplies.ts';
import { startPanelHarness, type PanelHarness } from './panelHarness.ts';
import { question, reply, replyChange, session, text } from './panelMessages.ts';
import { describePanel } from './describePanel.ts';
import { longestTask } from './longestTask.ts';
import { openManyMessages } from './openManyMessages.ts';
import { streamHostileReply } from './streamHostileReply.ts';

/**
 * The names of the worst hostile replies. Before the panel limited formatting, each of these replies blocked the panel
 * for more than a second. `npm run bench` measures all hostile replies.
 */
const worst = [
  'cmark: pattern ![[]()',
  'cmark: nested quotes',
  'one long line',
  'spaces before words',
  'ideographic spaces before words',
  'short paragraphs',
  'inline formulas',
  'fences',
  'nested quotes in each line',
  'unclosed formulas [\\[',
  'formulas of many nodes',
  'formulas that define long macros',
  'brackets in a right-to-left line of a fence',
  'combining characters in a fence',
  'a table of many columns',
  'a table of short rows',
  'a table of long cells',
  'a table with a long header row',
  'a definition before a paragraph',
  'a table of short rows that end with a carriage return',
  'indented code and rules',
  'paragraphs in a list item',
  'hidden characters in fences',
  'nested task lists',
  'one definition of many references',
] as const;
/** Length of the replies in characters. */
const length = 100_000;
/** Number of pieces in which the replies are streamed. Half as many as in the benchmark, to save time. */
const pieceCount = 100;
/** Upper limit of `holdUp` (see HostileReplyTimes), in milliseconds of CPU time. */
const maxHoldUp = 400;
/** Upper limit of `settleTime`, in milliseconds of elapsed time. Has a margin, because other tests may also run. */
const maxSettleTime = 10_000;

describe('A panel', () => {
  let harness: PanelHarness;

  before(async () => {
    harness = await startPanelHarness();
  });

  after(async () => harness.dispose());

  for (const name of worst) {
    it(`stays responsive while a hostile reply streams, and stops changing within 10 s after the reply ends: ${name}`, async () => {
      const { holdUp, settleTime } = await streamHostileReply(harness, hostileReplies[name]!(length), pieceCount);
      assert.ok(holdUp <= maxHoldUp, `hold-up of ${holdUp} ms`);
      assert.ok(settleTime <= maxSettleTime, `settled after ${settleTime} ms`);
    });
  }

  it('stays responsive while it draws a session of 2,000 messages, and shows the end of the session', async () => {
    const { holdUp, distanceToEnd } = await openManyMessages(harness);
    // Without the shared drawing time, the longest task takes 1,400 ms.
    assert.ok(holdUp <= 2 * maxHoldUp, `hold-up of ${holdUp} ms`);
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

  it('does no work in proportion to the square of the length of a code block', async () => {
    const lines = 'const value = one of many words in a line of code\n'.repeat(12_000);
    const { holdUp, settleTime } = await streamHostileReply(harness, `\`\`\`\n${lines}\`\`\`\n`, 20);
    assert.ok(holdUp <= maxHoldUp, `hold-up of ${holdUp} ms`);
    // If all lines were in one element, the panel would settle after 7,000 ms.
    assert.ok(settleTime <= maxSettleTime / 5, `settled after ${settleTime} ms`);
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

describePanel('a very large or complex reply', ({ open, view }) => {
  const note = 'The rest of this reply isn’t formatted, because the reply is too large.';
  const streaming = () => session({ messages: [question(), reply({ state: 'streaming' })] });
  const serialized = (element: Element) => new XMLSerializer().serializeToString(element);
  const shownText = async () => view().page.locator('.markdown').textContent();
  const settled = async () => view().page.locator('.markdown:not(.growing)').waitFor();

  it('shows a note after the formatted beginning, and the rest as plain text', async () => {
    const source = `${'- **a**\n'.repeat(40_000)}**end**`;
    const { page, send } = await open(streaming());
    await send(text(source), replyChange({ state: 'complete' }));
    await page.getByText('**end**').waitFor();
    await settled();
    assert.equal(await page.locator('.not-formatted').allTextContents().then(String), note);
    const [formatted, rest] = (await shownText())!.split(note);
    assert.ok(formatted!.length >= 8_000);
    assert.equal(source.endsWith(rest!), true);
  });

  it('looks the same when it is streamed and when it is loaded', async () => {
    const source = `${'- **a** [b]\n'.repeat(30_000)}\n[b]: https://b.example`;
    const { page, send } = await open(streaming());
    for (let start = 0; start < source.length; start += 10_001) await send(text(source.slice(start, start + 10_001)));
    await send(replyChange({ state: 'complete' }));
    await page.getByText('[b]: https://b.example').waitFor();
    await settled();
    const streamed = await page.locator('.markdown').evaluate(serialized);
    await open(session({ messages: [question(), reply({ text: source })] }));
    await view().page.getByText('[b]: https://b.example').waitFor();
    await settled();
    assert.equal(await view().page.locator('.markdown').evaluate(serialized), streamed);
  });

  it('shows a note in a paragraph that is too complex, and formats the next paragraph', async () => {
    const brackets = '[a '.repeat(2_000);
    const { page } = await open(session({ messages: [question(), reply({ text: `${brackets}\n\n**next**` })] }));
    await page.locator('strong', { hasText: 'next' }).waitFor();
    const notes = await page.locator('.not-formatted').allTextContents();
    assert.deepEqual(notes, ['The rest of this paragraph isn’t formatted, because it’s too complex.']);
    assert.equal((await shownText())!.replace(notes[0]!, ''), `${brackets.trimEnd()}next`);
  });

  it('turns 4,000 references in one paragraph into links if the definition follows the paragraph', async () => {
    const source = `${'[a] and words. '.repeat(4_000)}\n\n[a]: https://a.example`;
    const { page, send } = await open(streaming());
    await send(text(source), replyChange({ state: 'complete' }));
    await page.locator('.markdown a').nth(3_999).waitFor();
    assert.equal(await page.locator('.markdown a').count(), 4_000);
  });

  it('gives each part its real height, not an estimate, when the reply has ended', async () => {
    const source = 'Some words in a paragraph.\n\n'.repeat(4_000);
    const { page, send } = await open(streaming());
    await send(text(source), replyChange({ state: 'complete' }));
    await page.locator('.markdown > .part').nth(124).waitFor({ state: 'attached' });
    await settled();
    const heights = await page.evaluate(() =>
      [...document.querySelectorAll('.markdown > .part')].map((part) => part.getBoundingClientRect().height),
    );
    assert.equal(new Set(heights.slice(1, -1)).size, 1);
  });
});

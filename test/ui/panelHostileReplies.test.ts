import assert from 'node:assert/strict';
import { hostileReplies } from '../unit/webview/markdown/hostileReplies.ts';
import { startPanelHarness, type PanelHarness } from './panelHarness.ts';
import { question, reply, replyChange, session, text } from './panelMessages.ts';
import { describePanel } from './describePanel.ts';
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
/** Number of pieces in which the replies are streamed. A quarter as many as in the benchmark, to save time. */
const pieceCount = 50;
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
      const measure = async () => streamHostileReply(harness, hostileReplies[name]!(length), pieceCount);
      const first = await measure();
      // On a busy computer, a single task can take several times its usual CPU time. A slow panel is slow again.
      const { holdUp, settleTime } = first.holdUp <= maxHoldUp ? first : await measure();
      assert.ok(holdUp <= maxHoldUp, `hold-ups of ${first.holdUp} ms and ${holdUp} ms`);
      assert.ok(settleTime <= maxSettleTime, `settled after ${settleTime} ms`);
    });
  }

  it('does no work in proportion to the square of the length of a code block', async () => {
    const lines = 'const value = one of many words in a line of code\n'.repeat(12_000);
    const { holdUp, settleTime } = await streamHostileReply(harness, `\`\`\`\n${lines}\`\`\`\n`, 20);
    assert.ok(holdUp <= maxHoldUp, `hold-up of ${holdUp} ms`);
    // If all lines were in one element, the panel would settle after 7,000 ms.
    assert.ok(settleTime <= maxSettleTime / 5, `settled after ${settleTime} ms`);
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

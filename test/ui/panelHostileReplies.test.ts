import assert from 'node:assert/strict';
import { hostileReplies } from '../unit/webview/markdown/hostileReplies.ts';
import type { PanelHarness, PanelPage } from './panelHarness.ts';
import { sharedPanelHarness } from './sharedHarnesses.ts';
import { question, reply, replyChange, session, text } from './panelMessages.ts';
import { describePanel } from './describePanel.ts';

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
  'openings of formula blocks without letters',
  'openings of formula blocks before an end with text after it',
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
const length = 50_000;
/** Number of pieces in which the replies are streamed. The benchmark streams more pieces. */
const pieceCount = 4;

describe('A panel', () => {
  let harness: PanelHarness;
  /** Shows all replies, because loading the page for each reply would take longer. */
  let panel: PanelPage;

  before(async () => {
    harness = await sharedPanelHarness();
    panel = await harness.open({ width: 400, height: 800 });
  });

  after(async () => panel.close());

  for (const name of worst) {
    // If the reply blocks the panel, or the panel changes all the time, the test exceeds Mocha's timeout.
    it(`shows a hostile reply, stops changing, and then shows another session: ${name}`, async () => {
      const { page, send, problems } = panel;
      const source = hostileReplies[name]!(length);
      const size = Math.ceil(source.length / pieceCount);
      const pieces = Array.from({ length: pieceCount }, (_, index) =>
        text(source.slice(index * size, (index + 1) * size)),
      );
      await send(session({ messages: [question(), reply({ state: 'streaming' })] }));
      await page.evaluate(streamUntilUnchanged, [...pieces, replyChange({ state: 'complete' })]);
      assert.equal(await page.locator('.reply[data-state=complete] .markdown:not(.growing)').count(), 1);
      await send(session({ sessionId: 's2', messages: [question(), reply({ text: 'The next reply.' })] }));
      await page.locator('.markdown', { hasText: /^The next reply\.$/ }).waitFor();
      assert.deepEqual(problems, []);
    });
  }
});

/**
 * Runs in the page. Sends one message in each frame, and resolves when the panel has shown the complete reply and has
 * then changed nothing for ten frames.
 */
async function streamUntilUnchanged(messages: readonly unknown[]): Promise<void> {
  const nextFrame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (const message of messages) {
    window.postMessage(message);
    await nextFrame();
  }
  let unchangedFrames = 0;
  const changes = new MutationObserver(() => (unchangedFrames = 0));
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  while (unchangedFrames < 10 || document.querySelector('[data-state=complete] .markdown:not(.growing)') === null) {
    await nextFrame();
    unchangedFrames += 1;
  }
  changes.disconnect();
}

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

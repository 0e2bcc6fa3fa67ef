import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import type { DidLoadSession, ToWebviewMessage } from '../../src/common/protocol/protocol.ts';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { queue, question, reply, replyChange, session, text } from './panelMessages.ts';

const paragraphs = Array.from(
  { length: 90 },
  (_, index) => `Paragraph ${index}, with a few words that fill about two lines of the panel.\n\n`,
).join('');
const code = `\`\`\`ts\n${'const a = 1; // one\n'.repeat(60)}\`\`\`\n\n`;

describePanel('the reading position in a panel that VS Code recreates', ({ open, view, button }) => {
  const log = (): Locator => view().page.getByRole('log', { name: 'Conversation' });
  const jump = (): Locator => button('Jump to latest');
  const load = (state: 'complete' | 'streaming', changes: Partial<DidLoadSession> = {}): ToWebviewMessage =>
    session({
      messages: [
        question(),
        reply({ id: 'r0', text: paragraphs }),
        { ...question(), id: 'q2' },
        reply({ state, text: code + paragraphs }),
      ],
      ...changes,
    });
  const settled = async (): Promise<void> => frames(view().page, 5);
  const stored = async (): Promise<string | null> => view().page.evaluate(() => sessionStorage.getItem('state'));
  /** Scrolls until a paragraph begins 20 px above the view's top. Resolves when the panel has saved the position. */
  async function scrollToParagraph(paragraph: number, replyIndex = 1): Promise<void> {
    const before = await stored();
    await view()
      .page.locator('.reply')
      .nth(replyIndex)
      .getByText(`Paragraph ${paragraph},`)
      .evaluate(async (each) => {
        const scroller = each.closest('.log')!;
        const isThere = (): boolean =>
          Math.abs(scroller.getBoundingClientRect().top - each.getBoundingClientRect().top - 20) < 1;
        // Repeats the scrolling, because elements get their final height only when they come into view.
        for (let still = 0; still < 5; still = isThere() ? still + 1 : 0) {
          if (!isThere()) {
            each.scrollIntoView({ block: 'start' });
            scroller.scrollTop += 20;
          }
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      });
    await view().page.waitForFunction((earlier) => sessionStorage.getItem('state') !== earlier, before);
    await settled();
  }
  /**
   * Returns the start of the first visible block's text, and the distance from the top of the view to the top of this
   * block, in px.
   */
  const firstBlock = async (): Promise<string> =>
    log().evaluate((each) => {
      const { top } = each.getBoundingClientRect();
      const isReached = (part: Element): boolean => part.getBoundingClientRect().bottom > top;
      const block = [...[...each.querySelectorAll('.part')].find(isReached)!.children].find(isReached)!;
      return `${block.textContent.slice(0, 14)} ${Math.round(block.getBoundingClientRect().top - top)}`;
    });
  const isAtEnd = async (): Promise<boolean> =>
    log().evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop < 2);
  const recreate = async (message: ToWebviewMessage): Promise<void> => {
    await view().reload();
    await view().send(message);
    await settled();
  };

  for (const state of ['complete', 'streaming'] as const) {
    it(`is restored if the last reply is ${state}`, async () => {
      await open(load(state));
      for (const [paragraph, replyIndex] of [
        [40, 0],
        [60, 1],
        [3, 1],
      ] as const) {
        await scrollToParagraph(paragraph, replyIndex);
        const before = await firstBlock();
        assert.match(before, new RegExp(`^Paragraph ${paragraph},.* -20$`));
        for (let times = 0; times < 2; times += 1) {
          await recreate(load(state));
          assert.equal(await firstBlock(), before);
          assert.equal(await jump().isVisible(), true);
        }
      }
    });
  }

  it('is restored before all messages of a long session are drawn, and stays while they are drawn', async () => {
    const messages = Array.from({ length: 150 }, (_, index) => [
      { ...question(), id: `q${index}` },
      reply({ id: `r${index}`, text: paragraphs }),
    ]).flat();
    await open(session({ messages }));
    await view().page.locator('.reply').first().getByText('Paragraph 89,').waitFor();
    await scrollToParagraph(40, 100);
    const before = await firstBlock();
    await recreate(session({ messages }));
    assert.equal(await view().page.locator('.reply').first().getByText('Paragraph 0,').count(), 0);
    assert.equal(await firstBlock(), before);
    await view().page.locator('.reply').first().getByText('Paragraph 89,').waitFor();
    await settled();
    assert.equal(await firstBlock(), before);
  });

  it('does not move while the reply streams, and follows the end after Jump to latest', async () => {
    await open(load('streaming'));
    await scrollToParagraph(30);
    const before = await firstBlock();
    await recreate(load('streaming'));
    for (let count = 0; count < 20; count += 1) {
      await view().send(text('A new paragraph.\n\n'));
      await settled();
      assert.equal(await firstBlock(), before);
    }
    await jump().click();
    await view().send(text('The last paragraph.\n\n'));
    await settled();
    assert.equal(await isAtEnd(), true);
  });

  it('is restored to the same paragraph in a panel of another width', async () => {
    await open(load('complete'));
    await scrollToParagraph(60);
    const before = await firstBlock();
    const { page, send } = view();
    const address = page.url();
    await page.goto('about:blank');
    await page.setViewportSize({ width: 520, height: 500 });
    await page.goto(address);
    await log().waitFor({ state: 'attached' });
    await send(load('complete'));
    await settled();
    const words = (place: string) => place.split(',')[0];
    assert.equal(words(await firstBlock()), words(before));
  });

  it('is the end of the conversation if the user was there, if another session loads, or if the user asked a question', async () => {
    await open(load('streaming'));
    const goUp = async () => scrollToParagraph(30);
    const goUpAndDown = async () => {
      await goUp();
      await jump().click();
      await settled();
    };
    const cases: readonly (readonly [() => Promise<void>, ToWebviewMessage])[] = [
      [settled, load('streaming')],
      [goUpAndDown, load('streaming')],
      [goUp, load('streaming', { sessionId: 'another' })],
      [
        goUp,
        load('streaming', {
          messages: [question(), reply({ text: paragraphs }), { ...question(), id: 'q9' }, reply({ id: 'r9' })],
        }),
      ],
    ];
    for (const [act, message] of cases) {
      await act();
      await recreate(message);
      assert.equal(await isAtEnd(), true);
      assert.equal(await jump().isVisible(), false);
      await recreate(load('streaming'));
    }
  });

  it('is restored if a queued message was sent while the panel was closed', async () => {
    const [first] = queue();
    await open(load('complete', { queue: queue() }));
    await scrollToParagraph(60);
    const before = await firstBlock();
    const asked: MessageView = { ...question(), id: first!.id };
    const { messages } = load('complete') as DidLoadSession;
    await recreate(load('complete', { messages: [...messages, asked, reply({ id: 'r9', state: 'streaming' })] }));
    assert.equal(await firstBlock(), before);
  });

  it('is saved when scrolling ends, but not while text streams', async () => {
    const { page } = await open(load('streaming'));
    await page.evaluate(() => {
      const setItem = sessionStorage.setItem.bind(sessionStorage);
      const counting = window as unknown as { writes: number };
      counting.writes = 0;
      Storage.prototype.setItem = (key, value) => {
        counting.writes += 1;
        setItem(key, value);
      };
    });
    const writes = async () => page.evaluate(() => (window as unknown as { writes: number }).writes);
    const stream = async () => {
      for (let count = 0; count < 20; count += 1) {
        await view().send(text('A new paragraph.\n\n'));
        await settled();
      }
    };
    await stream();
    assert.equal(await writes(), 0);
    await scrollToParagraph(30);
    const after = await writes();
    await stream();
    assert.equal(await writes(), after);
  });

  it('does not move when a long reply ends, although link definitions at its end change all of it', async () => {
    const numbers = Array.from({ length: 900 }, (_, number) => number);
    const long = numbers.map(
      (number) => `Paragraph ${number} with [a], ${'and more words, '.repeat(number % 30)}.\n\n`,
    );
    const { page, send } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    for (let start = 0; start < long.length; start += 30) await send(text(long.slice(start, start + 30).join('')));
    await send(text('[a]: https://a.example\n'));
    await page.getByText('Paragraph 899').waitFor();
    await log().hover();
    await page.mouse.wheel(0, -10_000);
    await jump().waitFor();
    await frames(page, 20);
    const before = await firstBlock();
    await send(replyChange({ state: 'complete' }));
    await page.locator('.markdown:not(.growing)').waitFor();
    await settled();
    assert.equal(await firstBlock(), before);
    assert.equal(await page.locator('.markdown .laid-out').count(), 0);
  });

  it('does not move when a reply ends that is one paragraph of thousands of lines', async () => {
    const lines = Array.from({ length: 3_000 }, (_, number) => `Line ${number}. ${'more '.repeat(number % 20)}\n`);
    const { page, send } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    for (let start = 0; start < lines.length; start += 500) await send(text(lines.slice(start, start + 500).join('')));
    await log().hover();
    await page.mouse.wheel(0, -20_000);
    await jump().waitFor();
    await frames(page, 20);
    const firstLine = async () =>
      page.evaluate(() => {
        const { left, top, width } = document.querySelector('.log')!.getBoundingClientRect();
        const at = document.caretPositionFromPoint(left + width / 4, top + 40);
        return at?.offsetNode.textContent?.trim();
      });
    const before = await firstLine();
    assert.match(before ?? '', /^Line /);
    await send(replyChange({ state: 'complete' }));
    await page.locator('.markdown:not(.growing)').waitFor();
    await settled();
    assert.equal(await firstLine(), before);
  });

  it('is kept if the same session is loaded again and drawn over several frames', async () => {
    const count = 4000;
    const long = Array.from({ length: count }, (_, number) => `Paragraph ${number} of a long reply.`).join('\n\n');
    const message = session({ messages: [question(), reply({ text: long })] });
    const drawn = async () =>
      view().page.waitForFunction(
        (all) =>
          document.querySelectorAll('.markdown > .part > *').length === all &&
          document.querySelector('.growing, .lay-out-all') === null,
        count,
      );
    await open(message);
    await drawn();
    await log().evaluate((each) => (each.scrollTop = each.scrollHeight / 2));
    await jump().waitFor();
    await settled();
    const before = await firstBlock();
    await view().send(message);
    await drawn();
    await settled();
    assert.equal(await firstBlock(), before);
  });
});

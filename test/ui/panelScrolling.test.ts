import assert from 'node:assert/strict';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import { describePanel } from './describePanel.ts';
import { busyNotice, question, queue, reply, replyChange, session, text } from './panelMessages.ts';
import { exchange, longText, paragraphs, scrolling, swipe } from './scrolling.ts';
import { turnWheel, turnWheelWithoutScrolling } from './turnWheel.ts';

describePanel(
  'scrolling while a reply streams',
  (test) => {
    const { open, box, button } = test;
    const { view, log, distance, frames, stream, position, atEnd, openLong, jump, firstInView, textInView } =
      scrolling(test);

    it('follows the end of the reply', async () => {
      await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
      await stream(60, atEnd);
      assert.equal(await jump().isVisible(), false);
    });

    it('does not move the view while 200 pieces of text arrive after the user has scrolled up', async () => {
      await openLong();
      await log().hover();
      await turnWheel(view().page, -120);
      await jump().waitFor();
      const before = await position();
      assert.equal(before.distance, 120);
      await stream(200, ({ top }) => top === before.top);
    });

    const waysUp: Readonly<Record<string, () => Promise<void>>> = {
      'the mouse wheel': async () => turnWheel(view().page, -3),
      ArrowUp: async () => log().press('ArrowUp'),
      PageUp: async () => log().press('PageUp'),
      Home: async () => log().press('Home'),
      'Shift+Space': async () => log().press('Shift+Space'),
      'the scroll bar': async () => {
        const { mouse } = view().page;
        const { x, y, width, height } = (await log().boundingBox())!;
        await mouse.move(x + width - 5, y + height - 20);
        await mouse.down();
        await mouse.move(x + width - 5, y + height - 60, { steps: 3 });
        await mouse.up();
      },
      'a swipe': async () => swipe(view(), 120),
      'a text selection': async () => {
        const { mouse } = view().page;
        const { x, y } = (await view().page.locator('.part > p').last().boundingBox())!;
        await mouse.move(x + 2, y + 5);
        await mouse.down();
        await mouse.move(x + 60, y + 5, { steps: 3 });
        await mouse.up();
      },
      'focus on an earlier element': async () => view().page.locator('pre').first().focus(),
      'scrollIntoView of an earlier element': async () =>
        view().page.evaluate(() => document.querySelector('.part > p')!.scrollIntoView({ block: 'center' })),
    };

    for (const [name, goUp] of Object.entries(waysUp)) {
      it(`stops following after ${name}`, async () => {
        await openLong();
        await log().hover();
        await goUp();
        await frames(30);
        await stream(4);
        await jump().waitFor();
        const { top } = await position();
        await stream(20, (now) => now.top === top);
      });
    }

    it('keeps following when the wheel scrolls a code block or zooms', async () => {
      const code = 'const a = 1;\n'.repeat(100);
      const attachments = [{ id: 'a0', label: 'a.ts:1-100', size: '', languageId: 'typescript', code }];
      await open(session({ messages: [{ ...question(), attachments } as MessageView, reply({ state: 'streaming' })] }));
      const { page } = view();
      await page.locator('summary').first().click();
      const block = page.locator('.attachment pre');
      await block.hover();
      await turnWheel(page, 200, block);
      await frames(2);
      assert.equal(await jump().isVisible(), false);
      await block.hover();
      await turnWheel(page, -20, block);
      await page.keyboard.down('Control');
      await turnWheelWithoutScrolling(page, -20);
      await page.keyboard.up('Control');
      await stream(20, atEnd);
    });

    it('follows again after Jump to latest', async () => {
      await openLong();
      await log().press('Home');
      await jump().click();
      assert.ok((await distance()) < 2);
      assert.equal(await log().evaluate((each) => document.activeElement === each), true);
      await stream(30, atEnd);
      assert.equal(await jump().isVisible(), false);
    });

    it('follows again after the user scrolls to the end by wheel or key', async () => {
      await openLong();
      await log().hover();
      for (const goDown of [async () => turnWheel(view().page, 2_000), async () => log().press('End')]) {
        await turnWheel(view().page, -300);
        await jump().waitFor();
        await frames(5);
        await Promise.all([stream(10), goDown()]);
        await jump().waitFor({ state: 'hidden' });
        await stream(20, atEnd);
      }
    });

    it('follows again after the user scrolls to an end that a growing reply has just moved', async () => {
      const { page } = await openLong();
      await log().hover();
      await turnWheel(page, -300);
      await jump().waitFor();
      // The browser scrolls on another thread, which may still use the end that the conversation had one frame earlier.
      // The test simulates this: it scrolls to the earlier end as soon as the reply has grown.
      await log().evaluate(async (scroller) => {
        scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: 300 }));
        const earlierEnd = scroller.scrollHeight - scroller.clientHeight;
        const added = document.createElement('p');
        added.style.height = '200px';
        await new Promise(requestAnimationFrame);
        [...scroller.querySelectorAll('.part')].at(-1)!.append(added);
        await new Promise((resolve) => new ResizeObserver(resolve).observe(added));
        scroller.scrollTop = earlierEnd;
      });
      await jump().waitFor({ state: 'hidden' });
      assert.ok((await distance()) < 2);
    });

    it('follows again after the user sends a message, but not after a queued message is sent automatically', async () => {
      const { send } = await openLong();
      await send({ type: 'didChangeQueue', queue: queue() });
      await log().press('PageUp');
      await frames(30);
      // `scrollTop` may change, because the browser keeps the text in place when it learns the heights above the view.
      const shown = await log().evaluateHandle((scroller) => {
        const { left, top } = scroller.getBoundingClientRect();
        return document.elementFromPoint(left + 60, top + 60)!;
      });
      const top = async () => shown.evaluate((element) => element.getBoundingClientRect().top);
      const before = await top();
      const [first, second] = queue();
      await send(replyChange({ state: 'complete' }), ...exchange(first!.id));
      await frames(5);
      assert.ok(Math.abs((await top()) - before) < 2, `moved by ${(await top()) - before} px`);
      await send(replyChange({ responseId: 'r2', state: 'stopped' }));
      await button('Send queued message').last().click();
      await send(...exchange(second!.id, 'r3'));
      await stream(20, atEnd, 'r3');
      await log().press('PageUp');
      await frames(30);
      await send(...exchange('q9', 'r9'));
      await stream(20, atEnd, 'r9');
    });

    for (const key of ['PageUp', 'Home']) {
      it(`ends at the bottom when a message is sent while the scrolling by ${key} still runs`, async () => {
        const { page, send } = await openLong();
        view().isolateTab();
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        for (let wait = 0; wait < 8; wait += 1) {
          await stream(2);
          await log().press(key);
          await frames(wait);
          await send(replyChange({ state: 'complete' }), ...exchange(`q-${wait}`, 'r1'));
          await frames(30);
          assert.ok((await distance()) < 2, `${await distance()} px from the end, sent ${wait} frames after the key`);
        }
      });
    }

    it('keeps the reading position within 40 px when the panel is resized', async () => {
      const { page, resize } = await openLong();
      await log().hover();
      await turnWheel(page, -1_500);
      await jump().waitFor();
      const block = await firstInView();
      for (const [width, height] of [
        [300, 500],
        [300, 700],
        [420, 700],
        [600, 400],
        [300, 700],
      ] as const) {
        await resize(width, height);
        await frames(3);
        // Allows 40 px, because a paragraph that is partly above the view may get other line breaks.
        assert.ok(
          Math.abs((await block.top()) - block.before) <= 40,
          `moved by ${(await block.top()) - block.before} px at ${width} × ${height}`,
        );
      }
    });

    it('keeps the reading position when content above the view grows or shrinks', async () => {
      const { page, send } = await open(
        session({
          messages: [question(), reply({ state: 'streaming', reasoning: 'First thought.', text: paragraphs(60) })],
        }),
      );
      await page.locator('.reasoning summary').click();
      await frames(10);
      await log().hover();
      await turnWheel(page, 400);
      const block = await firstInView();
      for (let count = 0; count < 20; count += 1) {
        await send(text('A further thought, longer than a line of the panel is.\n\n', 'reasoning'));
        await frames(2);
        assert.ok(Math.abs((await block.top()) - block.before) <= 1);
      }
      await page.locator('.reasoning').evaluate((each) => ((each as HTMLDetailsElement).open = false));
      await frames(3);
      assert.ok(Math.abs((await block.top()) - block.before) <= 1);
    });

    it('keeps the reading position when code above the view is highlighted', async () => {
      const source = `\`\`\`ts\n${'const a = 1; // one\n'.repeat(200)}\`\`\`\n\n`;
      const { page } = await open(session({ messages: [question(), reply({ text: source + paragraphs(40) })] }));
      // Scrolls the end of the code into view, so that the panel highlights the whole block, including the lines above
      // the view.
      await page.evaluate(() => {
        const paragraph = document.querySelector('.part > p')!;
        paragraph.scrollIntoView();
        document.querySelector('[role=log]')!.scrollTop -= 40;
      });
      await jump().waitFor();
      const block = await firstInView();
      await page.locator('[class^=token-]', { hasText: 'const' }).nth(199).waitFor({ state: 'attached' });
      await frames(2);
      assert.equal(await block.top(), block.before);
    });

    it('keeps the reading position when the reply ends, a notice appears, or the message box or queue changes', async () => {
      const { send } = await openLong();
      await log().hover();
      await turnWheel(view().page, -200);
      await jump().waitFor();
      // `scrollTop` may change, because the end of the reply lays out parts that the browser had skipped.
      const block = await firstInView();
      const steps: readonly (() => Promise<void>)[] = [
        async () => send(replyChange({ notice: busyNotice() })),
        async () => send({ type: 'didChangeQueue', queue: queue() }),
        async () => box().fill('one\ntwo\nthree\nfour'),
        async () => send({ type: 'didChangeDraft', attachments: [{ id: 'a1', label: 'a.ts:1-2', size: '' }] }),
        async () => send(replyChange({ state: 'failed', footer: '$0.0001', notice: busyNotice() })),
        async () => send({ type: 'didChangeQueue', queue: [] }),
      ];
      for (const step of steps) {
        await step();
        await frames(3);
        assert.equal(await block.top(), block.before);
      }
    });

    it('keeps the end in view when the reply ends, a notice appears, or the message box, queue or panel size changes', async () => {
      const { send } = await openLong();
      for (const step of [
        async () => send(replyChange({ notice: busyNotice() })),
        async () => send({ type: 'didChangeQueue', queue: queue() }),
        async () => box().fill('one\ntwo\nthree\nfour'),
        async () => box().fill(''),
        async () => send(replyChange({ state: 'failed', footer: '$0.0001', notice: busyNotice() })),
        async () => send({ type: 'didChangeQueue', queue: [] }),
        async () => view().resize(420, 500),
        async () => view().resize(300, 700),
      ]) {
        await step();
        await frames(3);
        assert.ok((await distance()) < 2);
      }
    });

    it('keeps following when the conversation shrinks and grows again between two frames', async () => {
      const { page, send } = await openLong();
      await send(replyChange({ notice: busyNotice() }));
      await frames(3);
      await page.evaluate(
        (changes) => {
          for (const data of changes) {
            window.dispatchEvent(new MessageEvent('message', { data }));
            // Computes the layout, as assistive technology may do at any time. The browser then limits the scroll
            // position to the new end.
            document.querySelector('[role=log]')!.getBoundingClientRect();
          }
        },
        [replyChange({}), replyChange({ notice: busyNotice(), footer: '$0.0001' })],
      );
      await frames(3);
      assert.ok((await distance()) < 2);
      assert.equal(await jump().isVisible(), false);
    });

    it('keeps the reading position when the same session loads again', async () => {
      const { send } = await openLong();
      await log().hover();
      await turnWheel(view().page, -200);
      await jump().waitFor();
      const shown = await textInView();
      await send(session({ messages: [question(), reply({ text: longText })] }));
      await frames(3);
      assert.deepEqual(await textInView(), shown);
    });

    it('causes at most 110 layouts for 100 pieces of text', async () => {
      const { page } = await openLong();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Performance.enable');
      const layouts = async (): Promise<number> =>
        (await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')!.value;
      const before = await layouts();
      await stream(100, atEnd);
      const count = (await layouts()) - before;
      assert.ok(count <= 110, `${count} layouts for 100 pieces`);
    });
  },
  { scrollBars: true },
);

describePanel('the setting tally.chat.scroll', (test) => {
  const { open } = test;
  const { view, log, distance, frames, stream, position, atEnd, jump } = scrolling(test);

  it('“stopAtTop” stops following when the question reaches the top, and follows again after Jump to latest', async () => {
    const earlier: MessageView[] = [question(), reply({ id: 'r0', text: longText })];
    const { send, page } = await open(
      session({ messages: earlier, preferences: { sendKey: 'enter', scroll: 'stopAtTop' } }),
    );
    assert.ok((await distance()) < 2);
    await send(...exchange('q2', 'r1'));
    assert.ok((await distance()) < 2);
    await stream(5, atEnd);
    await stream(40);
    await jump().waitFor();
    const tops = await page.evaluate(() => [
      document.querySelector('[role=log]')!.getBoundingClientRect().top,
      [...document.querySelectorAll('.question')].at(-1)!.getBoundingClientRect().top,
    ]);
    assert.equal(Math.round(tops[1]! - tops[0]!), 8);
    const { top } = await position();
    await stream(40, (now) => now.top === top);
    await log().hover();
    await turnWheel(page, 10_000);
    await jump().waitFor({ state: 'hidden' });
    const read = await position();
    await stream(10, (now) => now.top === read.top);
    await jump().click();
    await stream(20, atEnd);
  });

  it('“stopAtTop” leaves half of the view to the reply if the question is long', async () => {
    const { send, page } = await open(session({ preferences: { sendKey: 'enter', scroll: 'stopAtTop' } }));
    const asked = { ...question(), text: 'Why?\n'.repeat(100), attachments: [] } as MessageView;
    await send({ type: 'didAddMessages', messages: [asked, reply({ state: 'streaming' })] });
    await stream(60);
    const share = await page.evaluate(() => {
      const { top, height } = document.querySelector('[role=log]')!.getBoundingClientRect();
      return (document.querySelector('.reply')!.getBoundingClientRect().top - top) / height;
    });
    assert.ok(Math.abs(share - 0.5) < 0.01, `the reply begins at ${share} of the view`);
  });

  it('“never” scrolls to a sent message, but does not follow the reply', async () => {
    const earlier: MessageView[] = [question(), reply({ id: 'r0', text: longText })];
    const { send, page } = await open(
      session({ messages: earlier, preferences: { sendKey: 'enter', scroll: 'never' } }),
    );
    await log().press('Home');
    await frames(3);
    await send(...exchange('q2', 'r1'));
    assert.ok((await distance()) < 2);
    const { top } = await position();
    await stream(40, (now) => now.top === top);
    await jump().click();
    assert.ok((await distance()) < 2);
    const after = await position();
    await stream(20, (now) => now.top === after.top);
    await log().hover();
    await turnWheel(page, 10_000);
    await jump().waitFor({ state: 'hidden' });
    const read = await position();
    await stream(20, (now) => now.top === read.top);
  });

  it('takes effect immediately when it changes', async () => {
    const { send } = await open(session({ messages: [question(), reply({ state: 'streaming', text: longText })] }));
    await stream(5, atEnd);
    await send({ type: 'didChangePreferences', preferences: { sendKey: 'enter', scroll: 'never' } });
    const { top } = await position();
    await stream(10, (now) => now.top === top);
    await send({ type: 'didChangePreferences', preferences: { sendKey: 'enter', scroll: 'follow' } });
    await view().page.getByRole('button', { name: 'Jump to latest' }).click();
    await stream(10, atEnd);
  });
});

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import { describePanel } from './describePanel.ts';
import { busyNotice, question, queue, reply, replyChange, session, text } from './panelMessages.ts';
import { exchange, longText, paragraphs, scrolling } from './scrolling.ts';
import { turnWheel, turnWheelWithoutScrolling } from './turnWheel.ts';

describePanel(
  'the conversation follows a reply',
  (test) => {
    const { open, box, button } = test;
    const { view, log, distance, frames, stream, position, atEnd, openLong, jump, firstInView } = scrolling(test);

    it('keeps its end in view', async () => {
      await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
      await stream(60, atEnd);
      assert.equal(await jump().isVisible(), false);
    });

    it('leaves a person who has scrolled up where they are, over 200 chunks', async () => {
      await openLong();
      await log().hover();
      await turnWheel(view().page, -120);
      await jump().waitFor();
      const before = await position();
      assert.equal(before.distance, 120);
      await stream(200, ({ top }) => top === before.top);
    });

    const waysUp: Readonly<Record<string, () => Promise<void>>> = {
      'a turn of the wheel': async () => turnWheel(view().page, -3),
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
      'a finger': async () => swipe(view().page, 120),
      'a selection': async () => {
        const { mouse } = view().page;
        const { x, y } = (await view().page.locator('.part > p').last().boundingBox())!;
        await mouse.move(x + 2, y + 5);
        await mouse.down();
        await mouse.move(x + 60, y + 5, { steps: 3 });
        await mouse.up();
      },
      'a focus further up': async () => view().page.locator('pre').first().focus(),
      'something found further up': async () =>
        view().page.evaluate(() => document.querySelector('.part > p')!.scrollIntoView({ block: 'center' })),
    };

    for (const [name, goUp] of Object.entries(waysUp)) {
      it(`is released by ${name}`, async () => {
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

    it('is not released by a wheel that turns within a code block, nor by one that zooms', async () => {
      const code = 'const a = 1;\n'.repeat(100);
      const attachments = [{ id: 'a0', label: 'a.ts:1-100', size: '', languageId: 'typescript', code }];
      await open(session({ messages: [{ ...question(), attachments } as MessageView, reply({ state: 'streaming' })] }));
      const { page } = view();
      await page.locator('summary').first().click();
      const block = page.locator('.attachment pre');
      await block.hover();
      await turnWheel(page, 200, block);
      await button('Jump to latest')
        .click({ timeout: 1_000 })
        .catch(() => undefined);
      await block.hover();
      await turnWheel(page, -20, block);
      await page.keyboard.down('Control');
      await turnWheelWithoutScrolling(page, -20);
      await page.keyboard.up('Control');
      await stream(20, atEnd);
    });

    it('goes on after Jump to latest', async () => {
      await openLong();
      await log().press('Home');
      await jump().click();
      assert.ok((await distance()) < 2);
      assert.equal(await log().evaluate((each) => document.activeElement === each), true);
      await stream(30, atEnd);
      assert.equal(await jump().isVisible(), false);
    });

    it('goes on when the person comes back to the end, by wheel or by key, while text comes', async () => {
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

    it('goes on when the person sends something, and not when a queued message leaves by itself', async () => {
      const { send } = await openLong();
      await send({ type: 'didChangeQueue', queue: queue() });
      await log().press('PageUp');
      await frames(30);
      const { top } = await position();
      const [first, second] = queue();
      await send(replyChange({ state: 'complete' }), ...exchange(first!.id));
      await frames(5);
      assert.equal((await position()).top, top);
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
      it(`ends at the bottom when something is sent while ${key} still scrolls`, async () => {
        const { page, send } = await openLong();
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

    it('does not move what is read when the panel is resized', async () => {
      const { page, resize } = await openLong();
      await log().hover();
      await turnWheel(page, -1_500);
      await jump().waitFor();
      const read = await firstInView();
      for (const [width, height] of [
        [300, 500],
        [300, 700],
        [420, 700],
        [600, 400],
        [300, 700],
      ] as const) {
        await resize(width, height);
        await frames(3);
        // Lines break elsewhere, also in a paragraph that is half in view.
        assert.ok(
          Math.abs((await read.top()) - read.before) <= 40,
          `moved by ${(await read.top()) - read.before} px at ${width} × ${height}`,
        );
      }
    });

    it('does not move what is read when something above it grows or shrinks', async () => {
      const { page, send } = await open(
        session({
          messages: [question(), reply({ state: 'streaming', reasoning: 'First thought.', text: paragraphs(60) })],
        }),
      );
      await page.locator('.reasoning summary').click();
      await frames(10);
      await log().hover();
      await turnWheel(page, 400);
      const read = await firstInView();
      for (let count = 0; count < 20; count += 1) {
        await send(text('A further thought, longer than a line of the panel is.\n\n', 'reasoning'));
        await frames(2);
        assert.ok(Math.abs((await read.top()) - read.before) <= 1);
      }
      await page.locator('.reasoning').evaluate((each) => ((each as HTMLDetailsElement).open = false));
      await frames(3);
      assert.ok(Math.abs((await read.top()) - read.before) <= 1);
    });

    it('does not move what is read when code further up gets its colours', async () => {
      const source = `\`\`\`ts\n${'const a = 1; // one\n'.repeat(200)}\`\`\`\n\n`;
      const { page } = await open(session({ messages: [question(), reply({ text: source + paragraphs(40) })] }));
      // The last line of the code is in view, so that the block is coloured, from its first line.
      await page.evaluate(() => {
        const paragraph = document.querySelector('.part > p')!;
        paragraph.scrollIntoView();
        document.querySelector('[role=log]')!.scrollTop -= 40;
      });
      await jump().waitFor();
      const read = await firstInView();
      await page.locator('[class^=token-]', { hasText: 'const' }).nth(199).waitFor({ state: 'attached' });
      await frames(2);
      assert.equal(await read.top(), read.before);
    });

    it('does not move what is read when the reply ends, a notice comes, or the box and the queue grow', async () => {
      const { send } = await openLong();
      await log().hover();
      await turnWheel(view().page, -200);
      await jump().waitFor();
      const { top } = await position();
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
        assert.equal((await position()).top, top);
      }
    });

    it('keeps the end in view when the reply ends, a notice comes, or the box and the queue grow', async () => {
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

    it('stays where it is read when the same session is loaded again', async () => {
      const { send } = await openLong();
      await log().hover();
      await turnWheel(view().page, -200);
      await jump().waitFor();
      const { top } = await position();
      await send(session({ messages: [question(), reply({ text: longText })] }));
      await frames(3);
      assert.equal((await position()).top, top);
    });

    it('lays the page out once a frame', async () => {
      const { page } = await openLong();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Performance.enable');
      const layouts = async (): Promise<number> =>
        (await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')!.value;
      const before = await layouts();
      await stream(100, atEnd);
      const count = (await layouts()) - before;
      assert.ok(count <= 110, `${count} layouts in 100 frames`);
    });
  },
  { scrollBars: true },
);

describePanel('the conversation, as tally.chat.scroll says', (test) => {
  const { open } = test;
  const { view, log, distance, frames, stream, position, atEnd, jump } = scrolling(test);

  it('stops when the message has reached the top, and follows after Jump to latest', async () => {
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

  it('leaves half of the view to the reply when the message is longer than that', async () => {
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

  it('never moves by itself, but shows what is sent', async () => {
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

  it('changes at once with the setting', async () => {
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

/** A finger that goes down the screen, as a touch screen reports it. */
async function swipe(page: Page, distance: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = async (type: 'touchStart' | 'touchMove', moved: number, timestamp: number): Promise<void> => {
    await devTools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 150, y: 300 + moved }], timestamp });
  };
  const start = Date.now() / 1000;
  await touch('touchStart', 0, start);
  for (let moved = 20; moved <= distance; moved += 20) await touch('touchMove', moved, start + moved / 1000);
  // The finger rests before it leaves: the page does not go on moving by itself.
  await touch('touchMove', distance, start + 1);
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: start + 1.5 });
}

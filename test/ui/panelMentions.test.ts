import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { question, reply, session, text as textPiece } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';
import { longText } from './scrolling.ts';
import { chooseFiles, suggester, total } from './suggester.ts';

describePanel(
  'mentions, offers and keys of the message box',
  ({ open, openWith, view, box, button, postedOf, announcements }) => {
    const list = (): Locator => view().page.getByRole('listbox', { name: 'Suggestions' });
    const { suggest } = suggester(view);
    const type = async (typed: string): Promise<void> => {
      await box().focus();
      await view().page.keyboard.type(typed);
    };

    describe('a text that begins with a mark', () => {
      for (const text of ['> $0.02', '/etc/hosts', '@', '# `a` **b**', '    <b>$x$</b>']) {
        it(`is sent and shown as it was typed: ${JSON.stringify(text)}`, async () => {
          const { page, send } = await open(session({}));
          await type(text);
          await page.keyboard.press('Escape');
          await page.keyboard.press('Enter');
          assert.partialDeepStrictEqual(await postedOf('submit'), [{ type: 'submit', text }]);
          await send(session({ messages: [{ kind: 'question', id: 'q', text, attachments: [] }] }));
          const shown = page.getByRole('article', { name: 'You' }).locator('.question-text');
          assert.deepEqual([await shown.textContent(), await shown.locator('*').count()], [text, 0]);
        });
      }
    });

    describe('a mention', () => {
      it('keeps its name in the middle of a sentence, without another space', async () => {
        const { page } = await open(session({ draft: { text: 'what does  do here?', attachments: [] } }));
        await box().focus();
        await page.keyboard.press('Control+Home');
        for (let count = 0; count < 'what does '.length; count += 1) await page.keyboard.press('ArrowRight');
        await type('@tot');
        await suggest('tot', [total]);
        await page.keyboard.press('Enter');
        assert.equal(await box().inputValue(), 'what does total.ts do here?');
      });

      it('that was begun in an empty box by Add context leaves no text', async () => {
        const { page } = await open(session({}));
        await button('Add context').click();
        await suggest('', [total]);
        await page.keyboard.press('Enter');
        assert.equal(await box().inputValue(), '');
        assert.equal((await postedOf('pickCompletion')).length, 1);
      });

      it('that was begun by Add context leaves the text as before on Escape, unless the user has typed more', async () => {
        const { page } = await open(session({ draft: { text: 'Compare these', attachments: [] } }));
        await box().evaluate((each: HTMLTextAreaElement) => each.setSelectionRange(7, 13));
        await button('Add context').click();
        await suggest('', [total]);
        assert.equal(await box().inputValue(), 'Compare @');
        await page.keyboard.press('Escape');
        assert.equal(await box().inputValue(), 'Compare these');
        await button('Add context').click();
        await type('t');
        await suggest('t', [total]);
        await page.keyboard.press('Escape');
        assert.equal(await box().inputValue(), 'Compare these @t');
      });

      it('without matches offers the file picker; the first Enter only closes the list, and the next one sends', async () => {
        const { page } = await open(session({}));
        await type('Use @Injectable');
        await suggest('Injectable', [chooseFiles]);
        await list().getByText('No results').waitFor();
        assert.equal(await page.getByRole('option', { selected: true }).count(), 0);
        assert.equal(await box().getAttribute('aria-activedescendant'), null);
        await page.keyboard.press('Enter');
        await list().waitFor({ state: 'hidden' });
        assert.deepEqual([await postedOf('submit'), await postedOf('pickCompletion')], [[], []]);
        await page.keyboard.press('Enter');
        assert.equal((await postedOf('submit')).length, 1);
      });

      it('without matches opens the file picker after Down and Enter, and on a click', async () => {
        const { page } = await open(session({}));
        await type('Use @no');
        await suggest('no', [chooseFiles]);
        await page.keyboard.press('ArrowDown');
        await page.getByRole('option', { selected: true }).filter({ hasText: 'Choose files…' }).waitFor();
        await page.keyboard.press('Enter');
        assert.equal((await postedOf('pickCompletion')).length, 1);
        assert.equal(await box().inputValue(), 'Use ');
        await type('@none');
        await suggest('none', [chooseFiles]);
        await page.getByRole('option').click();
        assert.equal((await postedOf('pickCompletion')).length, 2);
      });
    });

    it('reports a pasted image, but pastes the text of a clipboard that contains both', async () => {
      await open(session({}));
      const paste = async (text: string): Promise<void> =>
        box().evaluate((each, pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
          if (pasted !== '') clipboardData.setData('text/plain', pasted);
          each.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, text);
      await paste('a table');
      assert.deepEqual(await postedOf('refuseImage'), []);
      await paste('');
      assert.deepEqual(await postedOf('refuseImage'), [{ type: 'refuseImage' }]);
    });

    for (const [width, height] of [
      [280, 600],
      [150, 300],
    ] as const) {
      it(`shows the whole price at a width of ${width} px`, async () => {
        const { page, send } = await openWith({ width, height });
        await send(session({ draft: { text: 'Why?', attachments: [] } }));
        const text = '≈ 1,234,000 tokens in · $12.3400–123.4567 + reply';
        await send({ type: 'didChangeEstimate', text });
        const line = page.getByRole('status', { name: 'Estimated cost' });
        assert.equal(await line.textContent(), text);
        assert.ok(
          await line.evaluate((each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight),
        );
      });
    }

    describe('a notice', () => {
      const limit = { id: 'limit', sentence: 'You’ve spent up to $0.90 of your $1.00 daily limit.', isWarning: true };
      const notice = () => view().page.getByRole('region', { name: /^You’ve spent/ });

      it('appears above the message box, is announced once, and can be dismissed', async () => {
        const { page, send } = await open(session({}));
        await send({ type: 'didChangeNotices', notices: [limit] });
        await notice().waitFor();
        const bottom = await notice().evaluate((each) => each.getBoundingClientRect().bottom);
        const top = await page.locator('.composer').evaluate((each) => each.getBoundingClientRect().top);
        assert.ok(bottom <= top, `${bottom}, ${top}`);
        const later = { ...limit, sentence: 'You’ve spent up to $0.95 of your $1.00 daily limit.' };
        await send({ type: 'didChangeNotices', notices: [later] });
        await notice().getByText('$0.95').waitFor();
        assert.deepEqual(await announcements(), [limit.sentence]);
        await button('Dismiss').click();
        assert.deepEqual(await postedOf('dismissNotice'), [{ type: 'dismissNotice', id: 'limit' }]);
        await send({ type: 'didChangeNotices', notices: [] });
        await notice().waitFor({ state: 'detached' });
        await box().and(page.locator(':focus')).waitFor();
      });

      it('runs its action on a click', async () => {
        const { send } = await open(session({}));
        await send({ type: 'didChangeNotices', notices: [{ ...limit, action: 'Change Limit' }] });
        await button('Change Limit').click();
        assert.deepEqual(await postedOf('runNotice'), [{ type: 'runNotice', id: 'limit' }]);
      });
    });

    describe('the offered file', () => {
      const file = { id: 'file:///src/total.ts', label: 'src/total.ts', tokens: '≈230 tokens', price: '≈$0.0005' };
      const offer = () => view().page.locator('.offer', { hasText: 'total.ts' });

      it('is attached only by a click, which returns the focus to the message box', async () => {
        const { page, send } = await open(session({}));
        await send({ type: 'didChangeOfferedFile', file });
        await offer().getByText('$0.0005').waitFor();
        await box().fill('Why?');
        await box().press('Enter');
        assert.deepEqual(await postedOf('addOfferedFile'), []);
        await offer().click();
        assert.deepEqual(await postedOf('addOfferedFile'), [{ type: 'addOfferedFile', id: file.id }]);
        await box().and(page.locator(':focus')).waitFor();
        await send({ type: 'didChangeOfferedFile' });
        await offer().waitFor({ state: 'detached' });
      });

      for (const width of [254, 280])
        it(`shows its name and whole price in a panel of ${width} px`, async () => {
          const { page, send } = await openWith({ width });
          await send(session({ messages: [question(), reply({})] }));
          const label = 'src/webview/conversationView.ts';
          await send({ type: 'didChangeOfferedFile', file: { ...file, label, price: '≈$0.0010–0.0080' } });
          await page.locator('.offer .size').waitFor();
          const { name, price, end } = await page.evaluate(() => {
            const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
            const [place, size] = [boxOf('.offer-place'), boxOf('.offer .size')];
            return { name: boxOf('.offer .name').width, price: size.width, end: place.right - size.right };
          });
          assert.ok(name >= 20, `the name has ${name} px`);
          assert.ok(price > 0 && end >= 0, `the price has ${price} px and ends ${end} px before the end of its place`);
        });

      for (const width of [150, 300, 600])
        it(`moves nothing when it appears, in a panel of ${width} px`, async () => {
          const { page, send } = await openWith({ width });
          await send(session({ messages: [question(), reply({ text: longText })] }));
          await box().fill('Why?');
          const tops = async () =>
            page
              .locator('.message, .input-frame, textarea, .input-row .icon-button')
              .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
          const before = await tops();
          await send({ type: 'didChangeOfferedFile', file });
          await offer().waitFor();
          assert.deepEqual(await tops(), before);
        });

      it('keeps the focus when its price changes, and is attached by Enter', async () => {
        const { page, send } = await open(session({}));
        await box().fill('Why?');
        await send({ type: 'didChangeOfferedFile', file });
        await offer().focus();
        await send({ type: 'didChangeOfferedFile', file: { ...file, tokens: '≈240 tokens', price: '≈$0.0006' } });
        await offer().and(page.locator(':focus')).getByText('$0.0006').waitFor();
        assert.equal(await offer().getAttribute('title'), 'Add src/total.ts (≈240 tokens · ≈$0.0006)');
        await page.keyboard.press('Enter');
        assert.deepEqual(await postedOf('addOfferedFile'), [{ type: 'addOfferedFile', id: file.id }]);
        assert.deepEqual(await postedOf('submit'), []);
      });

      it('keeps the focus when the file changes, and ignores Enter for half a second', async () => {
        const { page, send } = await open(session({}));
        const other = { ...file, id: 'file:///src/other.ts', label: 'src/other.ts' };
        await send({ type: 'didChangeOfferedFile', file });
        await offer().focus();
        await pauseClock(view());
        await send({ type: 'didChangeOfferedFile', file: other });
        await page.locator('.offer:focus', { hasText: 'other.ts' }).waitFor();
        await page.keyboard.press('Enter');
        assert.deepEqual(await postedOf('addOfferedFile'), []);
        await page.clock.runFor(600);
        await page.keyboard.press('Enter');
        assert.deepEqual(await postedOf('addOfferedFile'), [{ type: 'addOfferedFile', id: other.id }]);
      });

      it('sends nothing on Enter for half a second after it disappears while it has the focus', async () => {
        const { page, send } = await open(session({}));
        await box().fill('Why?');
        await send({ type: 'didChangeOfferedFile', file });
        await offer().focus();
        await pauseClock(view());
        await send({ type: 'didChangeOfferedFile' });
        await box().and(page.locator(':focus')).waitFor();
        await page.keyboard.press('Enter');
        assert.deepEqual(await postedOf('submit'), []);
        assert.equal(await box().inputValue(), 'Why?');
        await page.clock.runFor(600);
        await page.keyboard.press('Enter');
        assert.equal((await postedOf('submit')).length, 1);
      });

      it('can be reached by keyboard, and leaves the focus to the message box when it disappears', async () => {
        const { page, send } = await open(session({}));
        await send({ type: 'didChangeOfferedFile', file });
        await offer().focus();
        await send({ type: 'didChangeOfferedFile' });
        await box().and(page.locator(':focus')).waitFor();
      });
    });

    describe('keys that scroll the conversation', () => {
      const top = async (): Promise<number> =>
        view()
          .page.getByRole('log', { name: 'Conversation' })
          .evaluate((each) => each.scrollTop);

      it('work in the empty message box, which keeps the focus', async () => {
        const { page } = await open(session({ messages: [question(), reply({ text: longText })] }));
        await box().focus();
        await frames(page, 5);
        const end = await top();
        await page.keyboard.press('PageUp');
        const above = await top();
        assert.ok(above < end, `${above}, ${end}`);
        await button('Jump to latest').waitFor();
        await page.keyboard.press('PageDown');
        assert.ok((await top()) > above);
        await page.keyboard.press('Control+Home');
        assert.equal(await top(), 0);
        await page.keyboard.press('Control+End');
        await button('Jump to latest').waitFor({ state: 'hidden' });
        assert.ok(Math.abs((await top()) - end) < 2);
        await box().and(page.locator(':focus')).waitFor();
      });

      it('move the caret if the message box has text', async () => {
        const { page } = await open(
          session({ messages: [question(), reply({ text: longText })], draft: { text: 'one\ntwo', attachments: [] } }),
        );
        await box().focus();
        await frames(page, 5);
        const end = await top();
        await page.keyboard.press('Control+Home');
        await page.keyboard.press('PageUp');
        assert.equal(await top(), end);
        assert.equal(await box().evaluate((each) => (each as HTMLTextAreaElement).selectionStart), 0);
      });

      it('leave the view where the user scrolled while a reply streams', async () => {
        const { page, send } = await open(
          session({ messages: [question(), reply({ text: longText, state: 'streaming' })] }),
        );
        await box().focus();
        await frames(page, 5);
        await page.keyboard.press('PageUp');
        const above = await top();
        await send(textPiece(longText));
        await frames(page, 5);
        assert.equal(await top(), above);
      });
    });
  },
);

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { beginDrag } from './beginDrag.ts';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { draftChange, question, reply, session } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';
import { paragraphs } from './scrolling.ts';

/** Resolves with the text of the elements that describe a control. They must have no label, which would replace it. */
async function descriptionOf(control: Locator): Promise<string> {
  return control.evaluate((each) => {
    const parts = each.ariaDescribedByElements ?? [];
    return parts.map((part) => part.ariaLabel ?? part.textContent).join(' ');
  });
}

const prompts = ['third', 'second\nwith two lines', 'first'];

describePanel('the message box while the user writes', ({ open, view, box, button, postedOf, answer }) => {
  it('leaves the end of the conversation in view when lines are typed and deleted again', async () => {
    const { page } = await open(session({ messages: [question(), reply({ text: paragraphs(40) })] }));
    const log = page.getByRole('log', { name: 'Conversation' });
    const distance = async () =>
      log.evaluate((each) => Math.round(each.scrollHeight - each.clientHeight - each.scrollTop));
    await box().focus();
    for (const key of ['a', 'Shift+Enter', 'b', 'Shift+Enter', 'c', 'Shift+Enter', 'd']) await page.keyboard.press(key);
    while ((await box().inputValue()) !== '') {
      await page.keyboard.press('Backspace');
      await frames(page, 5);
      assert.equal(await distance(), 0);
      assert.equal(await button('Jump to latest').isVisible(), false);
    }
  });

  it('restores an unsent text that equals a sent message and a reply', async () => {
    const messages = [{ ...question(), text: 'Yes' }, reply({ text: 'Yes' })];
    const { page, send, reload } = await open(session({ messages }));
    await box().focus();
    await page.keyboard.insertText('Yes');
    await reload();
    await send(session({ messages }));
    assert.equal(await box().inputValue(), 'Yes');
  });

  it('does not restore a message that was sent in another session as the draft after a reload', async () => {
    const { page, send, reload } = await open(session({}));
    await box().focus();
    await page.keyboard.type('sent already');
    await page.keyboard.press('Enter');
    await reload();
    const draft = { text: '', revision: 0, attachments: [], sent: [{ text: 'sent already' }] };
    await send({ ...session({ draft }), sessionId: 'other' });
    assert.equal(await box().inputValue(), '');
  });

  it('shows what a long session adds to the cost, and offers a new session', async () => {
    const panel = await open(
      session({ messages: [question(), reply({ text: 'Done.' })], draft: { text: 'And now?', attachments: [] } }),
    );
    const hint = panel.page.locator('.session-hint');
    assert.equal(await hint.isVisible(), false);
    const text = '≈4,000 tokens in · ≈$0.0010–0.0080 + reply';
    await panel.send({ type: 'didChangeEstimate', text, sessionHint: 'This session adds ≈$0.0080.' });
    assert.equal(await panel.page.getByRole('status', { name: 'Estimated cost' }).textContent(), text);
    assert.equal(await hint.isVisible(), true);
    for (const control of [box(), button('Send')]) assert.equal(await descriptionOf(control), text);
    await button('Start a new one').click();
    assert.equal((await postedOf('newSession')).length, 1);
    await panel.send({ type: 'didChangeEstimate', text });
    assert.equal(await hint.isVisible(), false);
  });

  describe('earlier prompts', () => {
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await view().page.keyboard.press(key);
    };
    /** Opens a panel with a draft, and makes the box show the latest prompt instead of the draft. */
    const openAtLatestPrompt = async () => {
      const panel = await open(session({ draft: { text: 'half a thought', attachments: [] } }));
      await box().focus();
      await press('Control+Home', 'ArrowUp');
      await answer('listPrompts', prompts);
      return panel;
    };

    it('appear on Up at the start of the text, and Down at the end leads back to the draft', async () => {
      await openAtLatestPrompt();
      const seen = [await box().inputValue()];
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown']) {
        await press(key);
        seen.push(await box().inputValue());
      }
      assert.deepEqual(seen, ['third', 'second\nwith two lines', 'first', 'first', 'second\nwith two lines']);
      // The first of these two Downs leads to the latest prompt, the second one to the draft.
      await press('ArrowDown', 'ArrowDown');
      assert.equal(await box().inputValue(), 'half a thought');
      await press('ArrowDown');
      assert.equal(await box().inputValue(), 'half a thought');
    });

    it('do not appear on Up inside the text, on Up with a modifier key, or while text is selected', async () => {
      await open(session({ draft: { text: 'one\ntwo', attachments: [] } }));
      await box().focus();
      await press('Control+End', 'ArrowUp', 'ArrowUp');
      assert.deepEqual(await postedOf('listPrompts'), []);
      await press('Control+Home', 'Shift+ArrowUp', 'Control+ArrowUp', 'Alt+ArrowUp', 'Control+A', 'ArrowUp');
      assert.deepEqual(await postedOf('listPrompts'), []);
      assert.equal(await box().inputValue(), 'one\ntwo');
    });

    it('keep an edit while the user browses other prompts; undo leads back to the prompt shown before the last step', async () => {
      await openAtLatestPrompt();
      await view().page.keyboard.type('my ');
      await press('Control+Home', 'ArrowUp', 'Control+End', 'ArrowDown');
      assert.equal(await box().inputValue(), 'my third');
      await press('Control+Z');
      assert.equal(await box().inputValue(), 'second\nwith two lines');
    });

    it('are replaced by the draft after one of them is sent; text typed meanwhile is appended to the draft', async () => {
      const { send, waitForPosted } = await openAtLatestPrompt();
      assert.deepEqual(await waitForPosted('setAside'), { type: 'setAside', text: 'half a thought', prompt: 'third' });
      await press('Enter');
      assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'third', revision: 0 }]);
      await press('End');
      await view().page.keyboard.type('!');
      await send(draftChange('third', 'half a thought'));
      assert.equal(await box().inputValue(), 'half a thought\n!');
    });

    it('suggest nothing if they end with a mention', async () => {
      await open(session({}));
      await box().focus();
      await press('ArrowUp');
      await answer('listPrompts', ['explain @total', 'fix @huge', 'first']);
      await pauseClock(view());
      await press('ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown');
      await view().page.clock.runFor(1_000);
      assert.deepEqual(await postedOf('complete'), []);
      await press('Enter');
      assert.partialDeepStrictEqual(await postedOf('submit'), [{ text: 'explain @total' }]);
    });

    it('can be left with Down to return to the draft, even after the panel was recreated', async () => {
      await open(session({ draft: { text: 'third', aside: 'half a thought', attachments: [] } }));
      await box().focus();
      await press('Control+End', 'ArrowDown');
      assert.equal(await box().inputValue(), 'half a thought');
      await press('Control+Home', 'ArrowUp');
      await answer('listPrompts', prompts);
      assert.equal(await box().inputValue(), 'third');
    });

    it('are left when the extension adds a paragraph to the unsent text, and keep their changes', async () => {
      const { page, send } = await openAtLatestPrompt();
      await page.keyboard.press('End');
      await page.keyboard.type(', changed');
      const { text } = draftChange('third', 'half a thought\n\nQueued');
      await send({ type: 'didChangeDraft', attachments: [], text: { ...text!, restoresUnsent: true } });
      assert.equal(await box().inputValue(), 'half a thought\n\nQueued');
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowUp');
      assert.equal(await box().inputValue(), 'third, changed');
    });

    it('do not replace text that the user types before the prompts arrive', async () => {
      await open(session({}));
      await box().focus();
      await press('ArrowUp');
      await view().page.keyboard.type('No');
      await answer('listPrompts', prompts);
      assert.equal(await box().inputValue(), 'No');
    });
  });

  describe('long pasted text', () => {
    const long = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n');
    const chip = { id: 'p', label: 'Pasted text, 12 lines', size: '', isPasted: true };
    const paste = async (text: string, keys: string) => {
      const { page, isolateTab } = view();
      isolateTab();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text);
      await box().focus();
      await page.keyboard.press(keys);
    };

    it('is posted as an attachment, unlike short text', async () => {
      await open(session({}));
      await paste('short', 'Control+V');
      assert.equal(await box().inputValue(), 'short');
      await paste(long, 'Control+V');
      assert.deepEqual(await postedOf('attachPasted'), [{ type: 'attachPasted', text: long, languageId: '' }]);
      assert.equal(await box().inputValue(), 'short');
    });

    it('stays text when pasted with Ctrl+Shift+V', async () => {
      await open(session({}));
      await paste(long, 'Control+Shift+V');
      assert.equal(await box().inputValue(), long);
      assert.deepEqual(await postedOf('attachPasted'), []);
    });

    it('becomes text at the caret on undo', async () => {
      const { page, send } = await open(session({ draft: { text: 'before after', attachments: [] } }));
      await box().focus();
      await page.keyboard.press('Control+Home');
      for (let count = 0; count < 7; count += 1) await page.keyboard.press('ArrowRight');
      await paste(long, 'Control+V');
      await send({ type: 'didChangeDraft', attachments: [chip] });
      await page.keyboard.press('Control+Z');
      assert.deepEqual(await postedOf('readAttachment'), [{ type: 'readAttachment', id: 'p' }]);
      await answer('readAttachment', long);
      assert.equal(await box().inputValue(), `before ${long}after`);
      // The draft is posted before the chip is removed, so that the text cannot get lost.
      const [draft, removal] = (await view().posted()).slice(-2);
      assert.equal(draft?.type === 'setDraft' && draft.text, `before ${long}after`);
      assert.deepEqual(removal, { type: 'removeAttachment', id: 'p', isInserted: true });
      await page.keyboard.press('Control+Z');
      assert.equal(await box().inputValue(), 'before after');
    });

    it('is requested as text when the user clicks the name on its chip', async () => {
      await open(session({ draft: { text: '', attachments: [chip] } }));
      await button('Put into the message box: Pasted text, 12 lines').click();
      assert.deepEqual(await postedOf('readAttachment'), [{ type: 'readAttachment', id: 'p' }]);
    });

    it('suggests nothing after it became text, if it ends with a mention', async () => {
      const { page } = await open(session({ draft: { text: '', attachments: [chip] } }));
      await pauseClock(view());
      await button('Put into the message box: Pasted text, 12 lines').click();
      await answer('readAttachment', `${long} @total`);
      await page.clock.runFor(1_000);
      assert.equal(await box().inputValue(), `${long} @total`);
      assert.deepEqual(await postedOf('complete'), []);
    });

    it('becomes text once on two quick undos or clicks', async () => {
      const { page, send } = await open(session({}));
      await paste(long, 'Control+V');
      await send({ type: 'didChangeDraft', attachments: [chip] });
      await page.keyboard.press('Control+Z');
      await page.keyboard.press('Control+Z');
      await button('Put into the message box: Pasted text, 12 lines').click();
      assert.equal((await postedOf('readAttachment')).length, 1);
      await answer('readAttachment', long);
      assert.equal(await box().inputValue(), long);
      assert.equal(await button('Put into the message box: Pasted text, 12 lines').count(), 0);
    });

    it('stays a chip on undo if other text was typed after the paste', async () => {
      const { page, send } = await open(session({}));
      await paste(long, 'Control+V');
      await send({ type: 'didChangeDraft', attachments: [chip] });
      await page.keyboard.type('x');
      await page.keyboard.press('Control+Z');
      assert.deepEqual(await postedOf('readAttachment'), []);
      assert.equal(await box().inputValue(), '');
    });
  });

  describe('drag and drop', () => {
    const drag = async (type: string, data: Readonly<Record<string, string>>) =>
      view()
        .page.locator('.panel')
        .evaluate(
          (panel, [event, items]) => {
            const dataTransfer = new DataTransfer();
            for (const [kind, item] of Object.entries(items)) dataTransfer.setData(kind, item);
            const dragged = new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true });
            panel.dispatchEvent(dragged);
            return dragged.defaultPrevented;
          },
          [type, data] as const,
        );
    const files = {
      'application/vnd.code.uri-list': 'file:///a.ts\r\nfile:///b.ts',
      'text/uri-list': 'file:///a.ts',
    };

    it('posts dropped files as attachments, and shows an overlay during the drag', async () => {
      const { page } = await open(session({}));
      await beginDrag(view().page);
      const cover = page.getByText('Drop to add to your message');
      assert.equal(await drag('dragover', files), true);
      assert.equal(await cover.isVisible(), true);
      await drag('dragleave', files);
      assert.equal(await cover.isVisible(), false);
      await drag('dragover', files);
      assert.equal(await drag('drop', files), true);
      assert.equal(await cover.isVisible(), false);
      assert.deepEqual(await postedOf('addFiles'), [{ type: 'addFiles', uris: ['file:///a.ts', 'file:///b.ts'] }]);
      await box().and(page.locator(':focus')).waitFor();
    });

    it('leaves dragged text to the browser', async () => {
      await open(session({}));
      await beginDrag(view().page);
      assert.equal(await drag('dragover', { 'text/plain': 'x' }), false);
      assert.deepEqual(await postedOf('addFiles'), []);
    });
  });
});

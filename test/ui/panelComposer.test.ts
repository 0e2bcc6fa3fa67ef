import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { panelStates, session } from './panelStates.ts';

const prompts = ['third', 'second\nwith two lines', 'first'];

describePanel('the message box', ({ open, view, box, button, postedOf }) => {
  describe('earlier prompts', () => {
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await view().page.keyboard.press(key);
    };
    /** Opens a panel in which something is half written, and walks to the latest prompt. */
    const walk = async (written = 'half a thought') => {
      const panel = await open(session({ draft: { text: written, attachments: [] } }));
      await box().focus();
      await press('Control+Home', 'ArrowUp');
      await panel.waitForPosted('listPrompts');
      await panel.send({ type: 'didListPrompts', prompts });
      return panel;
    };

    it('come back with Up at the start, and what was being written with Down at the end', async () => {
      await walk();
      const seen = [await box().inputValue()];
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown']) {
        await press(key);
        seen.push(await box().inputValue());
      }
      assert.deepEqual(seen, ['third', 'second\nwith two lines', 'first', 'first', 'second\nwith two lines']);
      // The caret stands at the end, and Down goes on from there.
      await press('ArrowDown', 'ArrowDown');
      assert.equal(await box().inputValue(), 'half a thought');
      await press('ArrowDown');
      assert.equal(await box().inputValue(), 'half a thought');
    });

    it('leave the keys alone away from the edges, with a modifier and over a selection', async () => {
      await open(session({ draft: { text: 'one\ntwo', attachments: [] } }));
      await box().focus();
      await press('Control+End', 'ArrowUp', 'ArrowUp');
      assert.deepEqual(await postedOf('listPrompts'), []);
      await press('Control+Home', 'Shift+ArrowUp', 'Control+ArrowUp', 'Alt+ArrowUp', 'Control+A', 'ArrowUp');
      assert.deepEqual(await postedOf('listPrompts'), []);
      assert.equal(await box().inputValue(), 'one\ntwo');
    });

    it('keep on the way what was changed in them, and can be undone', async () => {
      await walk();
      await view().page.keyboard.type('my ');
      await press('Control+Home', 'ArrowUp', 'Control+End', 'ArrowDown');
      assert.equal(await box().inputValue(), 'my third');
      await press('Control+Z');
      assert.equal(await box().inputValue(), 'second\nwith two lines');
    });

    it('give back what was being written once they are sent', async () => {
      const { send, waitForPosted } = await walk();
      assert.deepEqual(await waitForPosted('setAside'), { type: 'setAside', text: 'half a thought' });
      await press('Enter');
      assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: 'third' }]);
      await press('End');
      await view().page.keyboard.type('!');
      await send({ type: 'didChangeDraft', text: 'half a thought', attachments: [] });
      assert.equal(await box().inputValue(), 'half a thought\n!');
    });

    it('give it back after the panel was made anew, too', async () => {
      const { send } = await open(session({ draft: { text: 'third', aside: 'half a thought', attachments: [] } }));
      await box().focus();
      await press('Control+End', 'ArrowDown');
      assert.equal(await box().inputValue(), 'half a thought');
      await press('Control+Home', 'ArrowUp');
      await send({ type: 'didListPrompts', prompts });
      assert.equal(await box().inputValue(), 'third');
    });

    it('are not put over what was typed while they were awaited', async () => {
      const { send } = await open(session({}));
      await box().focus();
      await press('ArrowUp');
      await view().page.keyboard.type('No');
      await send({ type: 'didListPrompts', prompts });
      assert.equal(await box().inputValue(), 'No');
    });
  });

  describe('long text that is pasted', () => {
    const long = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n');
    const chip = { id: 'p', label: 'Pasted text, 12 lines', size: '', isPasted: true };
    const paste = async (text: string, keys: string) => {
      const { page } = view();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(async (copied) => navigator.clipboard.writeText(copied), text);
      await box().focus();
      await page.keyboard.press(keys);
    };

    it('becomes a chip, and short text does not', async () => {
      await open(session({}));
      await paste('short', 'Control+V');
      assert.equal(await box().inputValue(), 'short');
      await paste(long, 'Control+V');
      assert.deepEqual(await postedOf('attachPasted'), [{ type: 'attachPasted', text: long, languageId: '' }]);
      assert.equal(await box().inputValue(), 'short');
    });

    it('stays text when it is pasted with Shift', async () => {
      await open(session({}));
      await paste(long, 'Control+Shift+V');
      assert.equal(await box().inputValue(), long);
      assert.deepEqual(await postedOf('attachPasted'), []);
    });

    it('becomes text again with undo, where the caret stands', async () => {
      const { page, send } = await open(session({ draft: { text: 'before after', attachments: [] } }));
      await box().focus();
      await page.keyboard.press('Control+Home');
      for (let count = 0; count < 7; count += 1) await page.keyboard.press('ArrowRight');
      await paste(long, 'Control+V');
      await send({ type: 'didChangeDraft', attachments: [chip] });
      await page.keyboard.press('Control+Z');
      assert.deepEqual(await postedOf('readAttachment'), [{ type: 'readAttachment', id: 'p' }]);
      await send({ type: 'didReadAttachment', id: 'p', text: long });
      assert.equal(await box().inputValue(), `before ${long}after`);
      // The text is handed over before its chip goes.
      const posted = (await view().posted()).slice(-2);
      assert.deepEqual(posted, [{ type: 'setDraft', text: `before ${long}after` }, { type: 'removeAttachment', id: 'p' }]);
      await page.keyboard.press('Control+Z');
      assert.equal(await box().inputValue(), 'before after');
    });

    it('becomes text by the chip’s button, also long after', async () => {
      await open(session({ draft: { text: '', attachments: [chip] } }));
      await button('Insert Pasted text, 12 lines as text').click();
      assert.deepEqual(await postedOf('readAttachment'), [{ type: 'readAttachment', id: 'p' }]);
    });

    it('leaves undo alone once something else was typed', async () => {
      const { page, send } = await open(session({}));
      await paste(long, 'Control+V');
      await send({ type: 'didChangeDraft', attachments: [chip] });
      await page.keyboard.type('x');
      await page.keyboard.press('Control+Z');
      assert.deepEqual(await postedOf('readAttachment'), []);
      assert.equal(await box().inputValue(), '');
    });
  });

  describe('files that are dropped', () => {
    const drag = async (type: string, data: Readonly<Record<string, string>>) =>
      view().page.locator('.panel').evaluate(
        (panel, [event, items]) => {
          const dataTransfer = new DataTransfer();
          for (const [kind, item] of Object.entries(items)) dataTransfer.setData(kind, item);
          const dragged = new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true });
          panel.dispatchEvent(dragged);
          return dragged.defaultPrevented;
        },
        [type, data] as const,
      );
    const files = { 'application/vnd.code.uri-list': 'file:///a.ts\r\nfile:///b.ts', 'text/uri-list': 'file:///a.ts' };

    it('are added, and the panel says meanwhile that they would be', async () => {
      const { page } = await open(session({}));
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

    it('are told from text, which goes where it is dropped', async () => {
      await open(session({}));
      assert.equal(await drag('dragover', { 'text/plain': 'x' }), false);
      assert.deepEqual(await postedOf('addFiles'), []);
    });
  });

  describe('what is attached', () => {
    it('is opened by its name, switched off by its eye and removed by its cross, also by keyboard', async () => {
      const { page } = await open(...panelStates['chips-off']!);
      await button('Open src/meter/readLedger.ts:10-24').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const posted = await view().posted();
      assert.deepEqual(posted, [
        { type: 'openAttachment', id: 'a1' },
        { type: 'toggleAttachment', id: 'a1' },
        { type: 'removeAttachment', id: 'a1' },
      ]);
      await box().and(page.locator(':focus')).waitFor();
    });

    it('says that it is off, and keeps the focus on the eye', async () => {
      const attachment = { id: 'a', label: 'a.ts:1-20', size: '≈ 230 tokens', canOpen: true };
      const { page, send } = await open(session({ draft: { text: 'Why?', attachments: [attachment] } }));
      await button('Switch off a.ts:1-20').focus();
      await send({ type: 'didChangeDraft', attachments: [{ ...attachment, isOff: true }] });
      await button('Switch on a.ts:1-20').and(page.locator(':focus')).waitFor();
      assert.match(await page.locator('.chip').innerText(), /not sent/);
      await send({ type: 'didChangeDraft', attachments: [attachment] });
      await button('Switch off a.ts:1-20').and(page.locator(':focus')).waitFor();
    });

    it('is sent without a word, unless it is switched off', async () => {
      const attachment = { id: 'a', label: 'a.ts:1-20', size: '', isOff: true };
      const { send } = await open(session({ draft: { text: '', attachments: [attachment] } }));
      await box().press('Enter');
      assert.deepEqual(await postedOf('submit'), []);
      await send({ type: 'didChangeDraft', attachments: [{ ...attachment, isOff: false }] });
      await box().press('Enter');
      assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: '' }]);
    });
  });
});

import assert from 'node:assert/strict';
import type { CompletionView } from '../../src/common/protocol/draftProtocol.ts';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';
import { chooseFiles, suggester, total } from './suggester.ts';

const huge: CompletionView = { label: 'huge.ts', detail: 'src', icon: 'file' };
const files: readonly CompletionView[] = [
  total,
  { label: 'totals.ts', detail: 'src/shop', icon: 'file' },
  { label: 'total', detail: 'src/total.ts', icon: 'symbol-function' },
];

describePanel('suggestions', ({ open, view, box, button, postedOf, announcements }) => {
  const list = () => view().page.getByRole('listbox', { name: 'Suggestions' });
  const searching = () => view().page.locator('.completion-wait');
  const active = () => view().page.getByRole('option', { selected: true });
  const { suggest, requested } = suggester(view);
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await view().page.keyboard.press(key);
  };
  const type = async (typed: string) => {
    await box().focus();
    await view().page.keyboard.type(typed);
  };

  it('appear for @; picking one posts its index and keeps its name in the text', async () => {
    const { page } = await open(session({}));
    await type('Compare @tot');
    const completionId = await suggest('tot', files);
    assert.partialDeepStrictEqual((await postedOf('complete')).at(-1), { kind: 'context' });
    await list().waitFor();
    assert.equal(await active().innerText(), 'total.ts\nsrc');
    assert.equal(await box().getAttribute('aria-activedescendant'), await active().getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual(await postedOf('pickCompletion'), [{ type: 'pickCompletion', completionId, index: 1 }]);
    assert.equal(await box().inputValue(), 'Compare totals.ts ');
    assert.equal(await list().isVisible(), false);
    assert.deepEqual(await postedOf('submit'), []);
    await page.keyboard.press('Control+Z');
    assert.equal(await box().inputValue(), 'Compare @tot');
  });

  it('appear for /; picking one puts its prompt into the box', async () => {
    const { page } = await open(session({}));
    await type('/exp');
    await suggest('exp', [
      { label: 'Explain', detail: 'Explain this code.', icon: 'comment', text: 'Explain this code.' },
    ]);
    assert.partialDeepStrictEqual((await postedOf('complete')).at(-1), { kind: 'prompt' });
    await page.keyboard.press('Tab');
    assert.equal(await box().inputValue(), 'Explain this code.');
    await box().and(page.locator(':focus')).waitFor();
    assert.deepEqual(await postedOf('submit'), []);
  });

  it('can be picked with the mouse, while the focus stays in the box', async () => {
    const { page } = await open(session({}));
    await type('@tot');
    await suggest('tot', files);
    await page.getByRole('option', { name: 'total' }).last().click();
    assert.equal(((await postedOf('pickCompletion'))[0] as { index: number }).index, 2);
    await box().and(page.locator(':focus')).waitFor();
  });

  it('close on the first Escape; only the second Escape stops the reply', async () => {
    const { page } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await type('@tot');
    await suggest('tot', files);
    await page.keyboard.press('Escape');
    assert.equal(await list().isVisible(), false);
    assert.deepEqual([await postedOf('escape'), await postedOf('returnFocus')], [[], []]);
    await page.keyboard.press('Escape');
    assert.equal((await postedOf('escape')).length, 1);
  });

  it('are ignored if they answer an older request or arrive after the list was closed', async () => {
    const { page, send } = await open(session({}));
    await type('@t');
    const firstId = await suggest('t', files);
    await type('ot');
    const lastId = await suggest('tot', files.slice(0, 1));
    await send({ type: 'didComplete', completionId: firstId, items: files });
    assert.equal(await page.getByRole('option').count(), 1);
    await page.keyboard.press('Home');
    await list().waitFor({ state: 'hidden' });
    assert.equal((await postedOf('endCompletion')).length, 1);
    await send({ type: 'didComplete', completionId: lastId, items: files });
    assert.equal(await list().isVisible(), false);
  });

  it('keep their selection when more suggestions arrive', async () => {
    const { page, send } = await open(session({}));
    await type('@tot');
    const completionId = await suggest('tot', files.slice(0, 2));
    await page.keyboard.press('ArrowDown');
    await send({ type: 'didComplete', completionId, items: files });
    assert.equal(await active().innerText(), 'totals.ts\nsrc/shop');
  });

  it('can be requested by the button Add context', async () => {
    await open(session({ draft: { text: 'Compare', attachments: [] } }));
    await box().focus();
    await press('Control+End');
    await button('Add context').click();
    assert.equal(await box().inputValue(), 'Compare @');
    await requested('');
  });

  it('appear after an input method has composed the end of the word', async () => {
    const { page } = await open(session({}));
    await type('fix @caf');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Input.imeSetComposition', { text: 'é', selectionStart: 1, selectionEnd: 1 });
    await browser.send('Input.insertText', { text: 'é' });
    assert.equal(await box().inputValue(), 'fix @café');
    await suggest('café', [{ label: 'café.ts', detail: '', icon: 'file' }]);
    await list().waitFor();
  });

  it('do not appear for an email address or a slash inside the text', async () => {
    const { page } = await open(session({}));
    view().isolateTab();
    await page.clock.install();
    await box().focus();
    for (const key of 'me@example.com /x') {
      await page.keyboard.type(key);
      // Leaves enough time for a delayed request.
      await page.clock.runFor(1000);
    }
    assert.deepEqual(await postedOf('complete'), []);
  });

  it('are no longer announced after they were closed', async () => {
    await open(session({}));
    await type('fix @zebr');
    await press('Enter');
    await searching().waitFor();
    await press('Escape');
    assert.deepEqual(await announcements(), ['Searching…', '']);
    await type('a');
    await suggest('zebra', [total]);
    await list().waitFor();
    await press('Escape');
    assert.deepEqual((await announcements()).slice(2), [
      'Suggestions. Select with the arrow keys, accept with Enter.',
      '',
    ]);
  });

  describe('that have not arrived', () => {
    it('make Enter wait, and are then picked instead of sending the message', async () => {
      await open(session({}));
      await type('fix @zebr');
      await press('Enter', 'Enter');
      await searching().waitFor();
      const completionId = await suggest('zebr', [{ label: 'zebra.ts', detail: '', icon: 'file' }, total]);
      await list().waitFor({ state: 'hidden' });
      await searching().waitFor({ state: 'hidden' });
      assert.deepEqual(await postedOf('pickCompletion'), [{ type: 'pickCompletion', completionId, index: 0 }]);
      assert.equal(await box().inputValue(), 'fix zebra.ts ');
      assert.deepEqual(await postedOf('submit'), []);
      assert.deepEqual(await announcements(), ['Searching…', '']);
      await press('Enter');
      assert.equal((await postedOf('submit')).length, 1);
    });

    for (const key of ['Enter', 'Tab'])
      it(`are picked by ${key}, instead of the suggestions for the word as it was before`, async () => {
        await open(session({}));
        await type('@');
        await suggest('', [huge, total]);
        await list().waitFor();
        await type('tot');
        await press(key);
        const completionId = await suggest('tot', [total]);
        await list().waitFor({ state: 'hidden' });
        assert.deepEqual(await postedOf('pickCompletion'), [{ type: 'pickCompletion', completionId, index: 0 }]);
        assert.equal(await box().inputValue(), 'total.ts ');
        assert.deepEqual(await postedOf('submit'), []);
      });

    it('are not picked by a click on a suggestion for the word as it was before', async () => {
      await open(session({}));
      await type('@');
      await suggest('', [huge, total]);
      await list().waitFor();
      await type('tot');
      await list().getByText('huge.ts').click();
      assert.deepEqual(await postedOf('pickCompletion'), []);
      assert.equal(await box().inputValue(), '@tot');
    });

    it('make Enter wait for symbols if no file matches', async () => {
      await open(session({}));
      await type('@apply');
      await press('Enter');
      await suggest('apply', []);
      await searching().waitFor();
      await press('ArrowDown', 'Enter');
      const completionId = await suggest('apply', [{ label: 'applyAll', detail: 'src', icon: 'symbol-function' }]);
      await list().waitFor({ state: 'hidden' });
      assert.deepEqual(await postedOf('pickCompletion'), [{ type: 'pickCompletion', completionId, index: 0 }]);
      assert.deepEqual(await postedOf('submit'), []);
    });

    it('make Enter do nothing if nothing matches; the next Enter sends the message', async () => {
      await open(session({}));
      await type('Use @Injectable');
      await press('Enter');
      await suggest('Injectable', [chooseFiles]);
      await list().getByText('No results').waitFor();
      assert.deepEqual([await postedOf('submit'), await postedOf('pickCompletion')], [[], []]);
      assert.equal(await searching().isVisible(), false);
      await press('Enter');
      assert.equal((await postedOf('submit')).length, 1);
    });

    it('make Enter do nothing if no prompt matches; the next Enter sends the message', async () => {
      await open(session({}));
      await type('/etc/hosts');
      await press('Enter');
      await suggest('etc/hosts', []);
      assert.deepEqual(await postedOf('submit'), []);
      await press('Enter');
      assert.equal((await postedOf('submit')).length, 1);
    });

    it('say that no prompt matches, and let the second Enter send the word', async () => {
      await open(session({}));
      await type('/zzzz');
      await suggest('zzzz', [{ ...chooseFiles, label: 'Edit prompts…', text: '/zzzz' }]);
      await list().getByText('No results').waitFor();
      assert.deepEqual((await announcements()).slice(-1), ['No results. Press Down to select “Edit prompts…”.']);
      await press('Enter');
      assert.deepEqual(await postedOf('submit'), []);
      await press('Enter');
      assert.partialDeepStrictEqual(await postedOf('submit'), [{ text: '/zzzz' }]);
    });

    it('are only shown after Enter if the word is only a mark', async () => {
      await open(session({}));
      await button('Add context').click();
      await press('Enter');
      await suggest('', [huge, total]);
      await list().waitFor();
      assert.deepEqual([await postedOf('submit'), await postedOf('pickCompletion')], [[], []]);
      await press('Enter');
      assert.equal((await postedOf('pickCompletion')).length, 1);
    });

    it('are shown instead of picked if the user types on after Enter', async () => {
      await open(session({}));
      await type('@to');
      await press('Enter');
      await type('t');
      await suggest('tot', [total]);
      await list().waitFor();
      assert.deepEqual(await postedOf('pickCompletion'), []);
    });

    it('are dropped by Escape after Enter, which does not stop the reply; the next Enter sends the message', async () => {
      await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
      await type('mail @bob');
      await requested('bob');
      await press('Enter', 'Escape');
      await searching().waitFor({ state: 'hidden' });
      await press('Enter');
      assert.equal((await postedOf('submit')).length, 1);
      assert.deepEqual(await postedOf('escape'), []);
    });
  });
});

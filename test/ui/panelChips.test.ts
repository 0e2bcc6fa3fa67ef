import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { session } from './panelMessages.ts';
import { panelStates } from './panelStates.ts';

describePanel('the attachments of the message box', ({ open, view, box, button, postedOf, announcements }) => {
  describe('an attachment', () => {
    it('can be opened, switched off and removed by keyboard', async () => {
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
      const next = page
        .locator('.chip')
        .nth(2)
        .getByRole('button', { name: /^Remove/ });
      await next.and(page.locator(':focus')).waitFor();
    });

    it('shows that it is switched off, and keeps the focus on its switch', async () => {
      const attachment = { id: 'a', label: 'a.ts:1-20', size: '≈230 tokens', canOpen: true };
      const { page, send } = await open(session({ draft: { text: 'Why?', attachments: [attachment] } }));
      await button('Switch off a.ts:1-20').focus();
      await send({ type: 'didChangeDraft', attachments: [{ ...attachment, isOff: true }] });
      await button('Switch on a.ts:1-20').and(page.locator(':focus')).waitFor();
      assert.match(await page.locator('.chip').innerText(), /not sent/);
      await send({ type: 'didChangeDraft', attachments: [attachment] });
      await button('Switch off a.ts:1-20').and(page.locator(':focus')).waitFor();
    });

    it('shows its name even if the name has line breaks', async () => {
      const names = ['src/a\nb.ts:1-20', 'src/a\u2028b.ts:1-20'];
      const attachments = names.map((label) => ({ id: label, label, size: '' }));
      const { page } = await open(session({ draft: { attachments } }));
      const part = async (name: string) => page.locator(`.chip .label .${name}`).allTextContents();
      assert.deepEqual(await part('folder'), ['src/', 'src/']);
      assert.deepEqual(await part('name'), ['a\nb.ts', 'a\u2028b.ts']);
      assert.deepEqual(await part('range'), [':1-20', ':1-20']);
    });

    it('keeps the places of its buttons when it is switched off', async () => {
      const attachment = { id: 'a', label: 'a.ts:1-20', size: '≈12,230 tokens · ≈$0.0044–0.0048' };
      const { page, send } = await open(session({ draft: { text: 'Why?', attachments: [attachment] } }));
      const places = async () =>
        Promise.all((await page.locator('.chip button').all()).map(async (each) => each.boundingBox()));
      const before = await places();
      for (const isOff of [true, false]) {
        await send({ type: 'didChangeDraft', attachments: [{ ...attachment, isOff }] });
        assert.deepEqual(await places(), before);
      }
    });

    it('is announced when it is added, but not when the draft loads or the attachment changes', async () => {
      const [first, second, third] = ['a.ts', 'b.ts', 'c.ts'].map((label) => ({ id: label, label, size: '' }));
      assert.ok(first && second && third);
      const { send } = await open(session({ draft: { text: '', attachments: [first] } }));
      await send({ type: 'didChangeDraft', attachments: [{ ...first, isOff: true }] });
      assert.deepEqual(await announcements(), []);
      await send({ type: 'didChangeDraft', attachments: [first, second, third] });
      assert.deepEqual(await announcements(), ['b.ts was added. c.ts was added.']);
      await send({ type: 'didChangeDraft', attachments: [third] });
      assert.equal((await announcements()).length, 1);
    });

    it('can be sent without text, unless it is switched off', async () => {
      const attachment = { id: 'a', label: 'a.ts:1-20', size: '', isOff: true };
      const { send } = await open(session({ draft: { text: '', attachments: [attachment] } }));
      await box().press('Enter');
      assert.deepEqual(await postedOf('submit'), []);
      await send({ type: 'didChangeDraft', attachments: [{ ...attachment, isOff: false }] });
      await box().press('Enter');
      assert.deepEqual(await postedOf('submit'), [{ type: 'submit', text: '', revision: 0 }]);
    });
  });

  it('shows the instructions as a chip that can be opened and switched off, but neither removed nor sent alone', async () => {
    const chip = { id: 'instructions', label: 'Instructions', size: '≈12 tokens · $0.0001', canOpen: true };
    const { page, send } = await open(session({ draft: { attachments: [chip] } }));
    await page.locator('.chip', { hasText: 'Instructions≈12 tokens · $0.0001' }).waitFor();
    await button('Open Instructions').click();
    await button('Switch off Instructions').click();
    assert.deepEqual(await postedOf('openAttachment'), [{ type: 'openAttachment', id: 'instructions' }]);
    assert.deepEqual(await postedOf('toggleAttachment'), [{ type: 'toggleAttachment', id: 'instructions' }]);
    assert.equal(await button('Remove Instructions').count(), 0);
    await box().press('Enter');
    assert.deepEqual(await postedOf('submit'), []);
    await send({ type: 'didChangeDraft', attachments: [{ ...chip, isOff: true }] });
    await page.locator('.chip', { hasText: 'not sent' }).waitFor();
    await button('Switch on Instructions').waitFor();
  });
});

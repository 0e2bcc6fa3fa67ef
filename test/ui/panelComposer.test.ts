import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { panelStates, session } from './panelStates.ts';

describePanel('the message box', ({ open, view, box, button, postedOf }) => {
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

import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { reply, session } from './panelMessages.ts';
import { paragraphs, scrolling } from './scrolling.ts';

describePanel('the focused part of the conversation', (test) => {
  const { open, box, button } = test;
  const { view, log, frames, jump } = scrolling(test);
  const asked = (id: string) => ({ kind: 'question', id, text: 'What does it do?', attachments: [] }) as const;
  /** Resizes the panel so that the conversation just fills it. */
  const fit = async () => {
    const { width, height } = view().page.viewportSize()!;
    const missing = await log().evaluate(
      (each) => each.querySelector('.log-content')!.getBoundingClientRect().height - each.clientHeight,
    );
    await view().resize(width, height + Math.ceil(missing));
    await frames(3);
  };
  const assertInView = async () => {
    await frames(6);
    const [top, bottom] = await log().evaluate((each) => {
      const [outer, inner] = [each, document.activeElement!].map((part) => part.getBoundingClientRect());
      return [inner!.top - outer!.top, outer!.bottom - inner!.bottom] as const;
    });
    assert.ok(top >= 0 && bottom >= 0, `${top} px below the top of the view, and ${bottom} px above its bottom`);
  };

  it('stays in view when an edit field opens and while it grows', async () => {
    const { page } = await open(session({ messages: [asked('q1'), reply({ text: paragraphs(8) })] }));
    await fit();
    await box().focus();
    for (const key of ['Shift+Tab', 'ArrowUp', 'Enter', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('textbox', { name: 'Edited text' }).and(page.locator(':focus')).waitFor();
    await assertInView();
    for (let line = 0; line < 5; line += 1) {
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('And why?');
      await assertInView();
    }
  });

  it('stays in view when a deleted exchange is restored above a long one', async () => {
    const messages = [
      asked('q1'),
      reply({ text: 'It groups.' }),
      asked('q2'),
      reply({ id: 'r2', text: paragraphs(12) }),
    ];
    const { page, send } = await open(session({ messages }));
    await send({ type: 'didDeleteExchange', ids: ['q1', 'r1'], sentence: 'You deleted a message and its reply.' });
    await fit();
    await button('Undo').focus();
    await send({ type: 'didRestoreExchange', ids: ['q1', 'r1'] });
    await page.getByRole('article', { name: 'You' }).first().and(page.locator(':focus')).waitFor();
    await assertInView();
  });

  it('is the last message when Tab follows “Jump to latest”', async () => {
    const { page } = await open(session({ messages: [asked('q1'), reply({ text: paragraphs(40) })] }));
    await box().focus();
    for (const key of ['Shift+Tab', 'ArrowUp']) await page.keyboard.press(key);
    await page.getByRole('article', { name: 'You' }).and(page.locator(':focus')).waitFor();
    await jump().press('Enter');
    await page.keyboard.press('Tab');
    await page.getByRole('article', { name: 'Reply' }).and(page.locator(':focus')).waitFor();
  });

  it('is not covered by “Jump to latest” while a question is edited', async () => {
    const { page } = await open(session({ messages: [asked('q1'), reply({ text: paragraphs(40) })] }));
    await button('Edit message').press('Enter');
    await page.keyboard.type('And why?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const restore = page.getByRole('button', { name: 'Restore original message' });
    await restore.waitFor();
    const end = await log().evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop);
    assert.ok(end > 100);
    assert.equal(await jump().isVisible(), false);
    await restore.focus();
    assert.equal(await jump().isVisible(), false);
    await page.keyboard.press('Escape');
    await jump().waitFor();
  });
});

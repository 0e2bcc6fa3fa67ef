import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { QuestionView } from '../../src/common/protocol/conversationProtocol.ts';
import type { AttachmentView } from '../../src/common/protocol/draftProtocol.ts';
import { describePanel } from './describePanel.ts';
import { conversation, reply, session } from './panelMessages.ts';

const estimate = {
  type: 'didChangeEditEstimate',
  questionId: 'q2',
  text: 'Sends 2 earlier messages and this message to a new session: ≈$0.0021 + reply.',
} as const;

describePanel('the instructions in the editor of a question', ({ open, view }) => {
  const questionAt = (index: number): Locator => view().page.getByRole('article', { name: 'You' }).nth(index);
  const field = (): Locator => view().page.getByRole('textbox', { name: 'Edited text' });

  it('shows the instructions of a question that is posted again, and keeps its editor with the focus', async () => {
    const { send, page } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await field().fill('Half a thought');
    await page.keyboard.press('Home');
    const again = conversation()[2] as QuestionView;
    const instructions = { id: 'instructions', label: 'Instructions', code: 'Answer briefly.', size: '' };
    await send({
      type: 'didAddMessages',
      messages: [{ ...again, attachments: [instructions] }, reply({ id: 'r3', state: 'streaming' })],
    });
    const ids = await view()
      .page.getByRole('article')
      .evaluateAll((articles) => articles.map((each) => each.getAttribute('aria-label')));
    assert.deepEqual(ids, ['You', 'Reply', 'You', 'Reply', 'Reply']);
    await questionAt(1).locator('summary', { hasText: 'Instructions' }).waitFor();
    await page.keyboard.type('Not ');
    assert.equal(await field().inputValue(), 'Not Half a thought');
    assert.equal(await questionAt(1).locator('textarea').count(), 1);
    const order = await questionAt(1)
      .locator('.bubble > :visible')
      .evaluateAll((parts) => parts.map((each) => each.localName));
    assert.deepEqual(order, ['textarea', 'details', 'div']);
  });

  it('shows the instructions that the edit sends, in place of those of the question, until it is closed', async () => {
    const view = (code: string): AttachmentView => ({ id: 'instructions', label: 'Instructions', code, size: '' });
    const messages = conversation().map((each) =>
      each.id === 'q2' && each.kind === 'question' ? { ...each, attachments: [view('Old text.')] } : each,
    );
    const { send } = await open(session({ messages }));
    const shown = questionAt(1).locator('.attachment:visible', { hasText: 'Instructions' });
    const code = async () => {
      if ((await shown.getAttribute('open')) === null) await shown.locator('summary').click();
      return shown.locator('pre').innerText();
    };
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send({ ...estimate, instructions: view('Old text.') });
    assert.equal(await code(), 'Old text.');
    await send({ ...estimate, instructions: view('New text.') });
    await questionAt(1).locator('.edit-footer .attachment').waitFor();
    assert.equal(await code(), 'New text.');
    await send({ ...estimate, text: 'New price.', instructions: view('New text.') });
    await questionAt(1).getByText('New price.').waitFor();
    assert.equal(await shown.getAttribute('open'), '');
    await send(estimate);
    await questionAt(1).locator('.attachment:visible').waitFor({ state: 'detached' });
    await send({ ...estimate, instructions: view('New text.') });
    await questionAt(1).locator('.edit-footer .attachment').waitFor();
    await field().press('Escape');
    assert.equal(await code(), 'Old text.');
  });

  it('shows the instructions that the edit sends once, and no others, after the question was sent again', async () => {
    const instructions = (code: string): AttachmentView => ({
      id: 'instructions',
      label: 'Instructions',
      code,
      size: '',
    });
    const asked = (code: string) => ({ ...(conversation()[2] as QuestionView), attachments: [instructions(code)] });
    const { send } = await open(session({ messages: [asked('Old text.'), reply({ state: 'failed' })] }));
    const shown = questionAt(0).locator('.attachment:visible', { hasText: 'Instructions' });
    const inFooter = questionAt(0).locator('.edit-footer .attachment');
    await questionAt(0).getByRole('button', { name: 'Edit message' }).click();
    await send({ ...estimate, instructions: instructions('New text.') });
    await inFooter.waitFor();
    await send({ type: 'didAddMessages', messages: [asked('New text.'), reply({ id: 'r3', state: 'failed' })] });
    assert.deepEqual([await shown.count(), await inFooter.count()], [1, 0]);
    await send({ ...estimate, instructions: instructions('Newer text.') });
    assert.deepEqual([await shown.count(), await inFooter.count()], [1, 1]);
    await send(estimate);
    assert.equal(await shown.count(), 0);
  });

  it('shows the instructions that the edit sends if the question was sent without instructions', async () => {
    const { send } = await open(session({ messages: conversation() }));
    await questionAt(1).getByRole('button', { name: 'Edit message' }).click();
    await send({
      ...estimate,
      instructions: { id: 'instructions', label: 'Instructions', code: 'New text.', size: '' },
    });
    await questionAt(1).locator('.attachment', { hasText: 'Instructions' }).waitFor();
    await field().press('Escape');
    assert.equal(await questionAt(1).locator('.attachment').count(), 0);
  });
});

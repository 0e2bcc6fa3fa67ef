import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { conversation, question, reply, replyChange, session } from './panelMessages.ts';

describePanel('the context menu of a message', ({ open, view, postedOf, announcements, answer }) => {
  it('gets the section and the id of the message from the panel', async () => {
    await open(session({ messages: conversation() }));
    const contexts = await Promise.all(
      ['You', 'Reply'].map(async (name): Promise<unknown> =>
        JSON.parse((await view().page.getByRole('article', { name }).nth(1).getAttribute('data-vscode-context')) ?? ''),
      ),
    );
    assert.deepEqual(contexts, [
      { webviewSection: 'question', messageId: 'q2' },
      { webviewSection: 'reply', messageId: 'r2' },
    ]);
  });

  it('offers Resend instead of Retry while the notice of the reply does', async () => {
    const { send, page } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    const isResend = async (): Promise<unknown> => {
      const context = await page.getByRole('article', { name: 'Reply' }).getAttribute('data-vscode-context');
      return (JSON.parse(context ?? '') as { readonly isResend?: unknown }).isResend ?? false;
    };
    const notice = (action: 'retry' | 'resend') =>
      ({ severity: 'info', text: 'You stopped this reply.', actions: [{ id: action, label: 'Again' }] }) as const;
    assert.equal(await isResend(), false);
    await send(replyChange({ state: 'stopped', notice: notice('resend') }));
    assert.equal(await isResend(), true);
    await send(replyChange({ state: 'stopped', notice: notice('retry') }));
    assert.equal(await isResend(), false);
  });

  it('copies the message as Markdown or as plain text, and announces this', async () => {
    const { send } = await open(session({ messages: conversation() }));
    const text = 'Some **bold** text.\n\n```ts\nlet a = "\u200b";\n```';
    await send({ type: 'didRequestCopy', text, asPlainText: false });
    await answer('copyText', true);
    await send({ type: 'didRequestCopy', text: 'Some **bold** 👩‍👩‍👧.', asPlainText: true });
    await answer('copyText', false, 1);
    assert.deepEqual(await postedOf('copyText'), [
      { type: 'copyText', text, kind: 'code' },
      { type: 'copyText', text: 'Some bold 👩‍👩‍👧.', kind: 'prose' },
    ]);
    assert.deepEqual(await announcements(), ['Copied']);
  });
});

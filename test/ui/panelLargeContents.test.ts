import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { manyMessages } from './manyMessages.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';

describePanel('a panel with large contents', ({ open, openWith, view }) => {
  it('shows the end of a session of 600 messages', async () => {
    const { page, send } = await openWith({ width: 400, height: 800 });
    await send(session({ messages: manyMessages(300) }));
    // Replies are drawn from the last to the first.
    await page.waitForFunction(
      () => document.querySelector('.reply .markdown')?.textContent.endsWith('End of reply 0.') === true,
    );
    const distanceToEnd = await page
      .getByRole('log')
      .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
    assert.ok(distanceToEnd < 2, `the end is ${distanceToEnd} px below the view`);
  });

  it('shows the seconds only in place of the first `{0}` of a notice, even if the notice has 64,000 brackets', async () => {
    const { page, send } = await open(session({ messages: [question(), reply({ state: 'connecting' })] }));
    const text = `Again in {0} s: {0} ש${'('.repeat(32_000)}${']'.repeat(32_000)}`;
    const notice = { severity: 'info', text, clock: { counts: 'down', seconds: 9 }, actions: [] } as const;
    await send(replyChange({ state: 'connecting', notice }));
    assert.match((await page.locator('.reply .notice p').textContent())!, /^Again in \d s: \{0\} ש\(/);
  });

  it('shows all lines of an attachment of 100,000 lines', async () => {
    const code = 'a\n'.repeat(100_000);
    const attachments = [{ id: 'a', label: 'lines.txt', size: '1 MB', languageId: '', code }];
    await open(session({ messages: [{ kind: 'question', id: 'q1', text: 'Why?', attachments }, reply({})] }));
    await view().page.locator('.attachment summary').click();
    await view().page.waitForFunction(
      (length) => document.querySelector('.attachment code')?.textContent.length === length,
      code.length,
      { polling: 100, timeout: 0 },
    );
  });
});

describePanel('a very long question', ({ open }) => {
  it('has the same text on the page and when it is copied', async () => {
    const source = `${'words and more words '.repeat(1_000)}\n\n${'a'.repeat(10_000)}\n${'\tline\n'.repeat(2_000)}end`;
    const { page } = await open(
      session({ messages: [{ kind: 'question', id: 'q1', text: source, attachments: [] }, reply({})] }),
    );
    const texts = await page.locator('.question-text').evaluate((element) => {
      document.getSelection()!.selectAllChildren(element);
      return { shown: element.textContent, copied: document.getSelection()!.toString() };
    });
    assert.equal(texts.shown, source);
    assert.equal(texts.copied, source);
  });
});

import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, replyChange, session, text as appended } from './panelMessages.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, line) => `line(${line});`).join('\n');
const fenced = (code: string): string => `\`\`\`js\n${code}\n\`\`\`\n`;
const loaded = (text: string, height = 500) => ({
  message: session({ messages: [question(), reply({ text })] }),
  height,
});

describePanel('a long code block', ({ open, openWith, view, button, postedOf }) => {
  const heightOf = async (): Promise<number> => (await view().page.locator('.code-block pre').boundingBox())!.height;

  it('is folded above 30 lines, and shows all lines and fewer on a press', async () => {
    await open(session({ messages: [question(), reply({ text: fenced(lines(31)) })] }));
    const folded = await heightOf();
    assert.equal(await button('Show all').getAttribute('aria-expanded'), 'false');
    assert.equal(await view().page.locator('.code-line-count').innerText(), '31 lines');
    await button('Show all').press('Enter');
    assert.ok((await heightOf()) > folded);
    assert.equal(await button('Show less').getAttribute('aria-expanded'), 'true');
    await button('Show less').press('Enter');
    assert.equal(await heightOf(), folded);
  });

  it('is not folded at 30 lines', async () => {
    await open(session({ messages: [question(), reply({ text: fenced(lines(30)) })] }));
    await button('Copy code').waitFor();
    assert.equal(await button('Show all').count(), 0);
  });

  it('is copied as a whole while it is folded', async () => {
    await open(session({ messages: [question(), reply({ text: fenced(lines(100)) })] }));
    await button('Copy code').click();
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: lines(100), kind: 'code' }]);
  });

  it('stays open while it streams and when it is complete', async () => {
    await open(session({ messages: [question(), reply({ state: 'streaming', text: `\`\`\`js\n${lines(40)}` })] }));
    await view().send(appended(`\n${lines(40)}`));
    assert.equal(await button('Show all').count(), 0);
    await view().send(appended('\n```\n'), replyChange({ state: 'complete' }));
    await button('Show less').waitFor();
  });

  it('keeps its fold and its wrapping when the session is drawn again', async () => {
    const text = `${fenced(lines(40))}\n${fenced(lines(50))}`;
    await open(session({ messages: [question(), reply({ text })] }));
    await button('Show all').first().click();
    await button('Wrap lines').first().click();
    await view().send(session({ sessionId: 's2', messages: [] }), session({ messages: [question(), reply({ text })] }));
    await button('Show less').waitFor();
    assert.equal(await button('Show all').count(), 1);
    assert.equal(await button('Wrap lines').first().getAttribute('aria-pressed'), 'true');
    assert.equal(await button('Wrap lines').last().getAttribute('aria-pressed'), 'false');
  });

  it('is opened when the find bar finds text in its folded part', async () => {
    await open(session({ messages: [question(), reply({ text: fenced(lines(100)) })] }));
    await button('Show all').waitFor();
    await view().page.keyboard.press('Control+f');
    await view().page.keyboard.insertText('line(90)');
    await button('Show less').waitFor();
  });

  it('wraps its long lines while Wrap lines is pressed', async () => {
    await open(session({ messages: [question(), reply({ text: fenced(`f(${'a, '.repeat(300)});`) })] }));
    const overflow = async (): Promise<boolean> =>
      view()
        .page.locator('.code-block pre')
        .evaluate((pre) => pre.scrollWidth > pre.clientWidth);
    assert.equal(await overflow(), true);
    await button('Wrap lines').click();
    assert.equal(await overflow(), false);
    assert.equal(await button('Wrap lines').getAttribute('aria-pressed'), 'true');
    await button('Wrap lines').click();
    assert.equal(await overflow(), true);
  });

  it('has a horizontal scroll bar within the view while its end is below the view', async () => {
    const { message, height } = loaded(fenced(`${lines(25)}\nf(${'a, '.repeat(300)});\n${lines(4)}`), 300);
    await (await openWith({ height })).send(message);
    await view().page.locator('.code-block').waitFor();
    await view()
      .page.getByRole('log')
      .evaluate((log) => log.scrollTo({ top: 0, behavior: 'instant' }));
    await view().page.locator('.code-toolbar').hover();
    const bar = view().page.locator('.code-scroll-bar');
    await bar.waitFor();
    const [log, place] = [await view().page.getByRole('log').boundingBox(), await bar.boundingBox()];
    assert.ok(place!.y + place!.height <= log!.y + log!.height + 1);
    await bar.evaluate((each) => each.scrollTo({ left: 200, behavior: 'instant' }));
    await view().page.waitForFunction(() => document.querySelector('.code-block pre')?.scrollLeft === 200);
  });
});

import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';

const markdown = `# Title

Some **bold** text with \`code\`.

1. one
2. two
   - inner
3. three

- [x] done

> quote
>
> more

\`\`\`ts
const a = 1;
  b();
\`\`\`

| a | b |
| --- | --- |
| 1 | 2 |

The end[^1].

[^1]: A note.`;

describePanel('a selection', ({ open, view }) => {
  /** Selects from the start of the element `from` to the end of the element `to`, and returns the copied text. */
  const copied = async (from: string, to: string): Promise<string> =>
    view().page.evaluate(
      ([start, end]) => {
        const range = document.createRange();
        range.setStart(document.querySelector(start!)!, 0);
        const last = document.querySelector(end!)!;
        range.setEnd(last, last.childNodes.length);
        document.getSelection()?.removeAllRanges();
        document.getSelection()?.addRange(range);
        const event = new ClipboardEvent('copy', {
          clipboardData: new DataTransfer(),
          bubbles: true,
          cancelable: true,
        });
        document.querySelector('.log')!.dispatchEvent(event);
        return event.defaultPrevented
          ? event.clipboardData!.getData('text/plain')
          : document.getSelection()!.toString();
      },
      [from, to],
    );

  beforeEach(async () => {
    await open(session({ messages: [question(), reply({ text: markdown, footer: '$0.0050' })] }));
    await view().page.locator('.markdown .footnote').waitFor();
    // A selection by mouse loads the code that copies.
    await view().page.locator('.markdown h1').dblclick();
    await view().page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /selectionMarkdown/.test(name)),
    );
  });

  it('across blocks is copied with list marks, fences, quotes and tables, without the toolbars’ words', async () => {
    const expected = markdown.replace('**bold**', 'bold').replace('`code`', 'code');
    assert.equal(await copied('.markdown h1', '.markdown .footnote'), expected);
  });

  it('keeps the number of the first selected item of a list', async () => {
    assert.equal(
      await copied('.markdown ol > li:nth-child(2) > p', '.markdown ol > li:nth-child(3)'),
      '2. two\n   - inner\n3. three',
    );
  });

  it('within one block is copied as it is', async () => {
    assert.equal(await copied('.code-block pre', '.code-block pre'), 'const a = 1;\n  b();');
    assert.equal(await copied('.markdown p', '.markdown p'), 'Some bold text with code.');
  });

  it('has no words of toolbars and cost lines in its HTML', async () => {
    await copied('.markdown h1', '.reply-footer');
    const html = await view().page.evaluate(() => {
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.querySelector('.log')!.dispatchEvent(event);
      return event.clipboardData!.getData('text/html');
    });
    assert.match(html, /<h1[^>]*>Title/);
    assert.doesNotMatch(html, /Copy|\$0\.0050|<button/);
  });
});

import assert from 'node:assert/strict';
import type { MessageView } from '../../src/common/protocol/conversationProtocol.ts';
import { copySelection } from './copySelection.ts';
import { describePanel } from './describePanel.ts';
import { question, reply, session } from './panelMessages.ts';
import { selectionCodeLoaded } from './selectionCodeLoaded.ts';

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
  const copied = async (from: string, to: string): Promise<string> => copySelection(view().page, from, to);

  /** Returns the HTML that is copied for the current selection. */
  const copiedHtml = async (): Promise<string> =>
    view().page.evaluate(() => {
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.querySelector('.log')!.dispatchEvent(event);
      return event.clipboardData!.getData('text/html');
    });

  /** Opens a session with one reply, and loads the code that copies, as a selection by mouse does. */
  const openReply = async (text: string, reasoning = '', attached = 'export function groupBy'): Promise<void> => {
    const attachments = [{ id: 'a', label: 'groupBy.ts', size: '', languageId: '', code: attached }];
    const asked: MessageView = { kind: 'question', id: 'q1', text: 'What does this do?', attachments };
    await open(session({ messages: [asked, reply({ text, reasoning, footer: '$0.0050' })] }));
    await view().page.locator('.markdown:not(.growing) h1').dblclick();
    await selectionCodeLoaded(view());
  };

  beforeEach(async () => {
    await openReply(markdown);
    await view().page.locator('.markdown .footnote').waitFor();
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
    const html = await copiedHtml();
    assert.match(html, /<h1[^>]*>Title/);
    assert.doesNotMatch(html, /Copy|\$0\.0050|<button/);
  });

  it('has the summary of closed details, but not their content', async () => {
    const hidden =
      '\n<details>\n<summary>More</summary>\n<summary>second</summary>\n\n```sh\nrm -rf x\n```\n\n</details>\n';
    await openReply(`# Start\n\n${hidden}\n## End`);
    assert.equal(await copied('.markdown h1', '.markdown h2'), '# Start\n\nMore\n\n## End');
    assert.doesNotMatch(await copiedHtml(), /rm|second/);
    assert.equal(await copied('.markdown summary ~ summary', '.markdown h2'), '## End');
    assert.doesNotMatch(await copiedHtml(), /rm|second/);
    await view().page.getByText('More', { exact: true }).click();
    assert.equal(
      await copied('.markdown h1', '.markdown h2'),
      '# Start\n\nMore\n\nsecond\n\n```sh\nrm -rf x\n```\n\n## End',
    );
    assert.match(await copiedHtml(), /rm -rf x/);
  });

  it('in details that were closed afterwards copies nothing', async () => {
    await openReply('# Start\n\n<details open>\n<summary>More</summary>\n\nfirst\n\nlast\n</details>\n');
    await view().page.getByText('More', { exact: true }).click();
    assert.equal(await copied('.markdown details > p', '.markdown details > p:last-child'), '');
    assert.equal(await copiedHtml(), '');
  });

  it('has no text of reasoning and attachments that are closed again', async () => {
    await openReply('# Start', 'A thought.');
    for (const summary of [view().page.getByText('Reasoning'), view().page.getByText('groupBy.ts')]) {
      await summary.click();
      await summary.click();
    }
    await view().page.getByText('A thought.').waitFor({ state: 'hidden' });
    const text = await copied('.question', '.reply');
    assert.match(text, /^What does .*groupBy\.ts.*Reasoning.*# Start$/s);
    assert.doesNotMatch(text + (await copiedHtml()), /thought|export function/);
  });

  it('has no text of details that are closed again if the selection does not reach beyond the details', async () => {
    await openReply('# Start\n\n<details open>\n<summary>More</summary>\n\nfirst\n\nlast\n</details>\n');
    assert.match(await copied('.markdown summary', '.markdown details > p:last-child'), /last/);
    assert.match(await copiedHtml(), /last/);
    await view().page.getByText('More', { exact: true }).click();
    assert.equal(await copied('.markdown summary', '.markdown details > p:last-child'), 'More');
    const html = await copiedHtml();
    assert.match(html, /More/);
    assert.doesNotMatch(html, /first|last/);
  });

  it('has no text outside the conversation, and no attributes that are not visible', async () => {
    const attachments = [{ id: 'a', label: 'draft.ts', size: '' }];
    const queue = [{ id: 'k', text: 'queued', attachments: [], isHeld: false }];
    const loaded = session({
      messages: [question(), reply({ text: '<details>\n<summary>More</summary>\n\nsecret\n</details>\n\nlast' })],
      draft: { attachments },
      queue,
    });
    const { page } = await open(loaded);
    await page.getByText('last', { exact: true }).dblclick();
    await selectionCodeLoaded(view());
    const text = await copied('body', 'body');
    const html = await copiedHtml();
    for (const copy of [text, html]) {
      assert.match(copy, /What does .*groupBy.*More.*last/s);
      assert.doesNotMatch(copy, /queued|draft\.ts|secret/);
    }
    assert.doesNotMatch(html, / (?:aria-description|aria-label|data-vscode-context|title)=/);
  });

  it('keeps lists, the alignment of tables, links and opened details in its HTML', async () => {
    await openReply(
      '# Start\n\n3. three\n4. four\n\n|a|\n|-:|\n|b|\n\n[c](https://c.example)\n\n<details open>\n\nd\n\n</details>\n\n## End',
    );
    await copied('.markdown h1', '.markdown h2');
    const html = await copiedHtml();
    for (const tag of [
      /<ol[^>]* start="3"/,
      /<td[^>]* class="align-right"/,
      /<a[^>]* href="https:.*c\.example/,
      /<details[^>]* open/,
    ])
      assert.match(html, tag);
    await copied('.markdown li', '.markdown li:last-child');
    assert.match(await copiedHtml(), /<ol[^>]* start="3".*three.*four/s);
  });

  it('is copied whole if code has many coloured parts or many backticks', async () => {
    const line = `${'a;'.repeat(990)}\n`;
    const backticks = '`'.repeat(100_000);
    await openReply(`# Start\n\n\`\`\`js\n${line.repeat(40)}\`\`\`\n\n## End`, '', backticks);
    const { page } = view();
    await page.locator('.attachment summary').click();
    await page.waitForFunction(
      (length) =>
        document.querySelector('.attachment code')?.textContent.length === length &&
        document.querySelectorAll('.markdown .lines span').length >= 79_200,
      backticks.length,
    );
    const text = await copied('.question', '.markdown h2');
    assert.equal(text.split(line).length, 41);
    assert.ok(text.includes(`\n${backticks}\n${backticks}\``));
  });

  it('is copied whole if a list has many items without letters', async () => {
    // The soft hyphen makes the panel search the selection for marks of hidden characters.
    const expected = `# Start\n\nsoft\u00adhyphen\n\n${'- 1\n'.repeat(7_500)}`.trimEnd();
    await openReply(expected);
    const { page } = view();
    await page.waitForFunction(() => document.querySelectorAll('.markdown li').length === 7_500);
    assert.equal(await copied('.markdown h1', '.markdown ul'), expected);
    assert.equal((await copiedHtml()).split('<li>').length, 7_501);
  });

  it('has escaped text and addresses in its HTML', async () => {
    await openReply(
      '# Start\n\n`<img src=x>` &amp;lt; "b" $a<b$\n\n[c](https://c.example/?a=1&lt=%22)\\\nd\n\n---\n\n## End',
    );
    await view().page.locator('.markdown math').waitFor();
    await copied('.markdown h1', '.markdown h2');
    const page = await view().page.context().newPage();
    await page.setContent(await copiedHtml());
    const parsed = await page.evaluate(() => ({
      text: document.body.textContent,
      link: document.querySelector('a')!.getAttribute('href'),
      counts: ['img', 'br', 'hr', 'h2'].map((name) => document.querySelectorAll(name).length),
      namespace: document.querySelector('math')!.namespaceURI,
    }));
    await page.close();
    assert.match(parsed.text, /<img src=x> &lt; "b"/);
    assert.match(parsed.text, /a<b/);
    assert.equal(parsed.link, await view().page.locator('.markdown a').getAttribute('href'));
    assert.deepEqual(parsed.counts, [0, 1, 1, 1]);
    assert.equal(parsed.namespace, 'http://www.w3.org/1998/Math/MathML');
  });

  it('has no HTML if a formula shows a hidden character', async () => {
    await openReply('# Start\n\n$\\char"202E x$\n\n## End');
    await view().page.locator('.markdown math').waitFor();
    assert.equal(await copied('.markdown h1', '.markdown h2'), '# Start\n\n$\\char"202E x$\n\n## End');
    assert.equal(await copiedHtml(), '');
  });

  it('keeps a fence whose language contains a backtick a fence', async () => {
    await openReply('# Start\n\n~~~ a```b\n# code\n~~~\n\n## End');
    assert.equal(await copied('.markdown h1', '.markdown h2'), '# Start\n\n```\n# code\n```\n\n## End');
  });

  it('has a word for details with an empty summary', async () => {
    await openReply('# Start\n\n<details>\n<summary></summary>\n\nhidden\n\n</details>\n\n## End');
    await view().page.getByText('Details', { exact: true }).waitFor();
    assert.equal(await copied('.markdown h1', '.markdown h2'), '# Start\n\nDetails\n\n## End');
  });
});

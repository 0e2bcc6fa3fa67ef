import assert from 'node:assert/strict';
import { tests as examples } from 'commonmark-spec';
import { markdownSamples } from '../unit/webview/markdown/markdownSamples.ts';
import type { PanelHarness, PanelPage } from './panelHarness.ts';
import { sharedPanelHarness } from './sharedHarnesses.ts';
import { question, reply, replyChange, session } from './panelMessages.ts';
import { longText } from './panelTexts.ts';

const long = 'Some **bold** words and `code` in a long line. '.repeat(90);
const longParagraphs = {
  'a long paragraph': `${long}and so on.`,
  'a long paragraph that becomes a heading': `${long}heading\n===\n\nText.`,
  'a long paragraph with unclosed bold': `**${long.replaceAll('*', '')}\n\nText.`,
};

describe('the text of a reply', () => {
  let harness: PanelHarness;
  let panel: PanelPage;

  before(async () => {
    harness = await sharedPanelHarness();
  });

  beforeEach(async () => {
    // Makes the panel tall enough to show everything, because the panel does not highlight code far outside the view.
    panel = await harness.open({ height: 5000 });
  });

  afterEach(async () => {
    await panel.close();
    assert.deepEqual(panel.problems, []);
  });

  for (const [name, text] of Object.entries({ ...markdownSamples, 'a long reply': longText(), ...longParagraphs })) {
    it(`has the same DOM after streaming as after loading as a whole: ${name}`, async () => {
      await panel.send(
        session({ messages: [question(), reply({ id: 'whole', text }), reply({ id: 'r1', state: 'streaming' })] }),
      );
      await stream(text, text.length > 3000 ? 70 : 7);
      await panel.send(replyChange({ state: 'complete' }));
      await panel.page.waitForFunction(() => {
        const [whole, streamed] = [...document.querySelectorAll('.markdown')].map((each) => each.cloneNode(true));
        whole?.normalize();
        streamed?.normalize();
        return whole?.isEqualNode(streamed ?? null);
      });
    });
  }

  it('keeps the DOM nodes of finished blocks, list items and lines of code while it streams', async () => {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await stream('First.\n\n- one\n- two\n- three\n\n```ts\nconst a = 1;\nconst b = 2;\n', 1000);
    await panel.page.locator('[class^=token-]').first().waitFor();
    const stable = '.part > p, .part > ul *, .code-block, [class^=token]';
    const before = await panel.page.evaluate((selector) => {
      const nodes = [...document.querySelectorAll(selector)];
      for (const each of nodes) Object.assign(each, { isOld: true });
      return nodes.length;
    }, stable);
    await stream('const c = 3;\n```\n\n- new\n\nLast.', 3);
    await panel.send(replyChange({ state: 'complete' }));
    await panel.page.locator('[class^=token-]', { hasText: 'const' }).nth(2).waitFor();
    const kept = await panel.page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].filter((each) => 'isOld' in each).length,
      stable,
    );
    assert.ok(before > 8);
    assert.equal(kept, before);
  });

  it('keeps all finished DOM nodes while it streams, and finally has the DOM of the same text loaded as a whole', async () => {
    const whole = [
      ...Object.values(markdownSamples),
      ...examples.map(({ markdown }) => markdown.replaceAll('→', '\t')),
    ].join('\n\n');
    await panel.send(
      session({ messages: [question(), reply({ id: 'whole', text: whole }), reply({ id: 'r1', state: 'streaming' })] }),
    );
    const { finished, lost } = await panel.page.evaluate(async (text) => {
      const finishedNodes = new Set<Element>();
      const root = document.querySelectorAll('.markdown')[1]!;
      for (let position = 0; position < text.length; position += 61) {
        const data = {
          type: 'didAppendText',
          responseId: 'r1',
          part: 'text',
          text: text.slice(position, position + 61),
        };
        window.dispatchEvent(new MessageEvent('message', { data }));
        await new Promise(requestAnimationFrame);
        // Collects finished nodes. At each level, only the last node can still change.
        for (
          let open: Element | null = root;
          open?.matches('.markdown, .part, ul, ol, blockquote, .table, table, tbody') === true;
          open = open.lastElementChild
        ) {
          for (const child of [...open.children].slice(0, -1)) finishedNodes.add(child);
        }
      }
      const gone = [...finishedNodes].filter((node) => !node.isConnected);
      return { finished: finishedNodes.size, lost: gone.map((node) => `${node.localName}: ${node.textContent}`) };
    }, whole);
    assert.ok(finished > 500, String(finished));
    assert.deepEqual(lost, []);
    await panel.send(replyChange({ state: 'complete' }));
    await panel.page.waitForFunction(() => {
      const [one, other] = [...document.querySelectorAll('.markdown')].map((each) => {
        const copy = each.cloneNode(true) as Element;
        // Removes syntax highlighting, because the panel does not highlight code far outside the view.
        for (const code of copy.querySelectorAll('pre > code')) code.replaceChildren(code.textContent);
        // Ignores folds, because code that was shown while it was received stays unfolded.
        for (const fold of copy.querySelectorAll('.code-fold')) fold.remove();
        for (const block of copy.querySelectorAll('.folded')) block.classList.remove('folded');
        copy.normalize();
        return copy;
      });
      return one?.isEqualNode(other ?? null);
    });
  });

  it('keeps a selection in a growing paragraph', async () => {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await stream('The beginning of a **paragraph** that', 1000);
    await panel.page.getByText('The beginning').waitFor();
    await panel.page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('.markdown strong')!));
    await stream(' goes on and on', 2);
    await panel.page.getByText('on and on').waitFor();
    assert.equal(await panel.page.evaluate(() => getSelection()?.toString()), 'paragraph');
  });

  it('leads from a footnote mark to the note and back, and opens the details around the note', async () => {
    const text = 'One[^a], two[^a].\n\n<details>\n<summary>Notes</summary>\n\n[^a]: The note.\n</details>\n';
    await panel.send(session({ messages: [question(), reply({ text })] }));
    const marks = panel.page.getByRole('link', { name: 'Footnote a', exact: true });
    await marks.last().press('Enter');
    const note = panel.page.getByRole('note', { name: 'Footnote a', exact: true });
    assert.equal(await note.evaluate((each) => each === document.activeElement && each.closest('details')?.open), true);
    await panel.page.getByRole('link', { name: 'Back to the text of footnote a' }).press('Enter');
    assert.equal(await marks.last().evaluate((each) => each === document.activeElement), true);
  });

  it('keeps a `<details>` that the user opened open while its content streams in', async () => {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await stream('<details>\n<summary>Log</summary>\n\nfirst\n\n', 1000);
    await panel.page.getByText('Log', { exact: true }).click();
    await stream('- second\n- third\n\n</details>\n\nEnd.', 7);
    await panel.page.getByText('End.').waitFor();
    assert.equal(await panel.page.getByText('third').isVisible(), true);
  });

  for (const [name, selector, narrow, wide] of [
    ['table', '.table', '| a |\n|---|', tableOf(12)],
    ['formula', '.formula.display', '$$\na\n$$', `$$\n${'aVeryLongTerm + '.repeat(12)}b\n$$`],
  ] as const)
    it(`fades out a ${name} only at an edge that hides a part of the ${name}`, async () => {
      await panel.send(session({ messages: [question(), reply({ text: `${narrow}\n\n${wide}` })] }));
      const element = (index: number) => panel.page.locator(selector).nth(index);
      const fades = async (index: number): Promise<readonly string[]> =>
        element(index).evaluate(async (each) => {
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const style = getComputedStyle(each);
          return [style.getPropertyValue('--fade-start'), style.getPropertyValue('--fade-end')];
        });
      await element(1).locator('td, .katex-base').last().waitFor();
      assert.deepEqual(await fades(0), ['0px', '0px']);
      assert.deepEqual(await fades(1), ['0px', '32px']);
      await element(1).evaluate((each) => each.scrollTo({ left: each.scrollWidth }));
      assert.deepEqual(await fades(1), ['32px', '0px']);
      assert.notEqual(await element(1).evaluate((each) => getComputedStyle(each).maskImage), 'none');
    });

  it('shows the target of a link on keyboard focus', async () => {
    await panel.send(
      session({ messages: [question(), reply({ text: '[https://trusted.example](https://a.example/b)' })] }),
    );
    const link = panel.page.getByRole('link');
    await panel.page.getByRole('log').focus();
    while (!(await link.evaluate((each) => each === document.activeElement))) await panel.page.keyboard.press('Tab');
    await panel.page.waitForFunction(() => getComputedStyle(document.activeElement!, '::after').content !== 'none');
    const shown = await link.evaluate((each) => getComputedStyle(each, '::after').content);
    assert.match(shown, /^"https:\/\/a\.example\/b"/);
    assert.equal(await link.getAttribute('title'), 'https://a.example/b');
    // Otherwise, the part would cut the address off.
    const containment = async () => link.evaluate((each) => getComputedStyle(each.closest('.part')!).contain);
    assert.equal(await containment(), 'layout');
    await panel.page.getByRole('textbox', { name: 'Message' }).focus();
    assert.equal(await containment(), 'content');
  });

  it('highlights code in many languages within the content security policy', async () => {
    const languages = [
      'ts',
      'tsx',
      'python',
      'go',
      'rust',
      'java',
      'c++',
      'c#',
      'php',
      'ruby',
      'swift',
      'bash',
      'powershell',
      'html',
      'sql',
      'yaml',
      'vue',
      'kotlin',
    ];
    const samples = languages.map(
      (language) => `\`\`\`${language}\n<p class="a">if (x) return "a";</p>\n# if function class "b" 1\n\`\`\`\n`,
    );
    for (const [index, text] of samples.entries()) {
      await panel.send(session({ messages: [question(), reply({ text })] }));
      await panel.page.locator('[class^=token-]').first().waitFor();
      assert.equal(await panel.page.locator('.code-language').innerText(), languages[index]);
    }
  });

  it('is shown as plain text if it cannot be formatted, without effects on other replies', async () => {
    const faulty = await harness.open();
    await faulty.page.evaluate(() => {
      const create: (tag: string) => HTMLElement = Reflect.get(document, 'createElement');
      Object.assign(document, {
        createElement: (tag: string) => {
          if (tag === 'hr') throw new Error('no rule');
          return create.call(document, tag);
        },
      });
    });
    const ruled = 'Above.\n\n---\n\n**Below**';
    await faulty.send(
      session({
        messages: [
          question(),
          reply({ id: 'whole', text: ruled }),
          reply({ id: 'good', text: '**Good**' }),
          reply({ state: 'streaming' }),
        ],
      }),
    );
    const texts = faulty.page.locator('.markdown');
    await faulty.send({ type: 'didAppendText', responseId: 'r1', part: 'text', text: 'First.\n\n---\n\nSec' });
    await texts.nth(2).getByText('Sec').waitFor();
    await faulty.send({ type: 'didAppendText', responseId: 'r1', part: 'text', text: 'ond **word**' });
    await faulty.send(replyChange({ state: 'complete' }));
    const shown = (text: string) => `This text couldn’t be formatted.\n\n${text}`;
    assert.equal(await texts.nth(0).innerText(), shown(ruled));
    assert.equal(await texts.nth(1).locator('strong').innerText(), 'Good');
    assert.equal(await texts.nth(2).innerText(), shown('First.\n\n---\n\nSecond **word**'));
    assert.equal(faulty.problems.length, 2);
    await faulty.close();
  });

  async function stream(text: string, size: number): Promise<void> {
    await panel.page.evaluate(
      async ([whole, step]) => {
        for (let position = 0; position < whole.length; position += step) {
          const data = {
            type: 'didAppendText',
            responseId: 'r1',
            part: 'text',
            text: whole.slice(position, position + step),
          };
          window.dispatchEvent(new MessageEvent('message', { data }));
          await new Promise(requestAnimationFrame);
        }
      },
      [text, size] as const,
    );
  }
});

/** Returns a Markdown table with one row of wide cells. */
function tableOf(columns: number): string {
  const cells = `| ${'aVeryLongWordInACell | '.repeat(columns)}`;
  return `${cells}\n|${'---|'.repeat(columns)}\n${cells}`;
}

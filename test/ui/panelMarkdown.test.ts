import assert from 'node:assert/strict';
import { markdownSamples } from '../unit/webview/markdownSamples.ts';
import { startPanelHarness, type PanelHarness, type PanelPage } from './panelHarness.ts';
import { longText, question, reply, session } from './panelStates.ts';

describe('the text of a reply', () => {
  let harness: PanelHarness;
  let panel: PanelPage;

  before(async () => {
    harness = await startPanelHarness();
  });

  after(async () => harness.dispose());

  beforeEach(async () => {
    // Tall enough for everything to be on the screen: only that is coloured.
    panel = await harness.open({ height: 5000 });
  });

  afterEach(async () => {
    await panel.close();
    assert.deepEqual(panel.problems, []);
  });

  for (const [name, text] of Object.entries({ ...markdownSamples, 'a long reply': longText() })) {
    it(`is the same page in pieces as in one: ${name}`, async () => {
      await panel.send(session({ messages: [question(), reply({ id: 'whole', text }), reply({ id: 'r1', state: 'streaming' })] }));
      await stream(text, 7);
      await panel.send({ type: 'didChangeReply', responseId: 'r1', state: 'complete', footer: '' });
      await panel.page.waitForFunction(() => {
        const [whole, streamed] = [...document.querySelectorAll('.markdown')].map((each) => each.cloneNode(true));
        whole?.normalize();
        streamed?.normalize();
        return whole?.isEqualNode(streamed ?? null);
      });
    });
  }

  it('keeps the nodes of finished blocks, list items and lines of code', async () => {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await stream('First.\n\n- one\n- two\n- three\n\n```ts\nconst a = 1;\nconst b = 2;\n', 1000);
    await panel.page.locator('.token-keyword').first().waitFor();
    const stable = '.markdown > p, .markdown > ul *, .code-block, [class^=token]';
    const before = await panel.page.evaluate((selector) => {
      const nodes = [...document.querySelectorAll(selector)];
      for (const each of nodes) Object.assign(each, { isOld: true });
      return nodes.length;
    }, stable);
    await stream('const c = 3;\n```\n\n- new\n\nLast.', 3);
    await panel.send({ type: 'didChangeReply', responseId: 'r1', state: 'complete', footer: '' });
    await panel.page.locator('.token-keyword').nth(2).waitFor();
    const kept = await panel.page.evaluate(
      (selector) => [...document.querySelectorAll(selector)].filter((each) => 'isOld' in each).length,
      stable,
    );
    assert.ok(before > 8);
    assert.equal(kept, before);
  });

  it('keeps a selection in the paragraph that is growing', async () => {
    await panel.send(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await stream('The beginning of a **paragraph** that', 1000);
    await panel.page.getByText('The beginning').waitFor();
    await panel.page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('.markdown strong')!));
    await stream(' goes on and on', 2);
    await panel.page.getByText('on and on').waitFor();
    assert.equal(await panel.page.evaluate(() => getSelection()?.toString()), 'paragraph');
  });

  it('colours every language it knows, without breaking the page’s policy', async () => {
    const languages = ['ts', 'tsx', 'python', 'go', 'rust', 'java', 'c++', 'c#', 'php', 'ruby', 'swift', 'bash', 'powershell', 'html', 'sql', 'yaml', 'vue', 'kotlin'];
    const samples = languages.map((language) => `\`\`\`${language}\n<p class="a">if (x) return "a";</p>\n# if function class "b" 1\n\`\`\`\n`);
    for (const [index, text] of samples.entries()) {
      await panel.send(session({ messages: [question(), reply({ text })] }));
      await panel.page.locator('[class^=token-]').first().waitFor();
      assert.equal(await panel.page.locator('.code-language').innerText(), languages[index]);
    }
  });

  async function stream(text: string, size: number): Promise<void> {
    await panel.page.evaluate(
      async ([whole, step]) => {
        for (let position = 0; position < whole.length; position += step) {
          const data = { type: 'didAppendText', responseId: 'r1', text: whole.slice(position, position + step) };
          window.dispatchEvent(new MessageEvent('message', { data }));
          await new Promise(requestAnimationFrame);
        }
      },
      [text, size] as const,
    );
  }
});

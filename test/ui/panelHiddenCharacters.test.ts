import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describePanel } from './describePanel.ts';
import { question, reply, session, text } from './panelMessages.ts';
import { selectionCodeLoaded } from './selectionCodeLoaded.ts';

/** `if (ok)` is part of the comment. If the hidden characters took effect, `if (ok)` would look like code. */
const code = 'if (isAdmin) {\n  /* \u202e } \u2066if (ok)\u2069 \u2066 begin */ run\u200b();\u001b[0m\n}';
const marked = ['U+202E', 'U+2066', 'U+2069', 'U+2066', 'U+200B', 'U+001B'];

describePanel('hidden characters', ({ open, view, button, postedOf, answer, announcements }) => {
  const block = (): Locator => view().page.locator('.code-block code');
  const inline = (): Locator => view().page.locator('.markdown p > code');
  const marks = (within: Locator): Locator => within.locator('.hidden-character');
  const codes = async (within: Locator): Promise<readonly (string | undefined)[]> =>
    // Finds the marks and reads them in one step, because highlighting replaces the nodes of a line.
    within.evaluate((root) =>
      [...root.querySelectorAll('.hidden-character')].map((each) =>
        getComputedStyle(each, '::before').content.replaceAll('"', ''),
      ),
    );
  const openReply = async (source: string): Promise<void> => {
    await open(session({ messages: [question(), reply({ text: source })] }));
  };

  it('are marked in a highlighted code block', async () => {
    await openReply(`\`\`\`ts\n${code}\n\`\`\`\n`);
    await block().locator('[class^=token-] .hidden-character').first().waitFor();
    await marks(block())
      .nth(marked.length - 1)
      .waitFor();
    assert.deepEqual(await codes(block()), marked);
    assert.equal(await block().textContent(), code);
  });

  it('are marked in a code block while the code is received', async () => {
    await open(session({ messages: [question(), reply({ state: 'streaming', text: '```\n' })] }));
    for (const piece of ['a\u202e', '\u200b👩', '\u200d', '💻b\u200d', 'c\u001b']) await view().send(text(piece));
    await marks(block()).nth(3).waitFor();
    assert.deepEqual(await codes(block()), ['U+202E', 'U+200B', 'U+200D', 'U+001B']);
    assert.equal(await block().textContent(), 'a\u202e\u200b👩\u200d💻b\u200dc\u001b');
  });

  it('are marked in inline code and in attached code, but not in prose', async () => {
    await open(
      session({
        messages: [
          { ...question(), attachments: [{ id: 'a', label: 'a.ts', size: '', code: 'a\u202eb' }] } as never,
          reply({ text: 'Pro\u00adse with `a\u202eb`, and `c👩\u200d💻`.' }),
        ],
      }),
    );
    await marks(view().page.locator('.markdown')).first().waitFor();
    assert.deepEqual(await codes(view().page.locator('.markdown')), ['U+202E']);
    await view().page.locator('.attachment summary').click();
    await marks(view().page.locator('.attachment')).waitFor();
    assert.deepEqual(await codes(view().page.locator('.attachment')), ['U+202E']);
  });

  it('cannot place letters over code: text that extends into a code block is painted below it', async () => {
    const prose = 'Some text. '.repeat(20);
    await openReply(`${prose}\n\n\`\`\`\nrun()\n\`\`\`\n\n${prose}`);
    const { page } = view();
    await block().waitFor();
    // A font that stacks combining marks extends the text in the same way.
    await page.locator('.markdown p').evaluateAll((paragraphs: readonly HTMLElement[]) => {
      for (const paragraph of paragraphs) paragraph.style.margin = '-30px 0';
    });
    const found = await page.locator('.code-block').evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
      return shares.flatMap((x) =>
        shares.map((y) => element.contains(document.elementFromPoint(left + x * width, top + y * height))),
      );
    });
    assert.deepEqual(new Set(found), new Set([true]));
  });

  it('are marked in the details of an error', async () => {
    await open(
      session({
        messages: [
          question(),
          reply({
            state: 'failed',
            notice: {
              severity: 'error',
              text: 'Failed.',
              details: 'body: a\u202eb\u001b[0m',
              actions: [{ id: 'showDetails', label: 'Show details' }],
            },
          }),
        ],
      }),
    );
    assert.deepEqual(await codes(view().page.locator('.notice-details')), ['U+202E', 'U+001B']);
  });

  it('do not change the order of the displayed code', async () => {
    await openReply(`\`\`\`\n${code}\n\`\`\`\n\nInline \`a\u202ebc \u2067de\u2069\` end.`);
    await marks(block()).last().waitFor();
    await marks(inline()).last().waitFor();
    for (const place of [block(), inline()]) assert.ok(await isInOrder(place));
  });

  it('have a name for screen readers, and a tooltip', async () => {
    await openReply('Call `a\u202e`.');
    const mark = view().page.getByRole('img', { name: 'U+202E right-to-left override' });
    assert.equal(await mark.getAttribute('title'), 'U+202E right-to-left override');
  });

  it('get at most 1,000 marks in a code block; each further hidden character is replaced by U+FFFD', async () => {
    await openReply(`\`\`\`\n${'a\u202e'.repeat(15_000)}\n\`\`\`\n`);
    await marks(block()).nth(999).waitFor({ state: 'attached' });
    assert.equal(await marks(block()).count(), 1_000);
    assert.equal(await block().textContent(), 'a\u202e'.repeat(1_000) + 'a\ufffd'.repeat(14_000));
  });

  it('are posted unchanged when code is copied; “Copied” is shown only if the extension has copied the code', async () => {
    await openReply(`\`\`\`ts\n${code}\n\`\`\`\n`);
    await button('Copy code').click();
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: code, kind: 'code' }]);
    await answer('copyText', false);
    await button('Copy code').click();
    await answer('copyText', true);
    await view().page.getByTitle('Copied').waitFor();
    assert.deepEqual(await announcements(), ['Copied']);
  });

  it('make the panel copy the whole reply as code instead of prose', async () => {
    const source = 'Call `a\u200b`.';
    await openReply(source);
    await marks(inline()).waitFor();
    await button('Copy reply').click();
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: source, kind: 'code' }]);
  });

  it('are copied by the extension instead of the browser if the selection contains them', async () => {
    await openReply(`Text.\n\n\`\`\`ts\n${code}\n\`\`\`\n`);
    await marks(block()).last().waitFor();
    assert.equal(await copyEvent(view().page.locator('.markdown p')), 'copied by the browser');
    assert.equal(await copyEvent(block()), 'not copied by the browser');
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: code, kind: 'code' }]);
    await answer('copyText', true);
  });

  it('are copied as prose with a few selected words, even if there is code with hidden characters elsewhere', async () => {
    await openReply('A\u200d word\u202e.\n\nCall `a\u200b`.\n\nAnother\u202e word.');
    await marks(inline()).waitFor();
    const paragraph = view().page.locator('.markdown p').last();
    // A selection by mouse loads the code that finds selected marks.
    await view().page.evaluate(() => document.dispatchEvent(new Event('selectstart')));
    await selectionCodeLoaded(view());
    assert.equal(await copyEvent(paragraph), 'not copied by the browser');
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: 'Another\u202e word.', kind: 'prose' }]);
  });
});

/** Selects the content of an element and dispatches a `copy` event. Resolves with whether the browser would copy. */
async function copyEvent(element: Locator): Promise<string> {
  return element.evaluate((each) => {
    getSelection()!.selectAllChildren(each);
    const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true });
    return each.dispatchEvent(event) ? 'copied by the browser' : 'not copied by the browser';
  });
}

/** True if in each line, each visible character is to the right of the previous visible character. */
async function isInOrder(code: Locator): Promise<boolean> {
  return code.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let [x, y] = [0, 0];
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text;
      for (let index = 0; index < node.length; index += 1) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        if (Math.abs(box.y - y) < box.height / 2 && box.x < x) return false;
        [x, y] = [box.x, box.y];
      }
    }
    return true;
  });
}

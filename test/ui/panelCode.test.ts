import assert from 'node:assert/strict';
import type { DidChangeEditor } from '../../src/common/protocol/editorProtocol.ts';
import { codeKey } from '../../src/common/code/codeKey.ts';
import { describePanel } from './describePanel.ts';
import { frames } from './frames.ts';
import { question, reply, replyChange, session, text as appended } from './panelMessages.ts';

const code = 'if (a) {\n\tb();\n\n  c("<&>");   \n}';
const text = `Some code:\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
const editorActions = ['Insert at cursor', 'Apply to editor'];
const completeCodeActions = [...editorActions, 'New file'];

describePanel('a code block', ({ open, view, button, postedOf, announcements }) => {
  it('posts its exact source when one of its buttons is clicked', async () => {
    await open(session({ messages: [question(), reply({ text })] }), editor());
    for (const name of ['Copy code', ...completeCodeActions]) await button(name).click();
    const types = ['copyText', 'insertCode', 'applyCode', 'newFile'] as const;
    assert.deepEqual((await Promise.all(types.map(postedOf))).flat(), [
      { type: 'copyText', text: code, kind: 'code' },
      { type: 'insertCode', code },
      { type: 'applyCode', code, info: 'ts', replyId: 'r1' },
      { type: 'newFile', code, language: 'ts' },
    ]);
  });

  it('shows in a tooltip what a button does or why it is disabled, and announces the reason on a press', async () => {
    await open(session({ messages: [question(), reply({ text })] }), editor());
    for (const name of completeCodeActions) assert.equal(await button(name).getAttribute('aria-disabled'), null);
    assert.equal(await button('Insert at cursor').getAttribute('title'), 'Insert at cursor\nInserts into total.ts.');
    const hint = 'Open a file in an editor first.';
    await view().send({
      type: 'didChangeEditor',
      insert: { isPossible: false, hint },
      apply: { isPossible: false, hint },
      applied: [],
    });
    for (const name of editorActions) {
      assert.equal(await button(name).getAttribute('aria-disabled'), 'true');
      assert.equal(await button(name).getAttribute('aria-description'), hint);
      assert.equal(await button(name).getAttribute('title'), `${name}\n${hint}`);
      await button(name).press('Enter');
    }
    assert.ok((await announcements()).includes(hint));
    assert.deepEqual(await postedOf('insertCode'), []);
    assert.equal(await button('New file').getAttribute('aria-disabled'), null);
  });

  it('changes the buttons of 3,000 code blocks in several tasks', async () => {
    const fences = '```\na\n```\n'.repeat(1_000);
    const messages = [1, 2, 3].map((id) => reply({ id: String(id), text: fences }));
    const { page } = await open(session({ messages: [question(), ...messages] }));
    await page.waitForFunction(() => document.querySelectorAll('.code-toolbar').length === 3_000);
    const first = await page.evaluate(
      async (change) =>
        new Promise((resolve) => {
          const enabled = '[aria-label="Insert at cursor"]:not([aria-disabled])';
          new MutationObserver(() => resolve(document.querySelectorAll(enabled).length)).observe(document.body, {
            subtree: true,
            attributeFilter: ['aria-disabled'],
          });
          window.postMessage(change);
        }),
      editor(),
    );
    assert.ok(Number(first) < 2_000, `${String(first)} in the first task`);
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-label="Insert at cursor"]:not([aria-disabled])').length === 3_000,
    );
  });

  it('enables only Copy code while the block streams, and all buttons after the fence is closed', async () => {
    await open(
      session({ messages: [question(), reply({ state: 'streaming', text: '```ts\nconst a = 1;' })] }),
      editor(),
    );
    for (const name of completeCodeActions)
      await view().page.locator(`[aria-label="${name}"][aria-disabled=true][title$="complete."]`).waitFor();
    await button('New file').press('Enter');
    await button('Copy code').click();
    assert.deepEqual(
      (await view().posted()).map(({ type }) => type),
      ['copyText'],
    );
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: 'const a = 1;', kind: 'code' }]);
    await view().send({ type: 'didAppendText', responseId: 'r1', part: 'text', text: '\nb();\n```\n\nAnd' });
    for (const name of completeCodeActions)
      await view().page.locator(`[aria-label="${name}"]:not([aria-disabled])`).waitFor();
    await button('New file').press('Enter');
    assert.deepEqual(await postedOf('newFile'), [{ type: 'newFile', code: 'const a = 1;\nb();', language: 'ts' }]);
  });

  it('is applied whole if its reply was cut within the code and continued', async () => {
    const cut = reply({ state: 'incomplete', text: '```ts\nconst first = 1;\nconst sec' });
    const { send } = await open(session({ messages: [question(), cut] }), editor());
    await button('Apply to editor').click();
    await send(replyChange({ state: 'streaming' }));
    await send(appended('ond = 2;\n```\n'));
    await send(replyChange({ state: 'complete' }));
    await button('Apply to editor').click();
    assert.deepEqual(
      (await postedOf('applyCode')).map((each) => 'code' in each && each.code),
      ['const first = 1;\nconst sec', 'const first = 1;\nconst second = 2;'],
    );
  });

  it('enables all buttons when the reply ends before the fence is closed', async () => {
    await open(
      session({ messages: [question(), reply({ state: 'streaming', text: '```ts\nconst a = 1;' })] }),
      editor(),
    );
    await view().send(replyChange({ state: 'stopped' }));
    for (const name of completeCodeActions)
      await view().page.locator(`[aria-label="${name}"]:not([aria-disabled])`).waitFor();
  });

  it('acts once on a double click', async () => {
    await open(session({ messages: [question(), reply({ text })] }), editor());
    await button('Insert at cursor').dblclick();
    assert.equal((await postedOf('insertCode')).length, 1);
  });

  it('keeps its buttons at the top of the view when its beginning is scrolled out of view', async () => {
    const long = Array.from({ length: 200 }, (_, line) => `line(${line});`).join('\n');
    await open(session({ messages: [question(), reply({ text: `\`\`\`js\n${long}\n\`\`\`\n\nThe end.` })] }), editor());
    const log = view().page.getByRole('log');
    await log.evaluate((element) => element.scrollTo({ top: 1500, behavior: 'instant' }));
    await frames(view().page, 2);
    const [top, bar] = await Promise.all(
      [log, view().page.locator('.code-toolbar')].map(async (each) => (await each.boundingBox())!.y),
    );
    assert.equal(bar, top);
    await button('Copy code').click();
  });

  it('uses the token colours of the theme, and keeps its DOM nodes when the colours change', async () => {
    await open(session({ messages: [question(), reply({ text })] }));
    const colorOf = async (word: string) =>
      view()
        .page.locator('[class^=token-]', { hasText: word })
        .first()
        .evaluate((each) => getComputedStyle(each).color);
    await view().page.locator('[class^=token-]', { hasText: 'if' }).waitFor();
    const own = await colorOf('if');
    const coloured = await view().page.evaluateHandle(() => [...document.querySelectorAll('[class^=token-]')]);
    await view().send({
      type: 'didChangeTokenColors',
      rules: [{ scope: ['keyword.control'], foreground: '#0a0b0c', fontStyle: 'bold' }],
    });
    await view().page.waitForFunction(() =>
      [...document.querySelectorAll('[class^=token-]')].some(
        (each) => getComputedStyle(each).color === 'rgb(10, 11, 12)',
      ),
    );
    assert.equal(await colorOf('if'), 'rgb(10, 11, 12)');
    await view().send({ type: 'didChangeTokenColors' });
    await view().page.waitForFunction(
      (color) =>
        [...document.querySelectorAll('[class^=token-]')].some((each) => getComputedStyle(each).color === color),
      own,
    );
    assert.ok(
      await coloured.evaluate((all) => all.every((each) => each.isConnected && each.className.startsWith('token-'))),
    );
  });

  it('stays readable if highlighting a line would take years, and later code still gets its colours', async () => {
    const hostile = `return 1;\na${'* '.repeat(100)}\nreturn 2;`;
    await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    const { page } = view();
    const blocks = page.locator('.code-block code');
    for (const piece of ['```cs\n', ...hostile.match(/[^]{1,40}/g)!, '\n```\n\n```cs\n', code, '\n```\n']) {
      await view().send(appended(piece));
      await frames(page, 1);
    }
    await view().send(replyChange({ state: 'complete' }));
    await blocks.nth(1).locator('[class^=token-]', { hasText: 'if' }).waitFor();
    assert.deepEqual(await blocks.allTextContents(), [hostile, code]);
    assert.equal(await blocks.nth(0).locator('[class^=token-]', { hasText: '2' }).count(), 0);
    const later = `\n\`\`\`cs\n${hostile}\n\`\`\`\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
    await view().send(session({ messages: [question(), reply({ text: later })] }));
    await blocks.nth(1).locator('[class^=token-]', { hasText: 'if' }).waitFor();
    assert.deepEqual(await blocks.allTextContents(), [hostile, code]);
  });

  it('shows long lines in parts of at most 501 characters, and loses no text while the text is received', async () => {
    const source = ['short', '😀'.repeat(3_000), 'b', `\u202e${'c'.repeat(2_100)}\u202e${'d'.repeat(900)}`, 'e'].join(
      '\n',
    );
    const reading = async () => view().page.locator('.code-block code').textContent();
    await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
    await view().send(appended('```ts\n'));
    for (let start = 0; start < source.length; start += 499) {
      await view().send(appended(source.slice(start, start + 499)));
      await frames(view().page, 2);
    }
    await view().send(appended('\n```\n'), replyChange({ state: 'complete' }));
    await view().page.waitForFunction(
      (text) => document.querySelector('.code-block code')?.textContent === text,
      source,
    );
    const lengths = await view().page.evaluate(() =>
      [...document.querySelectorAll('.line-part')].map(({ textContent }) => textContent.length),
    );
    assert.ok(lengths.length >= 6_000 / 501);
    assert.ok(lengths.every((length) => length <= 501));
    assert.equal(await reading(), source);
  });

  for (const language of ['', 'ts']) {
    it(`shows lines in groups of at most 40, and loses no text while the text is received: ${language || 'no language'}`, async () => {
      const code = Array.from({ length: 170 }, (_, index) => `const a${index} = 'a\u200b';`).join('\n');
      const { page, send } = await open(session({ messages: [question(), reply({ state: 'streaming' })] }));
      const source = `\`\`\`${language}\n${code}\n\`\`\`\n`;
      for (let start = 0; start < source.length; start += 97) await send(appended(source.slice(start, start + 97)));
      await send(replyChange({ state: 'complete' }));
      await page.locator('.code-block .hidden-character').nth(169).waitFor();
      await page.waitForFunction(
        (isPlain) => isPlain || document.querySelector('.code-block .lines:last-child')?.textContent === '',
        language === '',
      );
      const groups = await page.evaluate(() =>
        [...document.querySelectorAll('.code-block .lines')].map(({ textContent }) => textContent),
      );
      assert.equal(groups.join(''), code);
      assert.deepEqual(
        groups.map((each) => each.split('\n').length - 1).filter((count) => count > 0),
        [40, 40, 40, 40, 9],
      );
    });
  }

  it('says that it is applied, with a button that undoes this, only while its change is in its file', async () => {
    await open(
      session({ messages: [question(), reply({ text })] }),
      editor([codeKey('r2', code), codeKey('r1', `${code} `)]),
    );
    assert.equal(await button('Undo').count(), 0);
    assert.deepEqual(await announcements(), []);
    await view().send(editor([1, codeKey('r1', code)]));
    assert.equal(await button('Applied').getAttribute('title'), 'Applied');
    await button('Undo').press('Enter');
    assert.deepEqual(await postedOf('undoApplied'), [{ type: 'undoApplied', code, replyId: 'r1' }]);
    await view().send(editor());
    assert.ok(await button('Apply to editor').evaluate((each) => each === document.activeElement));
    assert.equal(await button('Undo').count(), 0);
    await view().send(editor([codeKey('r1', code)]));
    const said = ['The code was applied.', 'The change was undone.', 'The code was applied.'];
    assert.deepEqual(
      (await announcements()).filter((each) => /applied|undone/.test(each)),
      said,
    );
    await button('Applied').click();
    assert.equal((await postedOf('applyCode')).length, 1);
  });

  it('is inserted into a terminal if it is a complete command of one line, and else applied like other code', async () => {
    const commands = ['npm test', '$ npm test'];
    const others = ['npm ci\nnpm test', 'npm test\u0007', 'echo a\u2028\necho b'];
    const fence = (language: string, each: string) => `\`\`\`${language}\n${each}\n\`\`\`\n\n`;
    const all = [...commands, ...others].map((each) => fence('bash', each)).join('') + fence('js', 'npm');
    await open(session({ messages: [question(), reply({ text: all })] }), editor());
    for (const index of commands.keys()) await button('Insert into Terminal').nth(index).click();
    assert.deepEqual(
      await postedOf('insertIntoTerminal'),
      commands.map((each) => ({ type: 'insertIntoTerminal', code: each })),
    );
    assert.deepEqual([await button('Insert into Terminal').count(), await button('Apply to editor').count()], [2, 4]);
    await open(session({ messages: [question(), reply({ state: 'streaming', text: '```sh\nnpm test' })] }), editor());
    assert.equal(await button('Insert into Terminal').count(), 0);
  });

  it('is applied, and is no command for a terminal, if the text after the fence names its file', async () => {
    const named = ['sh title="run.sh"', 'bash:scripts/run.sh', 'sh scripts/run.sh', 'sh {file=bin/run}'];
    const others = ['sh', 'bash copy', 'sh {1}', 'sh title="Terminal"', 'sh title="Run it."'];
    const text = [...named, ...others].map((info) => `\`\`\`${info}\nnpm test\n\`\`\`\n\n`).join('');
    await open(session({ messages: [question(), reply({ text })] }), editor());
    assert.equal(await button('Insert into Terminal').count(), others.length);
    for (const index of named.keys()) await button('Apply to editor').nth(index).click();
    assert.deepEqual(
      await postedOf('applyCode'),
      named.map((info) => ({ type: 'applyCode', code: 'npm test', info, replyId: 'r1' })),
    );
    assert.deepEqual(await postedOf('insertIntoTerminal'), []);
  });

  it('shows at most 40 characters of the name of its language, and posts no more', async () => {
    await open(session({ messages: [question(), reply({ text: `\`\`\`${'a'.repeat(10_000)}\ncode\n\`\`\`\n` })] }));
    assert.equal(await view().page.locator('.code-language').textContent(), 'a'.repeat(40));
    await button('New file').click();
    assert.deepEqual(await postedOf('newFile'), [{ type: 'newFile', code: 'code', language: 'a'.repeat(40) }]);
  });
});

function editor(applied: readonly number[] = []): DidChangeEditor {
  return {
    type: 'didChangeEditor',
    insert: { isPossible: true, hint: 'Inserts into total.ts.' },
    apply: {
      isPossible: true,
      hint: 'Applies to the file that the reply names, else to an attached file, else to total.ts. Shows the difference first.',
    },
    applied,
  };
}

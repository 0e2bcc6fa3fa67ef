import assert from 'node:assert/strict';
import type { MessageView, QuestionView } from '../../src/common/protocol/conversationProtocol.ts';
import { describePanel } from './describePanel.ts';
import { conversation, question, reply, replyChange, session, text } from './panelMessages.ts';
import { longText } from './panelTexts.ts';
import { paragraphs } from './scrolling.ts';

describePanel('the find bar', ({ open, view, box, button, postedOf, announcements }) => {
  const bar = () => view().page.getByRole('search', { name: 'Find' });
  const field = () => bar().getByRole('textbox', { name: 'Find' });
  const count = async () => bar().locator('.find-count').innerText();
  const find = async (words: string): Promise<string> => {
    await view().page.keyboard.press('Control+f');
    await field().fill(words);
    return count();
  };
  /** Returns the texts in a CSS highlight: all matches for `tally-find`, the current match for `tally-find-current`. */
  const highlighted = async (name = 'tally-find') =>
    view().page.evaluate((highlight) => {
      const ranges = [...(CSS.highlights.get(highlight) ?? [])] as readonly StaticRange[];
      return ranges.map((range) => {
        const live = document.createRange();
        live.setStart(range.startContainer, range.startOffset);
        live.setEnd(range.endContainer, range.endOffset);
        return live.toString();
      });
    }, name);

  it('receives the text that is typed while its code is loaded', async () => {
    const { page } = await open(session({ messages: conversation() }));
    const code = Promise.withResolvers<undefined>();
    await page.route('**/findBar-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('ke');
    code.resolve(undefined);
    await bar().getByRole('button', { name: 'Next match' }).waitFor();
    await page.keyboard.type('y');
    assert.equal(await field().inputValue(), 'key');
    assert.equal(await count(), '1 of 6');
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), '');
  });

  it('covers no match at the top of the conversation', async () => {
    const { page } = await open(
      session({
        messages: [
          { kind: 'question', id: 'q1', text: 'What does this do?', attachments: [] },
          reply({ text: longText() }),
        ],
      }),
    );
    assert.match(await find('What does this'), /^1 of/);
    const bottom = await bar().evaluate((each) => each.getBoundingClientRect().bottom);
    const top = await page.evaluate(() => {
      const [match] = [...CSS.highlights.get('tally-find-current')!] as readonly StaticRange[];
      return match!.startContainer.parentElement!.getBoundingClientRect().top;
    });
    assert.ok(top >= bottom, `the match is at ${top}, and the bar ends at ${bottom}`);
  });

  it('scrolls only the conversation, also when the keyboard focuses a message that is taller than the view', async () => {
    const messages = [question(), reply({ text: `A pin.\n\n${paragraphs(90)}A needle.` })];
    const { page } = await open(session({ messages }));
    // In VS Code, the document around the panel is a few pixels taller than its view.
    await page.evaluate(() => {
      document.documentElement.style.cssText = 'height: 100%; overflow: hidden';
      document.body.style.cssText += 'height: calc(100% + 5px); overflow: visible';
    });
    const scrolled = async () => page.evaluate(() => document.scrollingElement!.scrollTop);
    await find('pin');
    await find('needle');
    assert.equal(await scrolled(), 0);
    await page.keyboard.press('Escape');
    await box().focus();
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('article', { name: 'Reply' }).and(page.locator(':focus')).waitFor();
    assert.equal(await scrolled(), 0);
  });

  it('counts and highlights matches, ignoring case, without changing the DOM', async () => {
    const { page } = await open(session({ messages: conversation() }));
    const outline = async (): Promise<string> =>
      page.locator('.messages').evaluate((each) => new XMLSerializer().serializeToString(each));
    const before = await outline();
    assert.equal(await find('KEY'), '1 of 6');
    assert.deepEqual(
      (await highlighted()).map((each) => each.toLowerCase()),
      Array(6).fill('key'),
    );
    assert.deepEqual(await highlighted('tally-find-current'), ['key']);
    assert.equal(await outline(), before);
  });

  it('counts matches in messages of a long session that are drawn after the search', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => String(index));
    const messages = ids.map((id) => reply({ id, text: `Needle ${id}.\n\n${paragraphs(90)}` }));
    const { page, send } = await open(session({}));
    await find('');
    // Messages are drawn in animation frames.
    await page.evaluate(() => {
      const requestAnimationFrame = window.requestAnimationFrame.bind(window);
      const held: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => held.push(callback);
      const releaseFrames = () => {
        window.requestAnimationFrame = requestAnimationFrame;
        for (const callback of held) requestAnimationFrame(callback);
      };
      Object.assign(window, { releaseFrames });
    });
    await send(session({ messages }));
    await field().fill('needle');
    assert.doesNotMatch(await count(), /of 150$/);
    await page.evaluate(() => (window as unknown as { readonly releaseFrames: () => void }).releaseFrames());
    await page.getByText('Needle 0.').waitFor();
    await bar().getByText('of 150').waitFor();
  });

  it('finds text across the DOM nodes of a block, but not across blocks', async () => {
    await open(
      session({
        messages: [
          question(),
          reply({
            text: 'It is **bo**l`d` text\nthat goes on.\n\n- one\n- two\n\n```ts\nconst key = "a"; // done\n```',
          }),
        ],
      }),
    );
    assert.equal(await find('bold text that'), '1 of 1');
    assert.deepEqual(await highlighted(), ['bold textthat']);
    assert.equal(await find('bold text '), '1 of 1');
    assert.deepEqual(await highlighted(), ['bold text']);
    assert.equal(await find('onetwo'), 'No results');
    assert.equal(await find('key = "a"; //'), '1 of 1');
    assert.deepEqual(await highlighted(), ['key = "a"; //']);
  });

  it('moves to the next match by Enter and F3, to the previous match with Shift, and wraps around', async () => {
    const { page } = await open(session({ messages: conversation() }));
    await find('order');
    assert.equal(await count(), '1 of 1');
    await find('key');
    await page.keyboard.press('Enter');
    assert.equal(await count(), '2 of 6');
    await page.keyboard.press('F3');
    await button('Next match').click();
    assert.equal(await count(), '4 of 6');
    await page.keyboard.press('Shift+F3');
    await field().press('Shift+Enter');
    await field().press('Shift+Enter');
    await button('Previous match').click();
    assert.equal(await count(), '6 of 6');
    await button('Next match').click();
    assert.equal(await count(), '1 of 6');
    assert.deepEqual((await announcements()).at(-1), '1 of 6, Reply');
  });

  it('closes on Escape without stopping the reply, and returns the focus to the message box', async () => {
    const { page } = await open(session({ messages: [question(), reply({ state: 'streaming', text: 'It groups' })] }));
    await box().focus();
    await find('groups');
    await page.keyboard.press('Escape');
    assert.equal(await bar().isVisible(), false);
    assert.deepEqual(await highlighted(), []);
    assert.equal(await box().evaluate((each) => each === document.activeElement), true);
    assert.deepEqual(await postedOf('escape'), []);
    await page.keyboard.press('F3');
    assert.equal(await bar().isVisible(), false);
  });

  it('focuses the message of the match on Escape after a step, without scrolling, and names its author', async () => {
    const messages = [question(), reply({ text: `${paragraphs(40)}A needle.\n\n${paragraphs(40)}` })];
    const { page } = await open(session({ messages }));
    const scrolled = async () => page.getByRole('log').evaluate((each) => each.scrollTop);
    await box().focus();
    for (const [words, name] of [
      ['needle', 'Reply'],
      ['what would you', 'You'],
    ] as const) {
      await find(words);
      await page.keyboard.press('Enter');
      assert.equal((await announcements()).at(-1), `1 of 1, ${name}`);
      const before = await scrolled();
      await page.keyboard.press('Escape');
      await page.getByRole('article', { name }).and(page.locator(':focus')).waitFor();
      assert.equal(await scrolled(), before);
    }
    await box().focus();
    await find('needle');
    await page.keyboard.press('Enter');
    await field().fill('Paragraph');
    await page.keyboard.press('Escape');
    await box().and(page.locator(':focus')).waitFor();
  });

  it('finds text that streams in, and keeps the current match', async () => {
    const { page, send } = await open(
      session({ messages: [question(), reply({ state: 'streaming', text: 'One word.' })] }),
    );
    await find('word');
    assert.equal(await count(), '1 of 1');
    await send(text(' Another word, and a w'));
    await send(text('ord.\n\nA third **wo'));
    await send(text('rd**.'));
    await page.waitForFunction(() => document.querySelector('.find-count')?.textContent === '1 of 4');
    assert.deepEqual(await highlighted('tally-find-current'), ['word']);
    await page.keyboard.press('Enter');
    await send(text('\n\nword'), replyChange({ state: 'complete' }));
    await page.waitForFunction(() => document.querySelector('.find-count')?.textContent === '2 of 5');
    await send({ type: 'didDeleteExchange', ids: ['q1', 'r1'], sentence: 'Exchange deleted.' });
    await page.waitForFunction(() => document.querySelector('.find-count')?.textContent === 'No results');
  });

  it('scrolls a match into view, vertically and horizontally', async () => {
    const wide = `${'x'.repeat(400)} needle`;
    const messages: readonly MessageView[] = [
      question(),
      reply({ text: `\`\`\`text\n${wide}\n\`\`\`` }),
      ...Array.from({ length: 20 }, (_, index) => reply({ id: `more${index}`, text: 'Some words.\n\n'.repeat(20) })),
    ];
    const { page } = await open(session({ messages }));
    await find('needle');
    assert.equal(await count(), '1 of 1');
    // Polls, because syntax highlighting replaces the DOM nodes of code that comes into view. The find bar must then
    // find the match again.
    await page.waitForFunction(() => {
      const [range] = [...CSS.highlights.get('tally-find-current')!] as readonly StaticRange[];
      if (!range!.startContainer.isConnected || (range!.startContainer.textContent ?? '').length < range!.startOffset)
        return false;
      const live = document.createRange();
      live.setStart(range!.startContainer, range!.startOffset);
      live.setEnd(range!.endContainer, range!.endOffset);
      const { top, bottom, left, right } = live.getBoundingClientRect();
      const view = document.querySelector('.log')!.getBoundingClientRect();
      return top >= view.top && bottom <= view.bottom && left >= 0 && right <= window.innerWidth;
    });
  });

  it('scrolls a match out from under the find bar when the bar wraps in a narrow panel', async () => {
    const { page, resize } = await open(
      session({ messages: [question(), reply({ text: `${paragraphs(20)}A needle.\n\n${paragraphs(20)}` })] }),
    );
    await resize(200, 700);
    await find('needle');
    const gap = async (move: boolean) =>
      page.evaluate((isMoved) => {
        const { bottom } = document.querySelector('.find-bar')!.getBoundingClientRect();
        const needle = [...document.querySelectorAll('.part > p')].find((each) => each.textContent === 'A needle.')!;
        const log = document.querySelector('.log')!;
        if (isMoved) log.scrollTop += needle.getBoundingClientRect().top - (bottom - 8);
        return needle.getBoundingClientRect().top - bottom;
      }, move);
    assert.ok((await gap(true)) < 0);
    await page.keyboard.press('Enter');
    assert.ok((await gap(false)) >= 0);
  });

  it('finds text in collapsed parts, and expands the part that contains the current match', async () => {
    const { page } = await open(
      session({ messages: [question(), reply({ text: 'Yes.', reasoning: 'It is **about** maps.' })] }),
    );
    assert.equal(await find('about maps'), '1 of 1');
    await page.getByText('about', { exact: true }).waitFor();
    assert.equal(await find('new Map'), '1 of 1');
    await page.locator('.attachment[open] .code-block').waitFor();
  });

  it('finds no text of a question that its editor replaces, until the editor is closed', async () => {
    const instructions = (code: string) => ({ id: 'instructions', label: 'Instructions', code, size: '' });
    const asked = { ...(question() as QuestionView), text: 'Old key', attachments: [instructions('Old rule')] };
    const { send } = await open(session({ messages: [asked, reply({ text: 'An old map.' })] }));
    assert.equal(await find('old'), '1 of 3');
    await button('Edit message').click();
    await bar().getByText('of 2').waitFor();
    const estimate = { type: 'didChangeEditEstimate', questionId: 'q1', text: 'Free.' } as const;
    await send({ ...estimate, instructions: instructions('Old rule') });
    await send({ ...estimate, instructions: instructions('New rule') });
    await bar().getByText('of 1').waitFor();
    await button('Cancel').click();
    await bar().getByText('of 3').waitFor();
  });

  it('searches for the selected text on Ctrl+F, and makes the selection the current match', async () => {
    const { page } = await open(session({ messages: conversation() }));
    await page.getByText('undefined', { exact: true }).last().dblclick();
    await page.keyboard.press('Control+f');
    assert.equal(await field().inputValue(), 'undefined');
    assert.equal(await count(), '2 of 2');
  });

  it('finds code that contains a tab, but no match across lines of code', async () => {
    await open(session({ messages: [question(), reply({ text: '```\na\tb\nc\n```' })] }));
    assert.equal(await find('a\tb'), '1 of 1');
    assert.equal(await find('b c'), 'No results');
  });

  it('reads few text nodes when text streams in, even with many messages', async () => {
    const messages = Array.from({ length: 250 }, (_, index): readonly MessageView[] => [
      { kind: 'question', id: `q${index}`, text: 'What is a key?', attachments: [] },
      reply({ id: `r${index}`, text: longText() }),
    ]).flat();
    const { page, send } = await open(
      session({ messages: [...messages, question(), reply({ state: 'streaming', text: 'A' })] }),
    );
    // The first reply is drawn last.
    await page.locator('.reply').first().locator('.part').waitFor();
    await find('function');
    const before = await highlighted();
    assert.ok(before.length >= 250);
    const reads = await view().page.evaluate(async (shown) => {
      let count = 0;
      const original = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data')!;
      Object.defineProperty(CharacterData.prototype, 'data', {
        ...original,
        get(this: CharacterData) {
          if (this.parentElement?.closest('.code-block') === null) count += 1;
          return original.get!.call(this) as string;
        },
      });
      window.dispatchEvent(
        new MessageEvent('message', {
          data: { type: 'didAppendText', responseId: 'r1', part: 'text', text: ' function' },
        }),
      );
      // The find bar may wait before it updates its matches.
      while (CSS.highlights.get('tally-find')?.size === shown) await new Promise(requestAnimationFrame);
      Object.defineProperty(CharacterData.prototype, 'data', original);
      return count;
    }, before.length);
    // The page has more than 10,000 nodes. `reads` excludes nodes in code blocks, because highlighting also reads them.
    assert.ok(reads < 500, `${reads} nodes were read`);
    await send(replyChange({ state: 'complete' }));
    assert.equal((await highlighted()).length, before.length + 1);
  });

  it('seldom reads long code again while the code is highlighted, and finally finds all matches', async () => {
    const { page, send } = await open(session({ messages: [question()] }));
    await find('value');
    await page.evaluate(() => {
      const original = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data')!;
      Object.assign(window, { reads: 0 });
      Object.defineProperty(CharacterData.prototype, 'data', {
        ...original,
        get(this: CharacterData) {
          (window as unknown as { reads: number }).reads += 1;
          return original.get!.call(this) as string;
        },
      });
    });
    view().isolateTab();
    const code = "const value = 'one' + two(3);\n".repeat(4_000);
    await send(session({ messages: [question(), reply({ text: `\`\`\`ts\n${code}\`\`\`\n` })] }));
    await page.waitForFunction(
      () =>
        document.querySelectorAll('.lines').length > 90 && document.querySelector('.lines:last-child:empty') !== null,
    );
    await page.waitForFunction(
      () =>
        [...(CSS.highlights.get('tally-find') ?? [])].filter((each) => each.startContainer.isConnected).length ===
        4_000,
    );
    const { reads, spans } = await page.evaluate(() => ({
      reads: (window as unknown as { readonly reads: number }).reads,
      spans: document.querySelectorAll('.code-block span').length,
    }));
    // If each frame reads the code again, there are 40 reads for each span.
    assert.ok(reads <= 15 * spans, `${reads} reads of ${spans} spans`);
  });
});

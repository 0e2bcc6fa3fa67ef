import assert from 'node:assert/strict';
import { bookedConversation, estimated, reported } from './costStates.ts';
import { describePanel } from './describePanel.ts';
import { question, reply, replyChange, session, text } from './panelMessages.ts';
import { pauseClock } from './pauseClock.ts';

describePanel('the cost of a reply in the panel', ({ open, openWith, view, box, postedOf, answer, announcements }) => {
  const article = (index = 0) => view().page.getByRole('article', { name: 'Reply' }).nth(index);
  const line = (index = 0) => article(index).locator('.footer-text');
  const card = () => view().page.getByRole('tooltip');
  const runningCost = (tokens: number) =>
    ({
      type: 'didChangeCostSoFar',
      responseId: 'r1',
      footer: `≈$0.0012–0.0019 so far · ≈${tokens} tokens out`,
    }) as const;
  const explain = async (responseId: 'r1' | 'r2') => answer('explainCost', responseId === 'r1' ? reported : estimated);
  const requestedIds = async () =>
    (await postedOf('explainCost')).map((message) => ('responseId' in message ? message.responseId : ''));
  const described = async (index = 0) =>
    line(index).evaluate(
      (each) => document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    );

  it('changes while the reply streams, without a layout shift or an announcement', async () => {
    const { page } = await open(
      session({ messages: [question(), reply({ state: 'pending', activity: 'Connecting…' })] }),
    );
    assert.equal(await line().isVisible(), false);
    await view().send(replyChange({ state: 'streaming' }), text('It groups the items'));
    await article().getByText('It groups the items').waitFor();
    const places = async () =>
      page.evaluate(() =>
        ['.reply > .markdown', '.reply-footer', '.reply > .message-actions'].map((each) =>
          JSON.stringify(document.querySelector(each)?.getBoundingClientRect()),
        ),
      );
    const before = await places();
    const announced = await announcements();
    await page.evaluate(recordChanges);
    await view().send(runningCost(12));
    await view().send(runningCost(240), { ...runningCost(999), responseId: 'another' });
    await line().getByText('≈$0.0012–0.0019 so far · ≈240 tokens out').waitFor();
    assert.deepEqual(await places(), before);
    assert.deepEqual(await announcements(), announced);
    assert.equal(await line().evaluate((each) => each.closest('[aria-live]')?.getAttribute('aria-live')), 'off');
    assert.equal(await article().getAttribute('aria-busy'), 'true');
    assert.deepEqual(
      await page.evaluate(() => (window as unknown as { readonly changes: readonly string[] }).changes),
      ['characterData', 'characterData'],
    );
  });

  it('keeps its position when the reply ends, and ignores running costs after the final cost', async () => {
    await open(session({ messages: [question(), reply({ state: 'streaming', text: 'It groups' })] }), runningCost(240));
    const top = async () => (await article().locator('.reply-footer').boundingBox())?.y;
    const before = await top();
    const footer = '$0.0014 · 500 tokens in · 238 out';
    await view().send(replyChange({ state: 'complete', footer: runningCost(240).footer }));
    assert.equal(await top(), before);
    await view().send(replyChange({ state: 'complete', footer, cost: '$0.0050' }), runningCost(241));
    await line().getByText(footer).waitFor();
    assert.equal(await top(), before);
  });

  it('is below the three dots that show that the reply is still streaming', async () => {
    await open(session({ messages: [question(), reply({ state: 'streaming', text: 'It groups' })] }), runningCost(240));
    const dots = async (selector: string) =>
      article()
        .locator(selector)
        .evaluate((each) => {
          const { content, insetBlockStart } = getComputedStyle(each, '::before');
          return { isShown: content !== 'none', isAbove: Number.parseFloat(insetBlockStart) < 0 };
        });
    assert.deepEqual(await dots('.reply-footer'), { isShown: true, isAbove: true });
    assert.equal((await dots('.message-actions')).isShown, false);
    await view().send(replyChange({ state: 'complete', footer: runningCost(240).footer }));
    assert.equal((await dots('.reply-footer')).isShown, false);
  });

  it('opens its card after 500 ms of hover, and closes the card 200 ms after the pointer leaves it', async () => {
    const { page } = await open(bookedConversation());
    await pauseClock(view());
    await line().hover();
    await explain('r1');
    await page.clock.runFor(499);
    assert.equal(await card().count(), 0);
    await page.clock.runFor(1);
    await card().waitFor();
    const rows = await card().getByRole('row').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.replace(/\s+/g, ' ').trim()),
      [
        'Tokens Per million Cost',
        'Input 1,400 $2.00 $0.00280000',
        'Cached input 12,345 $0.25 $0.00308625',
        'Output 320 $8.00 $0.00256000',
        'Total $0.00844625',
      ],
    );
    await card().getByText('Tokens reported by the service. Cost calculated with your prices.').hover();
    await page.clock.runFor(10_000);
    assert.equal(await card().isVisible(), true);
    await box().hover();
    await page.clock.runFor(199);
    assert.equal(await card().isVisible(), true);
    await page.clock.runFor(1);
    await card().waitFor({ state: 'detached' });
    assert.deepEqual(await requestedIds(), ['r1']);
  });

  it('shows its own breakdown, even if the breakdown of a cost hovered earlier arrives late', async () => {
    await open(bookedConversation());
    await line(1).hover();
    await view().waitForPosted('explainCost');
    await line().hover();
    await explain('r1');
    await answer('explainCost', estimated, 0);
    await card().getByText('Tokens reported by the service. Cost calculated with your prices.').waitFor();
    assert.deepEqual(await requestedIds(), ['r2', 'r1']);
  });

  it('opens no card if the pointer leaves within half a second', async () => {
    const { page } = await open(bookedConversation());
    await pauseClock(view());
    await line().hover();
    await explain('r1');
    await page.clock.runFor(499);
    await box().hover();
    await page.clock.runFor(10_000);
    assert.equal(await card().count(), 0);
  });

  it('requests no breakdown while the reply streams', async () => {
    await open(
      session({ sessionId: 's2', messages: [question(), reply({ state: 'streaming', text: 'It' })] }),
      runningCost(3),
    );
    await line().hover();
    await line().click();
    assert.deepEqual(await requestedIds(), []);
  });

  it('opens its card on keyboard focus or Enter, is described by the card, and closes the card on Escape or Tab', async () => {
    const { page } = await open(bookedConversation());
    await article(1).getByRole('button', { name: 'Copy reply' }).focus();
    await page.keyboard.press('Shift+Tab');
    await explain('r2');
    await card().waitFor();
    assert.match(
      await described(1),
      /Cached input.*Total≈\$0\.070754–0\.492224Estimated from the text that was received/,
    );
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    assert.equal(await described(1), '');
    await line(1).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await explain('r2');
    await card().waitFor();
    await page.keyboard.press('Tab');
    await card().waitFor({ state: 'detached' });
    await article(1).getByRole('button', { name: 'Copy reply' }).and(page.locator(':focus')).waitFor();
    assert.deepEqual(await requestedIds(), ['r2', 'r2']);
  });

  it('closes only its card on Escape, and the next Escape returns the focus to VS Code', async () => {
    const { page } = await open(bookedConversation());
    await box().focus();
    await line().hover();
    await view().waitForPosted('explainCost');
    await explain('r1');
    await card().waitFor();
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    assert.deepEqual(await postedOf('returnFocus'), []);
    await page.keyboard.press('Escape');
    await view().waitForPosted('returnFocus');
  });

  it('is a tab stop only in the focused message', async () => {
    const { page } = await open(bookedConversation());
    await page.getByRole('log').focus();
    const stops: string[] = [];
    while (stops.length < 6) {
      const focused = await page.evaluateHandle(() => document.activeElement);
      await page.keyboard.press('Tab');
      await page.waitForFunction((earlier) => document.activeElement !== earlier, focused);
      stops.push(
        await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''),
      );
    }
    const cost = '≈$0.0707–0.4923 · ≈240,840 tokens in · ≈1,318 out · 1.4 s';
    assert.deepEqual(
      stops.map((stop) => stop.replaceAll('\u00a0', ' ')),
      ['Reply', cost, 'Copy reply', 'Delete exchange', 'Retry', 'Message'],
    );
  });

  for (const [width, height] of [
    [300, 520],
    [254, 520],
    [160, 260],
    [600, 520],
  ] as const) {
    it(`keeps its card within a panel of ${width} × ${height} px`, async () => {
      await openWith({ width, height });
      await view().send(bookedConversation());
      for (const index of [0, 1]) {
        await line(index).scrollIntoViewIfNeeded();
        await line(index).click();
        await explain(index === 0 ? 'r1' : 'r2');
        await card().waitFor();
        const outside = await card().evaluate((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          return (
            left < 0 ||
            top < 0 ||
            right > innerWidth ||
            bottom > innerHeight ||
            (innerWidth >= 254 && each.scrollWidth > each.clientWidth)
          );
        });
        assert.equal(outside, false);
      }
    });
  }

  it('aligns the right edge of its card with its own right edge in right-to-left layout', async () => {
    const { page } = await openWith({ width: 600 });
    await view().send(bookedConversation());
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await line().click();
    await explain('r1');
    await card().waitFor();
    const ends = await card().evaluate((each) => [
      each.getBoundingClientRect().right,
      each.previousElementSibling!.getBoundingClientRect().right,
    ]);
    assert.equal(Math.round(ends[0]!), Math.round(ends[1]!));
  });
});

function recordChanges(): void {
  const changes: string[] = [];
  new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  Object.assign(window, { changes });
}

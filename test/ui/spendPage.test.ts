import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { colorsAt, partsOfBar } from './chartPixels.ts';
import { describeSpendPage } from './describeSpendPage.ts';
import {
  emptyReport,
  estimated,
  longReport,
  month,
  nothingInPeriod,
  oneDay,
  reported,
  reportOf,
  thisMonth,
  today,
} from './spendReports.ts';
import { trackScheduledCalls, type TrackedWindow } from './scheduledCalls.ts';
import { show } from './spendStates.ts';

describeSpendPage('the Spend page', ({ open, view, button, tab, rows, queries, liveRegion }) => {
  const chart = () => view().page.getByRole('slider');
  /** Resolves with the box of the plot. The plot is replaced when its size changes, so a box may be missing at first. */
  const plotBox = async () => {
    for (;;) {
      const box = await view().page.locator('.u-over').boundingBox();
      if (box !== null) return box;
    }
  };
  const figure = async (name: string) =>
    view()
      .page.locator('.figure', { has: view().page.locator('dt', { hasText: name }) })
      .locator('dd')
      .first()
      .innerText();

  it('requests the current month at first, and says where spend is counted if nothing was spent', async () => {
    await open();
    assert.deepEqual(await queries(), [{ first: '2026-11-01' }]);
    await show(view(), emptyReport);
    await view().page.getByRole('heading', { name: 'Nothing spent yet' }).waitFor();
    assert.match(await view().page.locator('main').innerText(), /calculated and stored only on this computer/);
    assert.equal(await view().page.getByLabel('Period').isVisible(), false);
    await button('Open chat').click();
    assert.deepEqual((await view().posted()).at(-1), { type: 'openChat' });
  });

  it('focuses the heading when it opens, without an outline, because the heading is no control', async () => {
    await open(month);
    const heading = view().page.getByRole('heading', { name: 'Spend', exact: true }).and(view().page.locator(':focus'));
    assert.equal(await heading.evaluate((each) => getComputedStyle(each).outlineStyle), 'none');
  });

  it('shows estimated costs as ranges that are marked with ≈', async () => {
    await open(month);
    assert.equal(await figure('Spent'), '≈$1.49–2.21');
    assert.equal(await figure('Requests'), '105');
    assert.equal(await figure('Average per charged request'), '≈$0.0142–0.0210');
    assert.equal(await figure('Tokens in'), '≈945,000');
    assert.equal(await figure('Tokens out'), '≈94,500');
    assert.equal(await figure('From the cache'), 'at least 26%');
    assert.equal(await figure('This month’s projection'), '≈$2.14–3.15');
    assert.deepEqual(await view().page.locator('.notes li').allInnerTexts(), [
      'Balance: ≈$8.0600 of $10.00 left, recorded on November 1, 2026.',
      'Daily limit: $0.6000 of $1.00 spent.',
    ]);
  });

  it('shows reported costs as exact amounts', async () => {
    await open(reportOf(thisMonth, [{ day: today, spend: reported(4, 1000, 600, 500) }]));
    assert.equal(await figure('Spent'), '$0.0050');
    assert.equal(await figure('From the cache'), '60%');
    assert.equal(await view().page.locator('.figure .remark').first().innerText(), 'Tokens reported by the service');
  });

  it('shows the cached share as not known if it was not reported', async () => {
    await open(oneDay);
    assert.equal(await figure('From the cache'), 'not known');
  });

  it('draws a bar for each day with spend, with input above cached input above output, and hatches uncertain cost', async () => {
    await open(month);
    const bar = async (day: number) => partsOfBar(view(), (day - 0.5) / 21);
    assert.deepEqual(await bar(7), []);
    assert.deepEqual(await bar(3), ['input', 'cachedInput', 'output']);
    assert.deepEqual(await bar(4), ['hatched', 'input', 'output']);
    const inputColor = await view()
      .page.locator('.swatch.input')
      .evaluate((element) => getComputedStyle(element).color);
    const height = async (day: number) => {
      const colors = await colorsAt(view(), (day - 0.5) / 21);
      const first = colors.findIndex((color) => color === inputColor);
      return colors.length - first;
    };
    const heights = [await height(3), await height(9)];
    const [third, ninth] = month.days
      .filter(({ day }) => day === '2026-11-03' || day === '2026-11-09')
      .map(({ spend }) => spend.high);
    assert.ok(Math.abs(heights[0]! / heights[1]! - third! / ninth!) < 0.03, heights.join(' '));
  });

  it('shows amounts in the legend that add up to the high end of the cost', async () => {
    await open(month);
    const amounts = await view().page.locator('.legend-value').allInnerTexts();
    assert.deepEqual(amounts, ['≈$1.38', '≈$0.07', '≈$0.76', '≈$1.49–2.21']);
  });

  it('describes the bar under the pointer, or the bar that was chosen by keyboard', async () => {
    await open(month);
    const readout = view().page.locator('.chart-readout');
    assert.equal(await readout.innerText(), 'November 2026\n≈$1.49–2.21');
    const box = await plotBox();
    await view().page.mouse.move(box.x + (box.width * 2.5) / 21, box.y + 20);
    await readout.getByText('Tuesday, November 3, 2026').waitFor();
    assert.equal(await readout.locator('.chart-amount').innerText(), '$0.1771');
    assert.deepEqual(await view().page.locator('.legend li').allInnerTexts(), [
      'Input\n$0.0836',
      'Cached input\n$0.0143',
      'Output\n$0.0792',
      'Estimated range\n–',
    ]);
    await view().page.mouse.move(0, 0);
    await readout.getByText('November 2026', { exact: true }).waitFor();

    await chart().focus();
    assert.equal(await chart().getAttribute('aria-valuetext'), 'Saturday, November 21, 2026: $0.0805, requests: 5');
    await view().page.keyboard.press('ArrowLeft');
    assert.equal(
      await chart().getAttribute('aria-valuetext'),
      'Friday, November 20, 2026: ≈$0.1142–0.2268, requests: 9',
    );
    await view().page.keyboard.press('Home');
    await readout.getByText('Sunday, November 1, 2026').waitFor();
    assert.equal(await chart().getAttribute('aria-valuenow'), '0');
    await view().page.keyboard.press('ArrowLeft');
    assert.equal(await chart().getAttribute('aria-valuenow'), '0');
    await view().page.keyboard.press('End');
    await readout.getByText('Saturday, November 21, 2026').waitFor();
  });

  it('filters by a day on Enter or a click in the chart, and can remove the filter', async () => {
    await open(month);
    await chart().focus();
    await view().page.keyboard.press('Home');
    // Enter does nothing on November 7, a day without spend.
    for (let day = 1; day < 7; day++) await view().page.keyboard.press('ArrowRight');
    assert.match((await chart().getAttribute('aria-valuetext')) ?? '', /November 7, 2026: \$0,/);
    await view().page.keyboard.press('Enter');
    assert.deepEqual(await queries(), [{ first: '2026-11-01' }]);
    await view().page.keyboard.press('Home');
    await view().page.keyboard.press('Enter');
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-01', last: '2026-11-01' });
    await show(view(), { ...oneDay, query: { first: '2026-11-01', last: '2026-11-01' } });
    assert.equal(await chart().evaluate((element) => element === document.activeElement), true);
    assert.equal(await view().page.getByLabel('To', { exact: true }).inputValue(), '2026-11-01');
    await button('Remove the filter Days: Sunday, November 1, 2026').click();
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-01' });
    await show(view(), month);
    assert.equal(await view().page.locator('.chips').isVisible(), false);
    assert.equal(
      await view()
        .page.getByLabel('Period')
        .evaluate((element) => element === document.activeElement),
      true,
    );

    const box = await plotBox();
    await view().page.mouse.click(box.x + (box.width * 2.5) / 21, box.y + 20);
    await until(async () => (await queries()).at(-1)?.last, '2026-11-03');
  });

  it('requests the selected period, days and workspace', async () => {
    await open(month);
    const chosen = async (period: string) => {
      await view().page.getByLabel('Period').selectOption(period);
      return (await queries()).at(-1);
    };
    assert.deepEqual(await chosen('Last 7 days'), { first: '2026-11-15' });
    assert.deepEqual(await chosen('Last 30 days'), { first: '2026-10-23' });
    assert.deepEqual(await chosen('Last 90 days'), { first: '2026-08-24' });
    assert.deepEqual(await chosen('This year'), { first: '2026-01-01' });
    assert.deepEqual(await chosen('All'), {});
    await view().page.getByLabel('From', { exact: true }).fill('2026-11-20');
    await until(async () => (await queries()).at(-1)?.first, '2026-11-20');
    // Enters an end before the start, so that the page swaps the two days.
    await view().page.getByLabel('To', { exact: true }).fill('2026-11-03');
    await until(async () => (await queries()).at(-1)?.first, '2026-11-03');
    assert.equal((await queries()).at(-1)?.last, '2026-11-20');
    await view().page.getByLabel('Workspace', { exact: true }).selectOption('No workspace');
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-03', last: '2026-11-20', workspaceId: '' });
    await view().page.getByLabel('Workspace', { exact: true }).selectOption('tally-chat');
    assert.equal((await queries()).at(-1)?.workspaceId, 'w1');
    await view().page.getByLabel('Workspace', { exact: true }).selectOption('All workspaces');
    assert.equal((await queries()).at(-1)?.workspaceId, undefined);
  });

  it('accepts a typed date although its first digits form another date', async () => {
    await open(month);
    const [from, to] = [view().page.getByLabel('From', { exact: true }), view().page.getByLabel('To', { exact: true })];
    const asked = async (first: string, last: string) => {
      await until(async () => (await queries()).at(-1), { first, last });
      await show(view(), { ...month, query: { first, last } });
    };
    await from.fill('2026-11-20');
    await asked('2026-11-20', '2026-11-21');
    // Enters January, then December. When a user types 12 for December, the date field contains January after the
    // first digit.
    await to.fill('2026-01-03');
    await asked('2026-01-03', '2026-11-20');
    await to.fill('2026-12-03');
    await asked('2026-11-20', '2026-12-03');
    await to.fill('2026-11-03');
    await asked('2026-11-03', '2026-11-20');
    await view().page.getByLabel('Period').focus();
    assert.deepEqual([await from.inputValue(), await to.inputValue()], ['2026-11-03', '2026-11-20']);
  });

  it('ignores a report if its request is not the latest request', async () => {
    await open(month);
    await view().page.getByLabel('Period').selectOption('Last 7 days');
    await view().send({ type: 'didLoadReport', report: oneDay });
    assert.equal(await figure('Requests'), '105');
    await show(view(), { ...oneDay, query: { first: '2026-11-15' } });
    assert.equal(await figure('Requests'), '1');
  });

  it('requests the new month when a report says that a new month has begun', async () => {
    await open();
    await view().send({ type: 'didLoadReport', report: { ...month, today: '2026-12-01' } });
    await until(async () => (await queries()).at(-1)?.first, '2026-12-01');
  });

  it('announces the cost of a selected period once, but no updates', async () => {
    await open(month);
    assert.equal(await liveRegion().innerText(), '');
    await view().page.getByLabel('Period').selectOption('Last 7 days');
    await show(view(), { ...month, query: { first: '2026-11-15' } });
    assert.equal(await liveRegion().innerText(), 'Last 7 days: ≈$1.49–2.21 for 105 requests');
    await liveRegion().evaluate((line) => line.replaceChildren());
    await show(view(), { ...oneDay, query: { first: '2026-11-15' } });
    assert.equal(await liveRegion().innerText(), '');
    await view().page.getByLabel('Period').selectOption('This month');
    await show(view(), oneDay);
    assert.equal(await liveRegion().innerText(), 'November 2026: ≈$0.0036–0.0056 for 1 request');
  });

  it('says that nothing was spent in a period, and offers to show all', async () => {
    await open(nothingInPeriod);
    await view().page.getByText('Nothing was spent in this selection.').waitFor();
    await button('Show all').click();
    assert.deepEqual((await queries()).at(-1), {});
  });

  it('posts a message when Export as CSV… or Record balance… is clicked', async () => {
    await open(month);
    await button('Export as CSV…').click();
    await button('Record balance…').click();
    await view().waitForPosted('exportSpend');
    await view().waitForPosted('recordBalance');
  });

  // The header of the table does not name the unit of the prices, and must not change.
  it('names the units of the amounts and prices in the exported table', async () => {
    await open(month);
    assert.equal(
      await button('Export as CSV…').getAttribute('title'),
      'Amounts are in US dollars, and prices in US dollars per 1,000,000 tokens.',
    );
  });

  it('keeps the period, sorting, filter, table and scroll position across a reload', async () => {
    await open(month);
    await view().page.getByLabel('Period').selectOption('Last 30 days');
    const report = { ...month, query: { first: '2026-10-23' } };
    await show(view(), report);
    await tab('By session').click();
    await view().page.getByRole('columnheader', { name: 'Cost' }).filter({ visible: true }).getByRole('button').click();
    await view().page.getByRole('searchbox', { name: 'Filter rows' }).fill('tally');
    await view().page.evaluate(async () => {
      const ended = new Promise((resolve) => document.addEventListener('scrollend', resolve, { once: true }));
      window.scrollTo(0, 150);
      await ended;
    });
    const scrollTop = async () => view().page.evaluate(() => document.documentElement.scrollTop);
    const before = { rows: await rows(), scrollTop: await scrollTop() };
    assert.ok(before.scrollTop > 0);
    await view().reload();
    assert.deepEqual(await queries(), [{ first: '2026-10-23' }]);
    await show(view(), report);
    assert.deepEqual({ rows: await rows(), scrollTop: await scrollTop() }, before);
    assert.equal(await view().page.getByLabel('Period').inputValue(), 'last30Days');
    assert.equal(await view().page.getByRole('searchbox', { name: 'Filter rows' }).inputValue(), 'tally');
  });

  it('shows an update without a change of focus, scroll position or selected bar', async () => {
    await open(month);
    await tab('By session').click();
    await button('Group by a key').focus();
    await view().page.evaluate(async () => {
      const scroller = document.documentElement;
      scroller.scrollTop = 120;
      await new Promise(requestAnimationFrame);
    });
    const before = await view().page.evaluate(() => document.documentElement.scrollTop);
    const grown = month.sessions.map((session) =>
      session.sessionId === 's1' ? { ...session, lastDay: today, spend: estimated(41, 420_000, 34_000) } : session,
    );
    await show(view(), { ...month, sessions: grown, total: { ...month.total, requests: 106 } });
    assert.equal(await figure('Requests'), '106');
    assert.match((await rows()).find((row) => row.startsWith('Group by a key')) ?? '', /\| 41 \|/);
    assert.equal(await button('Group by a key').evaluate((element) => element === document.activeElement), true);
    assert.equal(await view().page.evaluate(() => document.documentElement.scrollTop), before);

    await chart().focus();
    await view().page.keyboard.press('Home');
    await show(view(), {
      ...month,
      today: '2026-11-22',
      days: [...month.days, { day: '2026-11-22', spend: reported(1, 1000, 0, 100) }],
    });
    assert.equal(await chart().evaluate((element) => element === document.activeElement), true);
    assert.equal(
      await chart().getAttribute('aria-valuetext'),
      'Sunday, November 1, 2026: ≈$0.1015–0.2016, requests: 8',
    );
    assert.equal(await chart().getAttribute('aria-valuemax'), '21');
  });

  it('draws a bar per week or month if a bar per day does not fit, and says so in the heading', async () => {
    await open(undefined, { width: 700 });
    await view().page.getByLabel('Period').selectOption('This year');
    await show(view(), longReport({ first: '2026-01-01' }, '2026-01-01', 325, 3, 10));
    await view().page.getByRole('heading', { name: 'Spend per week' }).waitFor();
    await view().resize(320, 800);
    await view().page.getByRole('heading', { name: 'Spend per month' }).waitFor();
    assert.equal(await chart().getAttribute('aria-valuemax'), '10');
    assert.match((await chart().getAttribute('aria-valuetext')) ?? '', /^Nov 1 – 21, 2026: /);
    await view().resize(1900, 800);
    await view().page.getByRole('heading', { name: 'Spend per week' }).waitFor();
  });

  it('redraws the chart when a colour of the theme changes', async () => {
    await open(month);
    const color = async () => (await colorsAt(view(), 2.5 / 21)).at(-20);
    assert.equal(await color(), 'rgb(177, 128, 215)');
    await view().page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-charts-purple', 'rgb(1, 200, 3)');
    });
    await until(color, 'rgb(1, 200, 3)');
  });

  it('requests no frames or timers while idle', async () => {
    const { page, reload, isolateTab } = await open();
    isolateTab();
    await page.addInitScript(trackScheduledCalls);
    await reload();
    await show(view(), month);
    await until(async () => page.evaluate(() => [...(window as unknown as TrackedWindow).scheduled.pending]), []);
    const requestedWhileIdle = await page.evaluate(async () => {
      const { scheduled } = window as unknown as TrackedWindow;
      const before = scheduled.count;
      for (let frame = 0; frame < 30; frame += 1) await new Promise(scheduled.untrackedFrame);
      return scheduled.count - before;
    });
    assert.equal(requestedWhileIdle, 0);
  });

  it('is laid out from right to left in right-to-left languages, except for amounts', async () => {
    await open(undefined, { direction: 'rtl' });
    await show(view(), month);
    assert.equal(
      await view()
        .page.locator('.figure bdi')
        .first()
        .evaluate((amount) => getComputedStyle(amount).direction),
      'ltr',
    );
    await chart().focus();
    await view().page.keyboard.press('ArrowRight');
    assert.equal(await chart().getAttribute('aria-valuenow'), '19');
    const [column, over] = [await view().page.locator('.chart-column').boundingBox(), await plotBox()];
    assert.ok(column !== null);
    const plot = await view().page.locator('.uplot').boundingBox();
    assert.ok(plot !== null);
    // The amounts of the cost axis are at the right of the bars.
    assert.ok(plot.x + plot.width - (over.x + over.width) > 20, `${JSON.stringify(plot)} ${JSON.stringify(over)}`);
    assert.ok(over.x - plot.x < 20, `${JSON.stringify(plot)} ${JSON.stringify(over)}`);
    // The last day is at the left. The arrow key has selected the day before, which is second from the left.
    assert.ok(Math.abs(column.x - (over.x + over.width / 21)) < 1.5, `${column.x} ${over.x}`);
    assert.deepEqual(await partsOfBar(view(), (21 - 2.5) / 21), ['input', 'cachedInput', 'output']);
  });
});

/** Resolves when `current` returns `wanted`. Fails after 30 seconds. */
async function until<Value>(current: () => Promise<Value>, wanted: Value): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isDeepStrictEqual(await current(), wanted) && Date.now() < deadline);
  assert.deepEqual(await current(), wanted);
}

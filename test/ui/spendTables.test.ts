import assert from 'node:assert/strict';
import { describeSpendPage } from './describeSpendPage.ts';
import { longReport, month, oneDay, today } from './spendReports.ts';
import { show } from './spendStates.ts';

describeSpendPage('the tables of the Spend page', ({ open, view, button, tab, rows, queries }) => {
  it('list days newest first, and are sorted by a column when the user presses its heading', async () => {
    await open(month);
    const table = view().page.getByRole('table', { name: 'By day' });
    assert.equal(await table.getByRole('columnheader').count(), 7);
    assert.deepEqual((await rows()).slice(0, 2), [
      'Nov 21, 2026 | $0.0805 | 5 | $0.0161 | 45,000 | 26,000 | 4,500',
      'Nov 20, 2026 | ≈$0.1142–0.2268 | 9 | ≈$0.0126–0.0252 | ≈81,000 | ≥0 | ≈8,100',
    ]);
    const heading = (name: string) => table.getByRole('columnheader', { name });
    assert.equal(await heading('Day').getAttribute('aria-sort'), 'descending');
    await heading('Cost').getByRole('button').press('Enter');
    assert.equal(await heading('Cost').getAttribute('aria-sort'), 'descending');
    assert.equal(await heading('Day').getAttribute('aria-sort'), null);
    assert.match((await rows())[0] ?? '', /^Nov 17, 2026 \| ≈\$0\.1269–0\.2520/);
    await heading('Cost').getByRole('button').press('Enter');
    assert.equal(await heading('Cost').getAttribute('aria-sort'), 'ascending');
    assert.match((await rows())[0] ?? '', /^Nov 11, 2026/);
  });

  it('show each heading that gets the focus beside the first column, and are sorted by it, in a tab of 600 px', async () => {
    const { page } = await open(month, { width: 600 });
    const names = ['Cost', 'Requests', 'Per charged request', 'Tokens in', 'Of these cached', 'Tokens out'];
    const table = page.getByRole('table', { name: 'By day' });
    await table.getByRole('button', { name: 'Day' }).focus();
    const visit = async (key: string, name: string) => {
      await page.keyboard.press(key);
      const heading = table.getByRole('columnheader', { name }).filter({ has: page.locator(':focus') });
      assert.deepEqual(await heading.evaluate(hiddenPixels), { atStart: 0, atEnd: 0, ofText: 0 }, `${key} ${name}`);
      await page.keyboard.press('Enter');
      assert.notEqual(await heading.getAttribute('aria-sort'), null);
    };
    for (const name of names) await visit('Tab', name);
    assert.match((await rows())[0] ?? '', /^Nov 3, 2026 .* \| 9,900$/);
    await page.keyboard.press('Tab');
    for (const name of names.toReversed()) await visit('Shift+Tab', name);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 600);
  });

  it('filter rows by all words that the user enters, and show how many rows match', async () => {
    await open(month);
    await tab('By session').click();
    await view().page.getByRole('searchbox', { name: 'Filter rows' }).fill('tally KEY');
    assert.deepEqual(
      (await rows()).map((row) => row.split(' | ')[0]),
      ['Group by a key'],
    );
    assert.equal(await view().page.getByRole('status').filter({ visible: true }).innerText(), '1 of 4');
    await view().page.getByRole('searchbox', { name: 'Filter rows' }).fill('nowhere');
    await view().page.getByText('Nothing was found.').filter({ visible: true }).waitFor();
  });

  it('open a session if the report has its title, and filter the page by one session', async () => {
    await open(month);
    await tab('By session').click();
    assert.equal(await button('Session of Nov 12, 2026').count(), 0);
    await button('Group by a key').click();
    assert.deepEqual(await view().waitForPosted('openSession'), { type: 'openSession', sessionId: 's1' });
    await button('Show only Group by a key').click();
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-01', sessionId: 's1' });
    await show(view(), {
      ...month,
      query: { first: '2026-11-01', sessionId: 's1' },
      sessions: month.sessions.filter(({ sessionId }) => sessionId === 's1'),
    });
    await button('Remove the filter Session: Group by a key').click();
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-01' });
  });

  it('filter the page by the day or workspace of a row', async () => {
    await open(month);
    await button('Show only Nov 20, 2026').click();
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-20', last: '2026-11-20' });
    await tab('By workspace').click();
    await button('Show only No workspace').click();
    assert.deepEqual((await queries()).at(-1), { first: '2026-11-20', last: '2026-11-20', workspaceId: '' });
  });

  it('offer no filter for a row that is already the filter, and move the focus to the filters', async () => {
    await open(month);
    await button('Show only Nov 21, 2026').press('Enter');
    await show(view(), { ...oneDay, query: { first: today, last: today }, allWorkspaces: month.allWorkspaces });
    assert.deepEqual(
      (await rows()).map((row) => row.split(' | ')[0]),
      ['Nov 21, 2026'],
    );
    assert.equal(await button('Show only Nov 21, 2026').count(), 0);
    await view().page.locator('.filters :focus').waitFor();
    await tab('By workspace').click();
    assert.notEqual(
      await view()
        .page.getByRole('button', { name: /^Show only/ })
        .count(),
      0,
    );
  });

  it('show the filter button of a row beside the text, not over it', async () => {
    await open(month);
    const filter = button('Show only Nov 20, 2026');
    await filter.focus();
    const right = await filter.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element.parentElement?.firstChild ?? element);
      return text.getBoundingClientRect().right;
    });
    assert.ok(((await filter.boundingBox())?.x ?? 0) >= right);
  });

  it('show 100 rows at first and up to 100 more on each click, and show how many sessions exist', async () => {
    await open();
    await view().page.getByLabel('Period').selectOption('All');
    await show(view(), { ...longReport({}, '2026-04-26', 210, 3, 150), sessionCount: 3000 });
    assert.equal((await rows()).length, 100);
    await button('Show 100 more').click();
    assert.equal((await rows()).length, 200);
    await button('Show 10 more').click();
    assert.equal((await rows()).length, 210);
    assert.equal(
      await view()
        .page.getByRole('button', { name: /^Show \d+ more$/ })
        .count(),
      0,
    );
    await tab('By session').click();
    await view().page.getByText('Only the latest sessions are listed: 150 of 3,000.').waitFor();
  });

  it('are switched with the arrow keys', async () => {
    await open(month);
    await tab('By day').focus();
    await view().page.keyboard.press('ArrowRight');
    assert.equal(await tab('By workspace').getAttribute('aria-selected'), 'true');
    await view().page.getByRole('table', { name: 'By workspace' }).waitFor();
    assert.deepEqual(
      (await rows()).map((row) => row.split(' | ')[0]),
      ['tally-chat', 'a-workspace-with-quite-a-long-name', 'No workspace'],
    );
    await view().page.keyboard.press('End');
    assert.equal(await tab('By session').evaluate((element) => element === document.activeElement), true);
  });
});

/** Returns how many pixels of a heading are under the first column, outside the table's frame, or cut. */
function hiddenPixels(heading: Element) {
  const { left, right } = heading.getBoundingClientRect();
  const first = heading.parentElement!.firstElementChild!.getBoundingClientRect();
  const frame = heading.closest('.table-scroll')!.getBoundingClientRect();
  const button = heading.querySelector('button')!;
  // The scroll position is a whole number of pixels.
  return {
    atStart: Math.max(0, Math.floor(first.right - left)),
    atEnd: Math.max(0, Math.floor(right - frame.right)),
    ofText: button.scrollWidth - button.clientWidth,
  };
}

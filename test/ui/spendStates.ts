import type { SpendReport } from '../../src/common/protocol/spendProtocol.ts';
import { billStates } from './billStates.ts';
import type { SpendTestPage } from './spendHarness.ts';
import { emptyReport, longReport, month, nothingInPeriod, oneDay, today } from './spendReports.ts';

/** The states of the Spend page, by name. Each function puts an open page into one state. */
export const spendStates: Readonly<Record<string, (page: SpendTestPage) => Promise<void>>> = {
  loading: async () => {},
  empty: async (page) => show(page, emptyReport),
  nothing: async (page) => show(page, nothingInPeriod),
  'one-day': async (page) => show(page, oneDay),
  month: async (page) => show(page, month),
  'month-sessions': async (page) => {
    await show(page, month);
    await page.page.getByRole('tab', { name: 'By session' }).click();
    await page.page.getByText('Why the tests are slow').waitFor();
  },
  'month-workspaces': async (page) => {
    await show(page, month);
    await page.page.getByRole('tab', { name: 'By workspace' }).click();
    await page.page.getByRole('cell').first().waitFor();
  },
  'chart-focused': async (page) => {
    await show(page, month);
    await page.page.getByRole('slider').focus();
    await page.page.keyboard.press('ArrowLeft');
  },
  chips: async (page) => {
    await show(page, month);
    await page.page.getByRole('slider').focus();
    await page.page.keyboard.press('Enter');
    await show(page, { ...oneDay, query: { first: today, last: today }, allWorkspaces: month.allWorkspaces });
  },
  year: async (page) => {
    await page.page.getByLabel('Period').selectOption('This year');
    await show(page, longReport({ first: '2026-01-01' }, '2026-01-01', 325, 12, 900));
  },
  'all-years': async (page) => {
    await page.page.getByLabel('Period').selectOption('All');
    await show(page, longReport({}, '2023-11-22', 1096, 200, 5000));
  },
  ...Object.fromEntries(
    Object.entries(billStates).map(([name, compare]) => [
      name,
      async (page: SpendTestPage) => {
        await show(page, oneDay);
        await compare(page);
      },
    ]),
  ),
};

export const now = new Date(`${today}T14:05:00`);

/** Sends a report. Resolves when the page shows the report and, if the report has requests, the chart. */
export async function show({ page, send }: SpendTestPage, report: SpendReport): Promise<void> {
  await send({ type: 'didLoadReport', report });
  await page.locator('main[aria-busy=false]').waitFor();
  if (report.total.requests > 0) await page.locator('canvas').waitFor();
}

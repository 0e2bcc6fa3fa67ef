import type { BillComparison } from '../../src/common/protocol/billProtocol.ts';
import type { SpendTestPage } from './spendHarness.ts';

const narrower = 'Input: +1.9% to +4.1% relative to Tally’s own count (before: 0% to +5%).';
const origins = ['https://api.example.com'];

export const billInside: BillComparison = {
  figures: {
    low: 4_100_000_000,
    high: 4_350_000_000,
    isReported: false,
    bill: 4_200_000_000,
    billText: '$4.20',
    verdict: 'inside',
    origins,
  },
  sentences: [
    'Your bill of $4.20 is within Tally’s range: ≈$4.10–4.35.',
    'The bill contains new information about the service’s token counts.',
    narrower,
  ],
  canCorrect: true,
};

export const billCorrected: BillComparison = {
  ...billInside,
  sentences: [
    'Your bill of $4.20 is within Tally’s range: ≈$4.10–4.35.',
    'Estimates are now corrected with the bill.',
    narrower,
  ],
  canCorrect: false,
};

const otherHours = 'The days of a bill may begin at a different hour than your days.';

export const billAbove: BillComparison = {
  figures: {
    low: 4_100_000_000,
    high: 4_350_000_000,
    isReported: false,
    bill: 5_000_000_000,
    billText: '$5.00',
    verdict: 'above',
    origins: [...origins, 'https://other.example.com'],
  },
  sentences: [
    'Your bill of $5.00 is $0.6500 above Tally’s range: ≈$4.10–4.35.',
    'Possible reasons: another computer, program or person uses the same key, or prices have changed. Compare the prices with the settings.',
    otherHours,
  ],
  canCorrect: false,
};

const billBelow: BillComparison = {
  figures: {
    low: 4_200_000_000,
    high: 4_200_000_000,
    isReported: true,
    bill: 3_000_000_000,
    billText: '$3.00',
    verdict: 'below',
    origins,
  },
  sentences: [
    'Your bill of $3.00 is $1.20 below Tally’s figure: $4.20.',
    'Possible reasons: a trial or a free balance paid for a part, the bill isn’t complete yet, or prices are lower than those in the settings.',
    otherHours,
  ],
  canCorrect: false,
};

export const noAmount: BillComparison = {
  sentences: ['Enter an amount of US dollars, such as $4.20.'],
  canCorrect: false,
};

/** States of the bill comparison. Each function puts a page that already shows a report into one state. */
export const billStates: Readonly<Record<string, (page: SpendTestPage) => Promise<void>>> = {
  'bill-inside': async (page) => compare(page, '4.20', billInside),
  'bill-corrected': async (page) => compare(page, '4.20', billCorrected),
  'bill-above': async (page) => compare(page, '5', billAbove),
  'bill-below': async (page) => compare(page, '3', billBelow),
  'bill-no-amount': async (page) => compare(page, 'a lot', noAmount),
};

/**
 * Enters `amount`, clicks Compare, and sends `answer` as the extension would. Resolves when the page shows the first
 * sentence of `answer`.
 */
export async function compare(
  { page, send, waitForPosted }: SpendTestPage,
  amount: string,
  answer: BillComparison,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByRole('button', { name: 'Compare' }).click();
  await waitForPosted('compareBill');
  await send({ type: 'didCompareBill', comparison: answer });
  await page
    .locator('.bill')
    .getByText(answer.sentences[0] ?? '')
    .waitFor();
}

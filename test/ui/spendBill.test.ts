import assert from 'node:assert/strict';
import { billAbove, billCorrected, billInside, compare, noAmount } from './billStates.ts';
import { describeSpendPage } from './describeSpendPage.ts';
import { emptyReport, month, nothingInPeriod, oneDay } from './spendReports.ts';
import { show } from './spendStates.ts';

describeSpendPage('the bill comparison on the Spend page', ({ open, view, liveRegion }) => {
  beforeEach(async () => {
    await open();
  });

  const section = () => view().page.getByRole('region', { name: 'Compare with your bill' });
  const amount = () => section().getByRole('textbox', { name: 'Amount' });
  const asked = async () => (await view().posted()).filter(({ type }) => type === 'compareBill');

  it('requests a comparison for the days that the page shows, or for the days that the user enters', async () => {
    await show(view(), month);
    await amount().fill('4.20');
    await amount().press('Enter');
    await view().waitForPosted('compareBill');
    // Enters the later day as the first day, because the days can be entered in either order.
    await section().getByLabel('First day').fill('2026-10-31');
    await section().getByLabel('Last day').fill('2026-10-03');
    await section().getByRole('button', { name: 'Compare' }).click();
    await view().page.waitForFunction(
      () =>
        (window as unknown as { posted: { type: string }[] }).posted.filter(({ type }) => type === 'compareBill')
          .length === 2,
    );
    assert.deepEqual(await asked(), [
      { type: 'compareBill', first: '2026-11-01', last: '2026-11-21', amount: '4.20' },
      { type: 'compareBill', first: '2026-10-03', last: '2026-10-31', amount: '4.20' },
    ]);
  });

  it('requests nothing if no amount is entered, and focuses the amount field', async () => {
    await show(view(), month);
    await section().getByRole('button', { name: 'Compare' }).click();
    assert.equal(
      await amount().evaluate(
        (input: HTMLInputElement) => input.validity.valueMissing && input === document.activeElement,
      ),
      true,
    );
    assert.deepEqual(await asked(), []);
  });

  it('shows a bill within Tally’s range, and announces the result', async () => {
    await show(view(), month);
    await compare(view(), '4.20', billInside);
    assert.deepEqual(await section().getByRole('listitem').allInnerTexts(), ['Tally: ≈$4.10–4.35', 'Your bill: $4.20']);
    assert.match(
      await liveRegion().innerText(),
      /^Your bill of \$4\.20 is within Tally’s range: ≈\$4\.10–4\.35\. The bill contains new/,
    );
    const [band, mark] = await Promise.all(
      ['.bill-band', '.bill-mark'].map(async (part) => section().locator(part).boundingBox()),
    );
    assert.ok(band && mark && band.x < mark.x && mark.x + mark.width < band.x + band.width);
    assert.equal(await section().getByRole('button', { name: 'Open price settings' }).count(), 0);
  });

  it('scrolls the result into view when the user has asked for it', async () => {
    const { page } = view();
    await page.setViewportSize({ width: 900, height: 500 });
    await show(view(), month);
    await section().getByRole('textbox', { name: 'Amount' }).scrollIntoViewIfNeeded();
    await compare(view(), '4.20', billInside);
    const box = await section().locator('.bill-result').boundingBox();
    assert.ok(box && box.y + box.height <= 501, JSON.stringify(box));
  });

  it('shows a bill above Tally’s range, and offers the price settings', async () => {
    await show(view(), month);
    await compare(view(), '5', billAbove);
    const [band, mark] = await Promise.all(
      ['.bill-band', '.bill-mark'].map(async (part) => section().locator(part).boundingBox()),
    );
    assert.ok(band && mark && mark.x > band.x + band.width);
    assert.equal(await section().getByRole('button', { name: 'Correct estimates' }).count(), 0);
    await section().getByRole('button', { name: 'Open price settings' }).click();
    await view().waitForPosted('openPriceSettings');
  });

  it('can be limited to one service address if there are several', async () => {
    await show(view(), month);
    assert.equal(await section().getByLabel('Service').isVisible(), false);
    await compare(view(), '5', billAbove);
    await section().getByLabel('Service').selectOption('https://other.example.com');
    await view().page.waitForFunction(
      () => (window as unknown as { posted: { origin?: string }[] }).posted.at(-1)?.origin !== undefined,
    );
    assert.deepEqual((await asked()).at(-1), {
      type: 'compareBill',
      first: '2026-11-01',
      last: '2026-11-21',
      amount: '5',
      origin: 'https://other.example.com',
    });
  });

  it('corrects estimates only on request, and then focuses the button Compare', async () => {
    await show(view(), month);
    await compare(view(), '4.20', billInside);
    assert.equal(
      (await view().posted()).some(({ type }) => type === 'correctEstimates'),
      false,
    );
    await section().getByRole('button', { name: 'Correct estimates' }).press('Enter');
    await view().waitForPosted('correctEstimates');
    await view().send({ type: 'didCompareBill', comparison: billCorrected });
    await section().getByText('Estimates are now corrected with the bill').waitFor();
    assert.equal(await section().getByRole('button', { name: 'Correct estimates' }).count(), 0);
    assert.equal(
      await section()
        .getByRole('button', { name: 'Compare' })
        .evaluate((button) => button === document.activeElement),
      true,
    );
    assert.match(await liveRegion().innerText(), /Estimates are now/);
  });

  it('marks the amount field as invalid and focuses it if the input is not an amount', async () => {
    await show(view(), month);
    await compare(view(), 'a lot', noAmount);
    assert.equal(await amount().getAttribute('aria-invalid'), 'true');
    assert.equal(
      await amount().evaluate(
        (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
      noAmount.sentences[0],
    );
    assert.equal(await amount().evaluate((input) => input === document.activeElement), true);
    await compare(view(), '4.20', billInside);
    assert.equal(await amount().getAttribute('aria-invalid'), null);
  });

  it('is restored after a reload, and its result is not announced', async () => {
    await show(view(), month);
    await compare(view(), '4.20', billInside);
    await view().reload();
    await show(view(), oneDay);
    await view().waitForPosted('compareBill');
    assert.deepEqual((await asked()).at(-1), {
      type: 'compareBill',
      first: '2026-11-01',
      last: '2026-11-21',
      amount: '4.20',
    });
    await view().send({ type: 'didCompareBill', comparison: billInside });
    await section().getByText('is within Tally’s range').waitFor();
    assert.equal(await liveRegion().innerText(), '');
  });

  it('shows the mark of a rounded bill at the end of the band', async () => {
    await show(view(), month);
    const figures = { ...billInside.figures!, bill: 0, billText: '$0' };
    await compare(view(), '0', { ...billInside, figures });
    const [band, mark] = await Promise.all(
      ['.bill-band', '.bill-mark'].map(async (part) => section().locator(part).boundingBox()),
    );
    assert.ok(band && mark && mark.x >= band.x && mark.x < band.x + 10, JSON.stringify([band, mark]));
  });

  it('leaves no amount in the live region when all data is deleted', async () => {
    await show(view(), month);
    await compare(view(), '4.20', billInside);
    assert.match(await liveRegion().innerText(), /4\.20/);
    await view().send({ type: 'didLoadReport', report: emptyReport });
    await view().page.waitForFunction(() => !document.body.innerText.includes('$4.20'));
    assert.equal(await liveRegion().innerText(), '');
  });

  it('is hidden if nothing was spent in the shown period', async () => {
    await show(view(), nothingInPeriod);
    assert.equal(await section().isVisible(), false);
  });
});

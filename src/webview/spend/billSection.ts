import * as l10n from '@vscode/l10n';
import type { BillComparison } from '../../common/protocol/billProtocol.ts';
import { element } from '../dom.ts';
import { createBillForm } from './billForm.ts';
import { createBillResult } from './billResult.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';

export interface BillSection extends SpendSection {
  readonly showComparison: (comparison: BillComparison) => void;
}

/** Creates the section that compares a bill from the service with the recorded spend. */
export function createBillSection(context: SpendContext): BillSection {
  const { locale, post, announce, state } = context;
  let isFirst = true;
  /**
   * True while the user waits for a comparison or a correction. Only then is the result announced to screen readers.
   * The result of a comparison that the page itself starts after a reload is not announced.
   */
  let isAwaited = false;

  const form = createBillForm(context, () => {
    isAwaited = true;
    compare();
  });
  const result = createBillResult(locale, {
    onCorrect: correct,
    onOpenPrices: () => post({ type: 'openPriceSettings' }),
  });

  function compare(): void {
    form.setBusy(true);
    post(form.entered());
  }

  function correct(): void {
    isAwaited = true;
    form.setBusy(true);
    post({ type: 'correctEstimates' });
  }

  return {
    element: element(
      'section',
      { class: 'bill', 'aria-labelledby': 'bill-heading' },
      element('h2', { id: 'bill-heading' }, l10n.t('Compare with your bill')),
      element(
        'p',
        { class: 'explained' },
        l10n.t('Enter the amount that the service’s account page shows for these days, for all workspaces.'),
      ),
      form.element,
      form.problem,
      result.element,
    ),
    show: (report) => {
      form.showDays(report);
      if (isFirst && state().bill?.isCompared === true) compare();
      isFirst = false;
    },
    showComparison: (comparison) => {
      const { figures, sentences } = comparison;
      form.setBusy(false);
      form.showProblem(figures === undefined ? sentences.join(' ') : undefined);
      if (figures === undefined && isAwaited) form.focusAmount();
      if (figures !== undefined) form.showAddresses(figures.origins);
      if (result.show(comparison)) form.focusSubmit();
      if (isAwaited) {
        result.element.scrollIntoView({ block: 'nearest' });
        announce(sentences.join(' '));
      }
      isAwaited = false;
    },
  };
}

import * as l10n from '@vscode/l10n';
import type { BillComparison, BillFigures } from '../../common/protocol/billProtocol.ts';
import { formatMarkedRange } from '../../common/text/formatCost.ts';
import { element, icon, replaceAllChildren, textButton } from '../dom.ts';

/** Shows how the bill compares with the recorded spend. May offer to correct estimates or to open price settings. */
export interface BillResult {
  readonly element: HTMLElement;
  /**
   * Shows a comparison. If the comparison has no figures, hides the element and returns false.
   * Returns true if a button in the old content had the focus and the new content has no button. The caller must then
   * move the focus.
   */
  readonly show: (comparison: BillComparison) => boolean;
}

export interface BillResultEvents {
  readonly onCorrect: () => void;
  readonly onOpenPrices: () => void;
}

export function createBillResult(locale: string, { onCorrect, onOpenPrices }: BillResultEvents): BillResult {
  const root = element('div', { class: 'bill-result', hidden: true });

  function actionsOf({ verdict }: BillFigures, canCorrect: boolean): readonly HTMLElement[] {
    const buttons = [
      ...(canCorrect ? [textButton(l10n.t('Correct estimates'), 'button secondary', onCorrect)] : []),
      ...(verdict === 'inside' ? [] : [textButton(l10n.t('Open price settings'), 'button secondary', onOpenPrices)]),
    ];
    return buttons.length === 0 ? [] : [element('div', { class: 'actions' }, ...buttons)];
  }

  return {
    element: root,
    show: ({ figures, sentences, canCorrect }) => {
      root.hidden = figures === undefined;
      if (figures === undefined) return false;
      const hadFocus = root.contains(document.activeElement);
      const [verdict = '', ...more] = sentences;
      replaceAllChildren(root, [
        billBar(figures),
        billLegend(figures, locale),
        verdictLine(figures, verdict),
        ...more.map((sentence) => element('p', {}, sentence)),
        ...actionsOf(figures, canCorrect),
      ]);
      const next = root.querySelector('button');
      if (hadFocus) next?.focus();
      return hadFocus && next === null;
    },
  };
}

/** Minimum distance of the band and the mark from each end of the bar, in percent of the bar's width. */
const edge = 8;

/**
 * Draws a bar with the recorded cost range as a band and the bill as a mark, on the same scale. Screen readers skip the
 * bar, because the legend states the range and the bill as text.
 */
function billBar({ low, high, bill: exact, verdict }: BillFigures): HTMLElement {
  // A bill that is within the range only because of rounding is drawn at the end of the band.
  const bill = verdict === 'inside' ? Math.min(high, Math.max(low, exact)) : exact;
  const [least, most] = [Math.min(low, bill), Math.max(high, bill)];
  const place = (amount: number) =>
    most === least ? 50 : edge + ((100 - 2 * edge) * (amount - least)) / (most - least);
  const band = element('span', { class: 'bill-band' });
  band.style.insetInlineStart = `${place(low)}%`;
  band.style.width = `${place(high) - place(low)}%`;
  const mark = element('span', { class: 'bill-mark' });
  const [first, last] = [place(low), place(high)];
  // The whole mark of a bill within the range is on the band, if the band is wide enough.
  const inset = Math.min(1, (last - first) / 2);
  const at = verdict === 'inside' ? Math.min(last - inset, Math.max(first + inset, place(bill))) : place(bill);
  mark.style.insetInlineStart = `${at}%`;
  return element('div', { class: 'bill-bar', 'aria-hidden': 'true' }, band, mark);
}

function billLegend(figures: BillFigures, locale: string): HTMLElement {
  const range = element('span', { class: 'swatch bill-range', 'aria-hidden': 'true' });
  const tick = element('span', { class: 'bill-tick', 'aria-hidden': 'true' });
  return element(
    'ul',
    { class: 'legend' },
    element('li', {}, range, l10n.t('Tally: {0}', formatMarkedRange(figures, locale))),
    element('li', {}, tick, l10n.t('Your bill: {0}', figures.billText)),
  );
}

function verdictLine({ verdict }: BillFigures, sentence: string): HTMLElement {
  return element(
    'p',
    { class: `bill-verdict ${verdict}` },
    icon(verdict === 'inside' ? 'pass' : 'warning'),
    element('strong', {}, sentence),
  );
}

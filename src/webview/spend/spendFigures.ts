import * as l10n from '@vscode/l10n';
import type { CostRange } from '../../common/costRange.ts';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import type { Spend } from '../../common/spend.ts';
import { formatMarkedRange, formatMarkedTokens, formatTokens } from '../../common/text/formatCost.ts';
import { element, leftToRight, replaceAllChildren } from '../dom.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';

interface Figure {
  readonly name: string;
  readonly value: Node | string;
  readonly remark?: string;
}

/** Creates the section with a report's main figures, such as its total cost, and notes, such as the balance. */
export function spendFigures(context: SpendContext): SpendSection {
  const list = element('dl', { class: 'figures' });
  const notes = element('ul', { class: 'notes' });
  return {
    element: element('section', { 'aria-label': l10n.t('Summary') }, list, notes),
    show: (report) => {
      replaceAllChildren(list, figuresOf(context, report).map(tile));
      replaceAllChildren(
        notes,
        report.notes.map((note) => element('li', {}, note)),
      );
      notes.hidden = report.notes.length === 0;
    },
  };
}

/**
 * Returns the average cost of the requests that the service has read or may have read, or undefined if there are none.
 * Rounds the high end up, and the low end of a range down, to whole nano-dollars.
 */
export function averageOf({ low, high, isReported, questions }: Spend): CostRange | undefined {
  if (questions === 0) return undefined;
  const most = Math.ceil(high / questions);
  return { low: low === high ? most : Math.floor(low / questions), high: most, isReported };
}

function figuresOf({ locale }: SpendContext, { total, projection }: SpendReport): readonly Figure[] {
  const average = averageOf(total);
  const none = '–';
  const range = (cost: CostRange) => leftToRight(formatMarkedRange(cost, locale));
  return [
    {
      name: l10n.t('Spent'),
      value: range(total),
      remark: total.isReported
        ? l10n.t('Tokens reported by the service')
        : l10n.t('≈ Partly estimated. The bill should be within this range.'),
    },
    requestFigure(total),
    { name: l10n.t('Average per charged request'), value: average === undefined ? none : range(average) },
    { name: l10n.t('Tokens in'), value: leftToRight(formatMarkedTokens(total.inputTokens, total, locale)) },
    { name: l10n.t('Tokens out'), value: leftToRight(formatMarkedTokens(total.outputTokens, total, locale)) },
    {
      name: l10n.t('From the cache'),
      value: total.inputTokens === 0 ? none : cacheShare(total),
      remark: l10n.t('of the tokens in'),
    },
    ...(projection === undefined
      ? []
      : [
          {
            name: l10n.t('This month’s projection'),
            value: range(projection),
            remark: l10n.t('at the current rate'),
          },
        ]),
  ];

  function requestFigure({ requests, questions }: Spend): Figure {
    const value = formatTokens(requests, locale);
    const uncharged = requests - questions;
    return uncharged === 0
      ? { name: l10n.t('Requests'), value }
      : { name: l10n.t('Requests'), value, remark: l10n.t('{0} of them not charged', formatTokens(uncharged, locale)) };
  }

  function cacheShare({ inputTokens, cachedInputTokens, isReported }: Spend): string {
    const percent = new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: 0,
      roundingMode: 'floor',
    });
    const share = percent.format(cachedInputTokens / inputTokens);
    if (isReported) return share;
    return cachedInputTokens === 0 ? l10n.t('not known') : l10n.t('at least {0}', share);
  }
}

function tile({ name, value, remark }: Figure): HTMLElement {
  return element(
    'div',
    { class: 'figure' },
    element('dt', {}, name),
    element('dd', {}, value),
    ...(remark === undefined ? [] : [element('dd', { class: 'remark' }, remark)]),
  );
}

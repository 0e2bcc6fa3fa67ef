import * as l10n from '@vscode/l10n';
import type { Spend } from '../../common/spend.ts';
import { formatParts, formatMarkedRange } from '../../common/text/formatCost.ts';
import { element } from '../dom.ts';
import type { SpendContext } from './spendContext.ts';

/**
 * The chart's legend. It lists the parts of a bar from top to bottom, then the hatched cost range. `show` sets the
 * amount of each part and the range.
 */
export interface ChartLegend {
  readonly element: HTMLElement;
  readonly swatches: Readonly<Record<'input' | 'cachedInput' | 'output', HTMLElement>>;
  readonly show: (spend: Spend) => void;
}

export function createChartLegend({ locale }: SpendContext): ChartLegend {
  const input = createLegendItem('input', l10n.t('Input'));
  const cachedInput = createLegendItem('cached-input', l10n.t('Cached input'));
  const output = createLegendItem('output', l10n.t('Output'));
  const range = createLegendItem('range', l10n.t('Estimated range'));
  return {
    element: element('ul', { class: 'legend' }, input.element, cachedInput.element, output.element, range.element),
    swatches: { input: input.swatch, cachedInput: cachedInput.swatch, output: output.swatch },
    show: (spend) => {
      const amounts = formatParts([spend.inputHigh, spend.cachedInputHigh, spend.outputHigh], spend, locale);
      for (const [index, { value }] of [input, cachedInput, output].entries()) value.textContent = amounts[index] ?? '';
      range.value.textContent = spend.low < spend.high ? formatMarkedRange(spend, locale) : '–';
    },
  };
}

interface LegendItem {
  readonly element: HTMLElement;
  readonly swatch: HTMLElement;
  readonly value: HTMLElement;
}

function createLegendItem(name: string, label: string): LegendItem {
  const swatch = element('span', { class: `swatch ${name}`, 'aria-hidden': 'true' });
  const value = element('span', { class: 'legend-value', dir: 'ltr' });
  return { swatch, value, element: element('li', {}, swatch, element('span', {}, label), value) };
}

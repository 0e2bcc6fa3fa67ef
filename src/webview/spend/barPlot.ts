import uPlot from 'uplot';
import { currency, nanoDollarsPerDollar } from '../../common/text/formatCost.ts';
import type { Bucket } from './buckets.ts';
import { hatch, type ChartColors } from './chartColors.ts';

export interface BarPlotOptions {
  readonly buckets: readonly Bucket[];
  /** Returns the axis label of a bar. */
  readonly label: (bucket: Bucket) => string;
  readonly locale: string;
  readonly colors: ChartColors;
  /** Width in CSS pixels. */
  readonly width: number;
  /** Height in CSS pixels. */
  readonly height: number;
  /** If true, the first bar and the cost axis are at the right. */
  readonly isRightToLeft: boolean;
}

/** Largest amount on the cost axis if nothing was spent, in nano-dollars. */
const emptyScaleEnd = 1_000_000;
/** Minimum gap between two labels, in CSS pixels. */
const labelGap = 12;

// uPlot declares these enums only in its types, so their values cannot be imported.
const atRight = 1 as unknown as uPlot.Axis.Side;
const inData = 1 as unknown as uPlot.Series.BarsPathBuilderFacetUnit;

/**
 * Draws a stacked bar for each bucket. The bar's height is the high end of the bucket's cost. Output is at the bottom
 * of the bar, cached input in the middle, and input at the top. The part above the low end of the cost is hatched.
 */
export function barPlot(options: BarPlotOptions): uPlot {
  const { buckets, colors, locale, width, height, isRightToLeft } = options;
  const highest = buckets.reduce((most, { spend }) => Math.max(most, spend.high), 0);
  const scaleEnd = highest === 0 ? emptyScaleEnd : highest * 1.04;
  // A bar with a cost is at least about 2 CSS pixels high, because a lower bar would not be visible.
  const smallest = (scaleEnd / height) * 2;
  const visibleAmount = (amount: number) => (amount === 0 ? null : Math.max(amount, smallest));
  const low = buckets.map(({ spend }) => spend.low);
  const high = buckets.map(({ spend }) => spend.high);
  const labels = buckets.map(options.label);
  const widest = textMeasure(colors.font);
  const axis: uPlot.Axis = {
    stroke: colors.text,
    font: colors.font,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { show: false },
  };

  const bars = uPlot.paths.bars;
  const size: uPlot.Series.BarsPathBuilderOpts['size'] = [0.72, 40, 1];
  const stack = (fill: string): uPlot.Series => ({
    fill,
    stroke: colors.background,
    width: 1,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars({ size }) }),
  });
  const range: uPlot.Series = {
    fill: () => hatch(colors.background),
    width: 0,
    points: { show: false },
    ...(bars === undefined
      ? {}
      : {
          paths: bars({
            size,
            disp: { y0: { unit: inData, values: () => low }, y1: { unit: inData, values: () => high } },
          }),
        }),
  };

  return new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      padding: [10, 0, 0, 0],
      scales: {
        x: { time: false, range: () => [-0.5, buckets.length - 0.5], dir: isRightToLeft ? -1 : 1 },
        y: { range: () => [0, scaleEnd] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          gap: 6,
          size: Math.ceil(colors.fontSize * 1.5) + 6,
          splits: (plot) => labelledBars(labels, plot.bbox.width / devicePixelRatio, widest(labels)),
          values: (_, places) => places.map((place) => labels[place] ?? ''),
        },
        {
          ...axis,
          ...(isRightToLeft ? { side: atRight } : {}),
          gap: 8,
          space: 36,
          size: (_, values) => Math.ceil(widest(values)) + 12,
          values: (_, amounts) => axisAmounts(amounts, locale),
        },
      ],
      series: [{}, stack(colors.input), stack(colors.cachedInput), stack(colors.output), range],
    },
    [
      buckets.map((_, index) => index),
      high.map(visibleAmount),
      buckets.map(({ spend }) => spend.cachedInputHigh + spend.outputHigh || null),
      buckets.map(({ spend }) => spend.outputHigh || null),
      high.map(visibleAmount),
    ],
  );
}

/**
 * Returns the indexes of the bars to label. Labels do not overlap, and only the first label may extend beyond the plot.
 *
 * @param plotWidth CSS pixels
 * @param labelWidth width of the widest label, in CSS pixels
 */
function labelledBars(labels: readonly string[], plotWidth: number, labelWidth: number): number[] {
  const slot = plotWidth / labels.length;
  const step = Math.max(1, Math.ceil((labelWidth + labelGap) / slot));
  const places = labels.map((_, index) => index).filter((index) => index % step === 0);
  return places.filter((place) => (labels.length - place - 0.5) * slot >= labelWidth / 2 || place === 0);
}

/** Returns a function that measures texts and returns the width of the widest, in CSS pixels. */
function textMeasure(font: string): (texts: readonly string[] | null) => number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context !== null) context.font = font;
  return (texts) => (texts ?? []).reduce((most, text) => Math.max(most, context?.measureText(text).width ?? 0), 0);
}

/**
 * Formats the labels of an axis in dollars. All labels except `$0` have the same number of decimal places: the smallest
 * of 2, 4, 6 and 8 that shows the step between two neighbouring amounts exactly. If none of them does, the number is 8.
 *
 * @param amounts evenly spaced amounts in nano-dollars
 */
export function axisAmounts(amounts: readonly number[], locale: string): string[] {
  const [first = 0, second = first] = amounts;
  const step = Math.abs(second - first) / nanoDollarsPerDollar;
  let digits = 2;
  while (digits < 8 && !isWhole(step * 10 ** digits)) digits += 2;
  return amounts.map((amount) => currency(amount, digits, locale));
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}

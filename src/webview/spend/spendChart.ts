import * as l10n from '@vscode/l10n';
import type uPlot from 'uplot';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { formatMarkedRange, formatTokens } from '../../common/text/formatCost.ts';
import { element } from '../dom.ts';
import { barPlot } from './barPlot.ts';
import { bucketsOf, bucketUnitFor, type Bucket, type BucketUnit } from './buckets.ts';
import { countDays } from './calendar.ts';
import { onThemeChange, readChartColors } from './chartColors.ts';
import { createChartLegend } from './chartLegend.ts';
import { periodName } from './period.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';

/** Height of the chart in CSS pixels. */
const height = 220;
/** Minimum space for the bar of a day or week, in CSS pixels. Narrower bars cannot be distinguished. */
const minSlot = 5;
/** Approximate width of the cost axis in CSS pixels. */
const axisWidth = 64;

/**
 * Creates a bar chart of spend per day, week or month. For keyboards and screen readers, the chart is a slider whose
 * value is the index of a bar.
 */
export function spendChart(context: SpendContext): SpendSection {
  const { dates, state, choose } = context;
  const parts = createChartParts(context);
  const { root, frame, canvas, readout } = parts;
  const bars = chartBars(parts, context);
  let report: SpendReport | undefined;
  /**
   * Index of the picked bar; undefined until the chart is first focused. The first focus picks the last bar. Keys then
   * pick other bars.
   */
  let picked: number | undefined;
  let hovered: number | undefined;

  const lastIndex = () => bars.buckets().length - 1;

  function draw(): void {
    const pickedDay = bars.bucket(picked)?.last;
    const unitBefore = bars.unit();
    if (report === undefined || !bars.draw(report)) return;
    if (pickedDay !== undefined) picked = indexOfDay(bars.buckets(), pickedDay);
    if (bars.unit() !== unitBefore) hovered = undefined;
    showPicked();
  }

  function showPicked(): void {
    if (report === undefined) return;
    const shown = hovered ?? (document.activeElement === frame ? picked : undefined);
    const bucket = bars.bucket(shown);
    if (bucket === undefined) readout(periodName(state().period, report.query, report.today, dates), report.total);
    else readout(dates.days(bucket.first, bucket.last), bucket.spend);
    bars.mark(shown);

    const place = picked ?? lastIndex();
    const value = bars.bucket(place);
    frame.setAttribute('aria-valuenow', String(Math.max(0, place)));
    if (value !== undefined) frame.setAttribute('aria-valuetext', valueText(value, context));
  }

  function narrow(index: number | undefined): void {
    const bucket = bars.bucket(index);
    if (bucket === undefined || bucket.spend.requests === 0 || lastIndex() === 0) return;
    const { period, widerPeriod } = state();
    hovered = undefined;
    choose({ period: { first: bucket.first, last: bucket.last }, widerPeriod: widerPeriod ?? period });
  }

  function hover(index: number | undefined): void {
    if (index === hovered) return;
    hovered = index;
    showPicked();
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = picked ?? lastIndex();
    const next = indexAfterKey(event.key, at, lastIndex() + 1, isRightToLeft(frame));
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) {
      narrow(at);
      return;
    }
    picked = next;
    hovered = undefined;
    showPicked();
  }

  frame.addEventListener('pointermove', (event) => hover(bars.indexAt(event)));
  frame.addEventListener('pointerleave', () => hover(undefined));
  frame.addEventListener('click', (event) => narrow(bars.indexAt(event)));
  frame.addEventListener('focus', () => {
    picked ??= lastIndex();
    showPicked();
  });
  frame.addEventListener('blur', showPicked);
  frame.addEventListener('keydown', handleKey);
  new ResizeObserver(draw).observe(canvas);
  onThemeChange(draw);

  return {
    element: root,
    show: (next) => {
      report = next;
      draw();
    },
  };
}

type ChartParts = ReturnType<typeof createChartParts>;

/**
 * Creates the functions that draw, find and highlight bars. A bar is a day, a week or a month: the smallest unit whose
 * bars fit the width, or a month if no unit fits.
 */
function chartBars({ title, canvas, frame, column, legend }: ChartParts, { locale, dates }: SpendContext) {
  let buckets: readonly Bucket[] = [];
  let unit: BucketUnit = 'day';
  let plot: uPlot | undefined;
  return {
    buckets: () => buckets,
    bucket: (index: number | undefined) => (index === undefined ? undefined : buckets[index]),
    unit: () => unit,
    /** Draws the bars of a report. Draws nothing and returns false while the chart has no width. */
    draw: ({ query, days, today }: SpendReport): boolean => {
      const width = canvas.clientWidth;
      if (width === 0) return false;
      const first = query.first ?? days[0]?.day ?? today;
      const last = query.last ?? latest(days.at(-1)?.day, today);
      unit = bucketUnitFor(first, last, (width - axisWidth) / minSlot);
      buckets = bucketsOf(days, first, last, unit);
      title.textContent = titleOf(unit);
      // Beyond 366 days, a label with day and month is ambiguous, so the labels show month and year.
      const label = unit === 'month' || countDays(first, last) > 366 ? dates.shortMonth : dates.shortDay;
      plot?.destroy();
      plot = barPlot({
        ...{ buckets, locale, width, height },
        label: (bucket) => label(bucket.first),
        colors: readChartColors({ ...legend.swatches, frame }),
        isRightToLeft: isRightToLeft(frame),
      });
      canvas.append(plot.root);
      plot.under.append(column);
      frame.setAttribute('aria-valuemax', String(Math.max(0, buckets.length - 1)));
      return true;
    },
    /** Highlights the bar at `index`. Highlights no bar if there is none at `index`, or if it is the only bar. */
    mark: (index: number | undefined) => {
      column.hidden = index === undefined || buckets[index] === undefined || buckets.length === 1;
      if (index === undefined) return;
      column.style.insetInlineStart = `${(index / buckets.length) * 100}%`;
      column.style.width = `${100 / buckets.length}%`;
    },
    indexAt: ({ clientX }: MouseEvent): number | undefined => {
      if (plot === undefined) return undefined;
      const { left, width } = plot.over.getBoundingClientRect();
      const place = Math.floor(((clientX - left) / width) * buckets.length);
      if (place < 0 || place >= buckets.length) return undefined;
      return isRightToLeft(frame) ? buckets.length - 1 - place : place;
    },
  };
}

/**
 * Creates the elements around the plot. `readout` shows the name of a period and its cost above the legend. It shows the
 * parts of this cost in the legend.
 */
function createChartParts(context: SpendContext) {
  const title = element('h2', { id: 'chart-title' });
  const when = element('span', { class: 'chart-when' });
  const amount = element('span', { class: 'chart-amount', dir: 'ltr' });
  const legend = createChartLegend(context);
  const column = element('div', { class: 'chart-column', hidden: true });
  const canvas = element('div', { class: 'chart-canvas' });
  const frame = element(
    'div',
    {
      class: 'chart-frame',
      role: 'slider',
      tabindex: '0',
      'aria-labelledby': 'chart-title',
      'aria-description': l10n.t('Press the arrow keys to select a bar, and Enter to show only the days of this bar.'),
      'aria-valuemin': '0',
    },
    canvas,
  );
  const root = element(
    'section',
    { class: 'chart', 'aria-labelledby': 'chart-title' },
    element('div', { class: 'chart-header' }, title, element('p', { class: 'chart-readout' }, when, amount)),
    legend.element,
    frame,
  );
  const readout = (days: string, spend: Bucket['spend']) => {
    when.textContent = days;
    amount.textContent = formatMarkedRange(spend, context.locale);
    legend.show(spend);
  };
  return { root, title, canvas, frame, column, legend, readout };
}

function titleOf(unit: BucketUnit): string {
  return { day: l10n.t('Spend per day'), week: l10n.t('Spend per week'), month: l10n.t('Spend per month') }[unit];
}

function valueText({ first, last, spend }: Bucket, { dates, locale }: SpendContext): string {
  return l10n.t(
    '{0}: {1}, requests: {2}',
    dates.days(first, last),
    formatMarkedRange(spend, locale),
    formatTokens(spend.requests, locale),
  );
}

function isRightToLeft(frame: HTMLElement): boolean {
  return getComputedStyle(frame).direction === 'rtl';
}

/** Returns the index of the bar to which a navigation key moves; undefined for other keys. */
function indexAfterKey(key: string, at: number, count: number, isRightToLeft: boolean): number | undefined {
  const [later, earlier] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const next = new Map([
    [later, at + 1],
    [earlier, at - 1],
    ['ArrowUp', at + 1],
    ['ArrowDown', at - 1],
    ['PageUp', at + 7],
    ['PageDown', at - 7],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** Returns the later of `last` and today. A recorded day can be after today if the clock was wrong. */
function latest(last: string | undefined, today: string): string {
  return last !== undefined && last > today ? last : today;
}

function indexOfDay(buckets: readonly Bucket[], day: string): number {
  const index = buckets.findIndex(({ last }) => last >= day);
  return index < 0 ? buckets.length - 1 : index;
}

import * as l10n from '@vscode/l10n';
import type uPlot from 'uplot';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { formatMarkedRange, formatTokens } from '../../common/formatCost.ts';
import { element } from '../dom.ts';
import { barPlot } from './barPlot.ts';
import { bucketsOf, bucketUnit, type Bucket, type BucketUnit } from './buckets.ts';
import { countDays } from './calendar.ts';
import { onThemeChange, readChartColors } from './chartColors.ts';
import { chartLegend } from './chartLegend.ts';
import { periodName } from './periodName.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';

const height = 220;
/** Below that, bars cannot be told apart. */
const leastSlot = 5;
/** About what the amounts beside the axis take. */
const axisWidth = 64;

/** A bar for each day, week or month. It is a slider to the keyboard and to screen readers, which picks one of them. */
export function spendChart(context: SpendContext): SpendSection {
  const { locale, dates, state, choose } = context;
  const title = element('h2', { id: 'chart-title' });
  const when = element('span', { class: 'chart-when' });
  const amount = element('span', { class: 'chart-amount', dir: 'ltr' });
  const legend = chartLegend(context);
  const column = element('div', { class: 'chart-column', hidden: true });
  const canvas = element('div', { class: 'chart-canvas' });
  const frame = element('div', {
    class: 'chart-frame',
    role: 'slider',
    tabindex: '0',
    'aria-labelledby': 'chart-title',
    'aria-description': l10n.t('Arrow keys go from bar to bar, Enter shows only its days.'),
    'aria-valuemin': '0',
  }, canvas);
  const root = element(
    'section',
    { class: 'chart', 'aria-labelledby': 'chart-title' },
    element('div', { class: 'chart-header' }, title, element('p', { class: 'chart-readout' }, when, amount)),
    legend.element,
    frame,
  );

  let report: SpendReport | undefined;
  let buckets: readonly Bucket[] = [];
  let unit: BucketUnit = 'day';
  let plot: uPlot | undefined;
  /** The bar that the keyboard is at; undefined until the chart had the focus. */
  let picked: number | undefined;
  let hovered: number | undefined;

  const isRightToLeft = () => getComputedStyle(frame).direction === 'rtl';

  const draw = () => {
    const width = canvas.clientWidth;
    if (report === undefined || width === 0) return;
    const first = report.query.first ?? report.days[0]?.day ?? report.today;
    const last = report.query.last ?? latest(report);
    const before = unit;
    unit = bucketUnit(first, last, (width - axisWidth) / leastSlot);
    const focusedDay = picked === undefined ? undefined : buckets[picked]?.last;
    buckets = bucketsOf(report.days, first, last, unit);
    if (focusedDay !== undefined) picked = closest(buckets, focusedDay);
    if (before !== unit) hovered = undefined;
    title.textContent = { day: l10n.t('Spend per day'), week: l10n.t('Spend per week'), month: l10n.t('Spend per month') }[unit];

    plot?.destroy();
    plot = barPlot({
      buckets,
      // Days of several years have to say which.
      label: ({ first: day }) => (unit === 'month' || countDays(first, last) > 366 ? dates.shortMonth(day) : dates.shortDay(day)),
      locale,
      colors: readChartColors({ ...legend.swatches, frame }),
      width,
      height,
      isRightToLeft: isRightToLeft(),
    });
    canvas.append(plot.root);
    plot.under.append(column);
    frame.setAttribute('aria-valuemax', String(Math.max(0, buckets.length - 1)));
    showPicked();
  };

  const showPicked = () => {
    if (report === undefined) return;
    const isFocused = document.activeElement === frame;
    const index = hovered ?? (isFocused ? picked : undefined);
    const bucket = index === undefined ? undefined : buckets[index];
    const spend = bucket?.spend ?? report.total;
    when.textContent = bucket === undefined ? periodName(context, report.query, report.today) : dates.days(bucket.first, bucket.last);
    amount.textContent = formatMarkedRange(spend, locale);
    legend.show(spend);
    column.hidden = bucket === undefined || buckets.length === 1;
    if (index !== undefined) {
      column.style.insetInlineStart = `${(index / buckets.length) * 100}%`;
      column.style.width = `${100 / buckets.length}%`;
    }

    const place = picked ?? buckets.length - 1;
    const value = buckets[place];
    frame.setAttribute('aria-valuenow', String(Math.max(0, place)));
    if (value !== undefined) frame.setAttribute('aria-valuetext', valueText(value));
  };

  const valueText = ({ first, last, spend }: Bucket) =>
    l10n.t('{0}: {1}, questions: {2}', dates.days(first, last), formatMarkedRange(spend, locale), formatTokens(spend.questions, locale));

  const narrow = (index: number | undefined) => {
    const bucket = index === undefined ? undefined : buckets[index];
    if (bucket === undefined || bucket.spend.requests === 0 || buckets.length === 1) return;
    const { period, widerPeriod } = state();
    hovered = undefined;
    choose({ period: { first: bucket.first, last: bucket.last }, widerPeriod: widerPeriod ?? period });
  };

  const indexAt = ({ clientX }: MouseEvent): number | undefined => {
    if (plot === undefined) return undefined;
    const { left, width } = plot.over.getBoundingClientRect();
    const place = Math.floor(((clientX - left) / width) * buckets.length);
    if (place < 0 || place >= buckets.length) return undefined;
    return isRightToLeft() ? buckets.length - 1 - place : place;
  };

  frame.addEventListener('pointermove', (event) => {
    const index = indexAt(event);
    if (index === hovered) return;
    hovered = index;
    showPicked();
  });
  frame.addEventListener('pointerleave', () => {
    hovered = undefined;
    showPicked();
  });
  frame.addEventListener('click', (event) => narrow(indexAt(event)));
  frame.addEventListener('focus', () => {
    picked ??= buckets.length - 1;
    showPicked();
  });
  frame.addEventListener('blur', showPicked);
  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = picked ?? buckets.length - 1;
    const [later, earlier] = isRightToLeft() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const places = new Map([
      [later, at + 1],
      [earlier, at - 1],
      ['ArrowUp', at + 1],
      ['ArrowDown', at - 1],
      ['PageUp', at + 7],
      ['PageDown', at - 7],
      ['Home', 0],
      ['End', buckets.length - 1],
    ]);
    const next = places.get(event.key);
    if (next !== undefined) {
      event.preventDefault();
      picked = Math.max(0, Math.min(buckets.length - 1, next));
      hovered = undefined;
      showPicked();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      narrow(at);
    }
  });

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

/** Today, or a later day when the clock was ahead. */
function latest({ days, today }: SpendReport): string {
  const last = days.at(-1)?.day ?? today;
  return last > today ? last : today;
}

function closest(buckets: readonly Bucket[], day: string): number {
  const index = buckets.findIndex(({ last }) => last >= day);
  return index < 0 ? buckets.length - 1 : index;
}

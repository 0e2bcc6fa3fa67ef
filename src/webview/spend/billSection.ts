import * as l10n from '@vscode/l10n';
import type { BillComparison, BillFigures } from '../../common/protocol/billProtocol.ts';
import { formatMarkedRange, formatNanoDollars } from '../../common/formatCost.ts';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { element, icon, textButton } from '../dom.ts';
import { billBar } from './billBar.ts';
import { field, setValue } from './field.ts';
import type { SpendContext, SpendSection } from './spendContext.ts';
import type { BillEntry } from './spendState.ts';

export interface BillSection extends SpendSection {
  readonly showComparison: (comparison: BillComparison) => void;
}

/** Holds the bill of the service against what was spent. */
export function billSection(context: SpendContext): BillSection {
  const { locale, post, announce, state, keep } = context;
  let report: SpendReport | undefined;
  let isAwaited = false;

  const first = element('input', { type: 'date', id: 'bill-first', required: true, max: '9999-12-31' });
  const last = element('input', { type: 'date', id: 'bill-last', required: true, max: '9999-12-31' });
  const amount = element('input', {
    ...{ type: 'text', id: 'bill-amount', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', required: true },
    placeholder: formatNanoDollars(4_200_000_000, locale),
  });
  const address = element('select', { id: 'bill-address' }, element('option', { value: '' }, l10n.t('All addresses')));
  const addressField = field(l10n.t('Address'), address);
  addressField.hidden = true;
  const compare = element('button', { type: 'submit', class: 'button secondary' }, l10n.t('Compare'));
  const form = element(
    'form',
    { class: 'bill-form' },
    field(l10n.t('First day'), first),
    field(l10n.t('Last day'), last),
    field(l10n.t('Amount'), amount),
    addressField,
    compare,
  );
  const problem = element('p', { class: 'bill-problem', id: 'bill-problem', hidden: true });
  const result = element('div', { class: 'bill-result', hidden: true });

  const entry = (): BillEntry => state().bill ?? { amount: '', isCompared: false };
  const keepEntry = (change: Partial<BillEntry>) => keep({ bill: { ...entry(), ...change } });

  const ask = () => {
    const { origin } = entry();
    const [from = '', to = ''] = [first.value, last.value].toSorted();
    form.setAttribute('aria-busy', 'true');
    post({ type: 'compareBill', first: from, last: to, amount: amount.value, ...(origin === undefined ? {} : { origin }) });
  };

  amount.value = entry().amount;
  amount.addEventListener('input', () => keepEntry({ amount: amount.value }));
  first.addEventListener('change', () => keepEntry({ first: first.value }));
  last.addEventListener('change', () => keepEntry({ last: last.value }));
  address.addEventListener('change', () => {
    keepEntry({ origin: address.value === '' ? undefined : address.value });
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Days that were left as they were proposed stay, too, when another period is shown.
    keepEntry({ first: first.value, last: last.value, isCompared: true });
    isAwaited = true;
    ask();
  });

  const showDays = () => {
    if (report === undefined) return;
    const { query, days, today } = report;
    const { first: chosenFirst, last: chosenLast } = entry();
    // Half a date that is being typed stays.
    if (first !== document.activeElement) setValue(first, chosenFirst ?? query.first ?? days[0]?.day ?? today);
    if (last !== document.activeElement) setValue(last, chosenLast ?? query.last ?? today);
  };

  const showAddresses = (origins: readonly string[]) => {
    const { origin } = entry();
    addressField.hidden = origins.length < 2 && origin === undefined;
    const all = new Set(['', ...origins, ...(origin === undefined ? [] : [origin])]);
    // A list that is open would close.
    if ([...address.options].map(({ value }) => value).join('\n') !== [...all].join('\n')) {
      address.replaceChildren(...[...all].map((each) => element('option', { value: each }, each === '' ? l10n.t('All addresses') : each)));
    }
    address.value = origin ?? '';
  };

  const showProblem = (sentence: string | undefined) => {
    problem.hidden = sentence === undefined;
    problem.replaceChildren(...(sentence === undefined ? [] : [icon('error'), element('span', {}, sentence)]));
    if (sentence === undefined) {
      amount.removeAttribute('aria-invalid');
      amount.removeAttribute('aria-describedby');
      return;
    }
    amount.setAttribute('aria-invalid', 'true');
    amount.setAttribute('aria-describedby', problem.id);
    if (isAwaited) amount.focus();
  };

  const showFigures = (figures: BillFigures, [verdict = '', ...more]: readonly string[], canCorrect: boolean) => {
    const hadFocus = result.contains(document.activeElement);
    const { bill, verdict: kind } = figures;
    const legend = element(
      'ul',
      { class: 'legend' },
      element('li', {}, element('span', { class: 'swatch bill-range', 'aria-hidden': 'true' }), l10n.t('Tally says {0}', formatMarkedRange(figures, locale))),
      element('li', {}, element('span', { class: 'bill-tick', 'aria-hidden': 'true' }), l10n.t('Your bill: {0}', formatNanoDollars(bill, locale))),
    );
    const buttons = [
      ...(canCorrect ? [textButton(l10n.t('Correct estimates'), 'button secondary', () => correct())] : []),
      ...(kind === 'inside' ? [] : [textButton(l10n.t('Open price settings'), 'button secondary', () => post({ type: 'openPriceSettings' }))]),
    ];
    result.replaceChildren(
      billBar(figures),
      legend,
      element('p', { class: `bill-verdict ${kind}` }, icon(kind === 'inside' ? 'pass' : 'warning'), element('strong', {}, verdict)),
      ...more.map((sentence) => element('p', {}, sentence)),
      ...(buttons.length === 0 ? [] : [element('div', { class: 'actions' }, ...buttons)]),
    );
    // The button that was pressed is gone.
    if (hadFocus) (result.querySelector('button') ?? compare).focus();
  };

  const correct = () => {
    isAwaited = true;
    form.setAttribute('aria-busy', 'true');
    post({ type: 'correctEstimates' });
  };

  return {
    element: element(
      'section',
      { class: 'bill', 'aria-labelledby': 'bill-heading' },
      element('h2', { id: 'bill-heading' }, l10n.t('Compare with your bill')),
      element('p', { class: 'explained' }, l10n.t('Enter what the account page of your service says was taken on these days, in all workspaces.')),
      form,
      problem,
      result,
    ),
    show: (next) => {
      const isFirst = report === undefined;
      report = next;
      showDays();
      if (isFirst && entry().isCompared) ask();
    },
    showComparison: ({ figures, sentences, canCorrect }) => {
      form.removeAttribute('aria-busy');
      showProblem(figures === undefined ? sentences.join(' ') : undefined);
      result.hidden = figures === undefined;
      if (figures !== undefined) {
        showAddresses(figures.origins);
        showFigures(figures, sentences, canCorrect);
      }
      if (isAwaited) announce(sentences.join(' '));
      isAwaited = false;
    },
  };
}

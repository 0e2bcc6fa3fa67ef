import * as l10n from '@vscode/l10n';
import type { CompareBill } from '../../common/protocol/billProtocol.ts';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { formatNanoDollars } from '../../common/text/formatCost.ts';
import { element, field, icon, replaceAllChildren, setValue } from '../dom.ts';
import type { SpendContext } from './spendContext.ts';
import type { BillEntry } from './spendState.ts';

/**
 * The form for the days and amount of a bill, and for the address of the service that sent the bill. The address is an
 * origin such as `https://api.example.com`. Each change by the user is saved.
 */
export interface BillForm {
  readonly element: HTMLElement;
  /** The error message that says why the bill could not be compared; hidden if there is no error. */
  readonly problem: HTMLElement;
  readonly entered: () => CompareBill;
  /** Fills in the saved days. If the first or last day is not saved, fills in the report's first or last day. */
  readonly showDays: (report: SpendReport) => void;
  /** Shows the choice of addresses if there are several `origins`, or if the user has chosen an address before. */
  readonly showAddresses: (origins: readonly string[]) => void;
  /** Shows `sentence` as the error message, or hides the error message if `sentence` is undefined. */
  readonly showProblem: (sentence: string | undefined) => void;
  readonly setBusy: (isBusy: boolean) => void;
  readonly focusAmount: () => void;
  readonly focusSubmit: () => void;
}

export function createBillForm({ locale, state, keep }: SpendContext, onSubmit: () => void): BillForm {
  const { form, first, last, amount, address, addressField, compare } = formParts(locale);
  const problem = element('p', { class: 'bill-problem', id: 'bill-problem', hidden: true });
  const entry = (): BillEntry => state().bill ?? { amount: '', isCompared: false };
  const keepEntry = (change: Partial<BillEntry>) => keep({ bill: { ...entry(), ...change } });

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
    // Save the filled-in days, so that choosing another period no longer changes the days of the bill.
    keepEntry({ first: first.value, last: last.value, isCompared: true });
    onSubmit();
  });

  return {
    element: form,
    problem,
    entered: () => {
      const { origin } = entry();
      const [from = '', to = ''] = [first.value, last.value].toSorted();
      return {
        type: 'compareBill',
        first: from,
        last: to,
        amount: amount.value,
        ...(origin === undefined ? {} : { origin }),
      };
    },
    showDays: ({ query, days, today }) => {
      const { first: chosenFirst, last: chosenLast } = entry();
      // Do not overwrite a focused date field, because the user may be typing.
      if (first !== document.activeElement) setValue(first, chosenFirst ?? query.first ?? days[0]?.day ?? today);
      if (last !== document.activeElement) setValue(last, chosenLast ?? query.last ?? today);
    },
    showAddresses: (origins) => {
      const { origin } = entry();
      addressField.hidden = origins.length < 2 && origin === undefined;
      const all = new Set(['', ...origins, ...(origin === undefined ? [] : [origin])]);
      // Replace the options only if the options changed, because replacing options closes an open list.
      if ([...address.options].map(({ value }) => value).join('\n') !== [...all].join('\n'))
        replaceAllChildren(address, [...all].map(addressOption));
      address.value = origin ?? '';
    },
    showProblem: (sentence) => {
      problem.hidden = sentence === undefined;
      replaceAllChildren(problem, sentence === undefined ? [] : [icon('error'), element('span', {}, sentence)]);
      amount.ariaInvalid = sentence === undefined ? null : 'true';
      if (sentence === undefined) amount.removeAttribute('aria-describedby');
      else amount.setAttribute('aria-describedby', problem.id);
    },
    setBusy: (isBusy) => {
      form.ariaBusy = isBusy ? 'true' : null;
    },
    focusAmount: () => amount.focus(),
    focusSubmit: () => compare.focus(),
  };
}

function formParts(locale: string) {
  const first = element('input', { type: 'date', id: 'bill-first', required: true, max: '9999-12-31' });
  const last = element('input', { type: 'date', id: 'bill-last', required: true, max: '9999-12-31' });
  const amount = element('input', {
    ...{
      type: 'text',
      id: 'bill-amount',
      inputmode: 'decimal',
      autocomplete: 'off',
      spellcheck: 'false',
      required: true,
    },
    placeholder: formatNanoDollars(4_200_000_000, locale),
  });
  const address = element('select', { id: 'bill-address' }, addressOption(''));
  const addressField = field(l10n.t('Service'), address);
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
  return { form, first, last, amount, address, addressField, compare };
}

function addressOption(origin: string): HTMLOptionElement {
  return element('option', { value: origin }, origin === '' ? l10n.t('All services') : origin);
}

import * as l10n from '@vscode/l10n';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { element, icon } from '../dom.ts';
import { field, setValue } from './field.ts';
import { dayRange, namedPeriods, periodRange, type Period } from './period.ts';
import { namedPeriodName, periodName } from './periodName.ts';
import type { SpendContext } from './spendContext.ts';

/** What is asked for: days, workspace, and what was picked below, as chips that can be removed. */
export interface SpendFilters {
  readonly element: HTMLElement;
  /** Shows what is chosen now. */
  readonly update: () => void;
  readonly show: (report: SpendReport) => void;
  readonly focus: () => void;
}

const chosenDays = 'chosenDays';
const earliestDay = '2000-01-01';

/** No id is it: those begin with `=`. */
const allWorkspaces = '*';

export function spendFilters(context: SpendContext): SpendFilters {
  const { state, choose } = context;
  let report: SpendReport | undefined;

  const period = element('select', { id: 'period' }, ...namedPeriods.map((name) => option(name, namedPeriodName(name))), option(chosenDays, l10n.t('From – to')));
  const first = dateInput('from');
  const last = dateInput('to');
  const workspace = element('select', { id: 'workspace' });
  const chips = element('div', { class: 'chips', hidden: true });
  const root = element(
    'div',
    { class: 'filters' },
    field(l10n.t('Period'), period),
    field(l10n.t('From'), first),
    field(l10n.t('To'), last),
    field(l10n.t('Workspace'), workspace),
    chips,
  );

  const choosePeriod = (next: Period) => choose({ period: next, widerPeriod: undefined });

  period.addEventListener('change', () => {
    const name = namedPeriods.find((each) => each === period.value);
    if (name === undefined) first.focus();
    else choosePeriod(name);
  });
  for (const input of [first, last]) {
    input.addEventListener('change', () => {
      // While a year is typed, each of its digits makes another date.
      if (first.checkValidity() && last.checkValidity()) choosePeriod(dayRange(first.value, last.value));
    });
    input.addEventListener('blur', () => showPeriod());
  }
  workspace.addEventListener('change', () => {
    const id = workspace.value === allWorkspaces ? undefined : workspace.value.slice(1);
    choose({ workspaceId: id });
  });

  const showPeriod = () => {
    const current = state().period;
    setValue(period, typeof current === 'string' ? current : chosenDays);
    // While one of them is typed, a month or year on its way may be before the other day: both stay.
    if (report === undefined || document.activeElement === first || document.activeElement === last) return;
    const range = periodRange(current, report.today);
    const isOpen = typeof current === 'string';
    setValue(first, range.first ?? (isOpen ? (report.days[0]?.day ?? '') : ''));
    setValue(last, range.last ?? (isOpen ? report.today : ''));
  };

  const showWorkspaces = () => {
    const { workspaceId } = state();
    const known = report?.allWorkspaces ?? [];
    const missing = workspaceId === undefined || known.some(({ id }) => id === workspaceId) ? [] : [{ id: workspaceId, name: '' }];
    const options = [
      option(allWorkspaces, l10n.t('All workspaces')),
      ...[...known, ...missing].map(({ id, name }) => option(`=${id}`, workspaceName(id, name))),
    ];
    // A list that is open would close.
    if (options.map(({ value, text }) => `${value} ${text}`).join('\n') !== [...workspace.options].map(({ value, text }) => `${value} ${text}`).join('\n')) {
      workspace.replaceChildren(...options);
    }
    setValue(workspace, workspaceId === undefined ? allWorkspaces : `=${workspaceId}`);
  };

  const showChips = () => {
    const { sessionId, widerPeriod, period: current } = state();
    const made: HTMLElement[] = [];
    if (widerPeriod !== undefined && typeof current !== 'string' && report !== undefined) {
      made.push(chip(l10n.t('Days: {0}', periodName(context, current, report.today)), () => choosePeriod(widerPeriod)));
    }
    if (sessionId !== undefined) {
      const session = report?.sessions.find((each) => each.sessionId === sessionId);
      const name = session === undefined ? '…' : sessionName(context, session);
      made.push(chip(l10n.t('Session: {0}', name), () => choose({ sessionId: undefined })));
    }
    const names = made.map(({ textContent }) => textContent).join('\n');
    if (names === shownChips) return;
    const hadFocus = chips.contains(document.activeElement);
    shownChips = names;
    chips.replaceChildren(...made);
    chips.hidden = made.length === 0;
    if (hadFocus) (chips.querySelector('button') ?? period).focus();
  };
  let shownChips = '';

  const chip = (name: string, onRemove: () => void): HTMLElement => {
    const remove = element('button', { type: 'button', class: 'icon-button', 'aria-label': l10n.t('Show all again instead of {0}', name), title: l10n.t('Show all again instead of {0}', name) }, icon('close'));
    remove.addEventListener('click', onRemove);
    return element('span', { class: 'chip' }, element('span', { dir: 'auto', title: name }, name), remove);
  };

  const update = () => {
    showPeriod();
    showWorkspaces();
    showChips();
  };

  update();
  return {
    element: root,
    update,
    show: (next) => {
      report = next;
      update();
    },
    focus: () => period.focus(),
  };

  function dateInput(id: string): HTMLInputElement {
    return element('input', { type: 'date', id, min: earliestDay, max: '9999-12-31' });
  }
}

/** What a workspace is called. */
export function workspaceName(id: string, name: string): string {
  if (id === '') return l10n.t('No workspace');
  return name === '' ? l10n.t('Unnamed workspace') : name;
}

/** A session's title, or its first day. */
export function sessionName({ dates }: SpendContext, { title, firstDay }: { readonly title?: string; readonly firstDay: string }): string {
  return title ?? l10n.t('Session of {0}', dates.day(firstDay));
}

function option(value: string, label: string): HTMLOptionElement {
  return element('option', { value }, label);
}

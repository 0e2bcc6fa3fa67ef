import * as l10n from '@vscode/l10n';
import type { SpendReport } from '../../common/protocol/spendProtocol.ts';
import { element, field, icon, replaceAllChildren, setValue } from '../dom.ts';
import { dayRange, namedPeriodLabel, namedPeriods, periodName, periodRange, type Period } from './period.ts';
import type { SpendContext } from './spendContext.ts';

/**
 * The filters of the Spend page: fields for days and workspace, and removable chips. A chip shows a filter by days or
 * by session that the user has set in the chart or in a table.
 */
export interface SpendFilters {
  readonly element: HTMLElement;
  /** Shows the current `SpendState`, with the days and names of the report that was shown last. */
  readonly update: () => void;
  /** Shows the current `SpendState`, with the days and names of a new report. */
  readonly show: (report: SpendReport) => void;
  readonly focus: () => void;
}

export function createSpendFilters(context: SpendContext): SpendFilters {
  let report: SpendReport | undefined;
  const period = periodFields(context);
  const workspace = workspaceField(context);
  const chips = filterChips(context, period.focus);

  const update = () => {
    period.show(report);
    workspace.show(report);
    chips.show(report);
  };

  update();
  return {
    element: element('div', { class: 'filters' }, ...period.elements, workspace.element, chips.element),
    update,
    show: (next) => {
      report = next;
      update();
    },
    focus: period.focus,
  };
}

const chosenDays = 'chosenDays';
const earliestDay = '2000-01-01';

/** Creates the drop-down list of periods and the fields for the first and last day. */
function periodFields({ state, choose }: SpendContext) {
  const options = [
    ...namedPeriods.map((name) => option(name, namedPeriodLabel(name))),
    option(chosenDays, l10n.t('From – to')),
  ];
  const period = element('select', { id: 'period' }, ...options);
  const first = dateInput('from');
  const last = dateInput('to');
  let shown: SpendReport | undefined;

  const choosePeriod = (next: Period) => choose({ period: next, widerPeriod: undefined });

  function show(report: SpendReport | undefined): void {
    shown = report;
    const current = state().period;
    const isNamed = typeof current === 'string';
    setValue(period, isNamed ? current : chosenDays);
    // Do not overwrite the dates while the user types. A half-typed first day may be after the last day. `dayRange`
    // then swaps the two days, and the fields would show the swapped days.
    if (report === undefined || document.activeElement === first || document.activeElement === last) return;
    const range = periodRange(current, report.today);
    setValue(first, range.first ?? (isNamed ? (report.days[0]?.day ?? '') : ''));
    setValue(last, range.last ?? (isNamed ? report.today : ''));
  }

  period.addEventListener('change', () => {
    const name = namedPeriods.find((each) => each === period.value);
    if (name === undefined) first.focus();
    else choosePeriod(name);
  });
  for (const input of [first, last]) {
    input.addEventListener('change', () => {
      // Ignore dates that are out of range, because a half-typed year gives a date in a year such as 0002.
      if (first.checkValidity() && last.checkValidity()) choosePeriod(dayRange(first.value, last.value));
    });
    input.addEventListener('blur', () => show(shown));
  }

  return {
    elements: [field(l10n.t('Period'), period), field(l10n.t('From'), first), field(l10n.t('To'), last)],
    show,
    focus: () => period.focus(),
  };
}

function dateInput(id: string): HTMLInputElement {
  return element('input', { type: 'date', id, min: earliestDay, max: '9999-12-31' });
}

/** Option value for all workspaces. The option value of a single workspace starts with `=`, so it never equals `*`. */
const allWorkspaces = '*';

function workspaceField({ state, choose }: SpendContext) {
  const workspace = element('select', { id: 'workspace' });
  workspace.addEventListener('change', () => {
    choose({ workspaceId: workspace.value === allWorkspaces ? undefined : workspace.value.slice(1) });
  });
  return {
    element: field(l10n.t('Workspace'), workspace),
    show: (report: SpendReport | undefined) => {
      const { workspaceId } = state();
      const known = report?.allWorkspaces ?? [];
      const missing =
        workspaceId === undefined || known.some(({ id }) => id === workspaceId) ? [] : [{ id: workspaceId, name: '' }];
      const options = [
        option(allWorkspaces, l10n.t('All workspaces')),
        ...[...known, ...missing].map(({ id, name }) => option(`=${id}`, workspaceName(id, name))),
      ];
      // Replace the options only if the options changed, because replacing options closes an open list.
      if (textOf(options) !== textOf([...workspace.options])) replaceAllChildren(workspace, options);
      setValue(workspace, workspaceId === undefined ? allWorkspaces : `=${workspaceId}`);
    },
  };
}

function textOf(options: readonly HTMLOptionElement[]): string {
  return options.map(({ value, text }) => `${value} ${text}`).join('\n');
}

/** Creates the chips. `onEmptied` is called if no chip remains after the focused chip was removed. */
function filterChips({ state, choose, dates }: SpendContext, onEmptied: () => void) {
  const root = element('div', { class: 'chips', hidden: true });
  let shownNames = '';

  function chips(report: SpendReport | undefined): readonly HTMLElement[] {
    const { sessionId, widerPeriod, period } = state();
    const made: HTMLElement[] = [];
    if (widerPeriod !== undefined && typeof period !== 'string' && report !== undefined) {
      const days = periodName(period, period, report.today, dates);
      made.push(chip(l10n.t('Days: {0}', days), () => choose({ period: widerPeriod, widerPeriod: undefined })));
    }
    if (sessionId !== undefined) {
      const session = report?.sessions.find((each) => each.sessionId === sessionId);
      const name = session === undefined ? '…' : sessionName(session, dates);
      made.push(chip(l10n.t('Session: {0}', name), () => choose({ sessionId: undefined })));
    }
    return made;
  }

  return {
    element: root,
    show: (report: SpendReport | undefined) => {
      const made = chips(report);
      const names = made.map(({ textContent }) => textContent).join('\n');
      if (names === shownNames) return;
      shownNames = names;
      const hadFocus = root.contains(document.activeElement);
      replaceAllChildren(root, made);
      root.hidden = made.length === 0;
      if (!hadFocus) return;
      const next = root.querySelector('button');
      if (next === null) onEmptied();
      else next.focus();
    },
  };
}

function chip(name: string, onRemove: () => void): HTMLElement {
  const label = l10n.t('Remove the filter {0}', name);
  const remove = element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label },
    icon('close'),
  );
  remove.addEventListener('click', onRemove);
  return element('span', { class: 'chip' }, element('span', { dir: 'auto', title: name }, name), remove);
}

export function workspaceName(id: string, name: string): string {
  if (id === '') return l10n.t('No workspace');
  return name === '' ? l10n.t('Unnamed workspace') : name;
}

/**
 * Returns the session's title. For a session without a title, returns a name with `firstDay`. `firstDay` is the
 * session's first day in the report. The report may cover only a part of the session.
 */
export function sessionName(
  { title, firstDay }: { readonly title?: string; readonly firstDay: string },
  dates: SpendContext['dates'],
): string {
  return title ?? l10n.t('Session of {0}', dates.day(firstDay));
}

function option(value: string, label: string): HTMLOptionElement {
  return element('option', { value }, label);
}

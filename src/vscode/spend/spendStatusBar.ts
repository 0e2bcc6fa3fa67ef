import * as vscode from 'vscode';
import type { CostRange } from '../../common/costRange.ts';
import { unknownAmounts, type SpendLimits } from '../../meter/budget.ts';
import type { Cost } from '../../meter/cost.ts';
import {
  currencyFormat,
  formatCost,
  formatLeastTokens,
  formatMarkedRange,
  formatMarkedTokens,
} from '../../common/text/formatCost.ts';
import type { Ledger, RunningRequest, SpendSummary } from '../../meter/ledger/ledger.ts';
import { describeUnknownAmount } from './spendNotes.ts';

/** The status bar item with today's cost. The item's tooltip also shows the costs of the session and of the month. */
export interface SpendStatusBar {
  /** Shows the ledger's current sums. The item is hidden until the first call. */
  readonly update: () => void;
  /**
   * Includes the cost so far of a running request in the shown sums, until the ledger has the request's final cost. Any
   * number of requests can be followed at the same time. Repeated calls update the item at most once per second.
   */
  readonly follow: (running: RunningRequest) => void;
  /** Returns the running requests whose cost so far the item includes. */
  readonly running: () => readonly RunningRequest[];
  readonly dispose: () => void;
}

export interface SpendStatusBarDependencies {
  readonly ledger: Ledger;
  readonly sessionId: () => string;
  readonly limits: () => SpendLimits;
  /** Returns the sentences below the table in the tooltip. */
  readonly notes: (summary: SpendSummary) => readonly string[];
}

const followMilliseconds = 1_000;

export function createSpendStatusBar({ ledger, sessionId, limits, notes }: SpendStatusBarDependencies): SpendStatusBar {
  const { l10n } = vscode;
  const item = vscode.window.createStatusBarItem('tally.spend', vscode.StatusBarAlignment.Right, 100);
  item.name = l10n.t('Tally Spend');

  let midnightTimer: NodeJS.Timeout | undefined;
  const followed = new Map<string, RunningRequest>();
  let followTimer: NodeJS.Timeout | undefined;

  const running = () => [...followed.values()];
  const update = () => {
    const now = new Date();
    for (const id of followed.keys()) if (ledger.pendingRequest(id) === undefined) followed.delete(id);
    const summary = ledger.summarize(sessionId(), now, running());
    const amount = itemText(summary.today);
    item.text = `$(credit-card) ${amount}`;
    item.tooltip = tooltip(summary, notes(summary));
    // The Spend page would be empty before the first request.
    item.command = summary.total.requests === 0 ? 'tally.openChat' : 'tally.showSpend';
    const warning = limitWarning(limits(), summary);
    item.backgroundColor = warning === undefined ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    const spent = l10n.t('Spent today with Tally: {0}', amount);
    // Screen readers do not read the colour, so the label also contains the warning.
    item.accessibilityInformation = { label: warning === undefined ? spent : `${spent}. ${warning}` };
    item.show();
    clearTimeout(midnightTimer);
    midnightTimer = setTimeout(update, startOfNextDay(now) - now.getTime()).unref();
  };

  return {
    update,
    running,
    follow: (request) => {
      followed.set(request.id, request);
      followTimer ??= setTimeout(() => {
        followTimer = undefined;
        update();
      }, followMilliseconds);
    },
    dispose: () => {
      clearTimeout(followTimer);
      clearTimeout(midnightTimer);
      item.dispose();
    },
  };
}

/** Returns the amount to show in the item. Unlike in all other texts, 0 has four decimal places, like $0.0050. */
function itemText(today: CostRange): string {
  const locale = vscode.env.language;
  return today.high === 0 ? currencyFormat(4, locale).format(0) : formatCost(today, locale);
}

/** Returns a warning if the limit for a day or session is reached, or a limit or price is unknown. Otherwise undefined. */
function limitWarning(limits: SpendLimits, { today, session: ofSession }: SpendSummary): string | undefined {
  const { daily = 0, session = 0 } = limits;
  if (daily > 0 && today.high >= daily) return vscode.l10n.t('You’ve reached your daily limit.');
  if (session > 0 && ofSession.high >= session) return vscode.l10n.t('You’ve reached your session limit.');
  const [unknown] = unknownAmounts(limits);
  return unknown && describeUnknownAmount(unknown);
}

function spendRows({ lastReply, replySoFar, session, today, month }: SpendSummary): readonly TooltipRow[] {
  const { l10n } = vscode;
  return [
    ...(lastReply === undefined ? [] : [toTooltipRow(l10n.t('Last request'), lastReply)]),
    ...(replySoFar === undefined ? [] : [toTooltipRow(l10n.t('This request so far'), replySoFar)]),
    toTooltipRow(l10n.t('This session'), session),
    toTooltipRow(l10n.t('Today'), today),
    toTooltipRow(l10n.t('This month'), month),
  ];
}

interface TooltipRow {
  readonly name: string;
  readonly amount: string;
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
}

function toTooltipRow(name: string, cost: Cost): TooltipRow {
  const locale = vscode.env.language;
  return {
    name,
    amount: formatMarkedRange(cost, locale),
    input: formatMarkedTokens(cost.inputTokens, cost, locale),
    cachedInput: formatLeastTokens(cost.cachedInputTokens, cost, locale),
    output: formatMarkedTokens(cost.outputTokens, cost, locale),
  };
}

function startOfNextDay(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}

function tooltip(summary: SpendSummary, notes: readonly string[]): vscode.MarkdownString {
  const { l10n } = vscode;
  const rows = spendRows(summary);
  const heading = [
    l10n.t('Tally spend'),
    l10n.t('Cost'),
    l10n.t('Tokens in'),
    l10n.t('Of these cached'),
    l10n.t('Tokens out'),
  ];
  const lines = [
    tableRow(heading),
    '|:--|--:|--:|--:|--:|',
    ...rows.map((row) => tableRow([row.name, row.amount, row.input, row.cachedInput, row.output])),
  ];
  const shown = [summary.lastReply, summary.replySoFar, summary.session, summary.today, summary.month];
  const note = shown.every((cost) => cost?.isReported !== false)
    ? ''
    : l10n.t('≈ marks estimates, because the service didn’t report everything. The cost should be within the range.');
  const paragraphs = [...notes, note].filter((each) => each !== '');
  return new vscode.MarkdownString([lines.join('\n'), ...paragraphs].join('\n\n'));
}

/**
 * Returns a row of a Markdown table. Adds space between the cells, because VS Code shows no space between the columns
 * of a tooltip.
 */
function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | &emsp;')} |`;
}

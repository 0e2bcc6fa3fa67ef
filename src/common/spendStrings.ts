/**
 * Every text of the Spend page, in the person's language. The extension fills it in with `vscode.l10n` and hands it
 * over in the page; English names are the contract of screen readers and tests.
 */
export interface SpendStrings {
  readonly title: string;
  readonly exportCsv: string;
  readonly recordBalance: string;
  readonly loading: string;
  /** Nothing was ever spent: what will be here. */
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly emptyPrivacy: string;
  readonly nothingInPeriod: string;
  readonly showAll: string;

  readonly period: string;
  readonly thisMonth: string;
  readonly last7Days: string;
  readonly last30Days: string;
  readonly last90Days: string;
  readonly thisYear: string;
  readonly allTime: string;
  /** Days that the person chose, not a name of them. */
  readonly chosenDays: string;
  readonly from: string;
  readonly to: string;
  /** `Since {0}`, `Until {0}`: days without a border on one side. */
  readonly since: string;
  readonly until: string;
  readonly workspace: string;
  readonly allWorkspaces: string;
  readonly noWorkspace: string;
  /** One whose name is not known. */
  readonly unnamedWorkspace: string;
  /** `Session: {0}`. */
  readonly session: string;
  /** `Session of {0}`, for one without a title: a day. */
  readonly sessionOf: string;
  /** `Days: {0}`, what was chosen in the chart. */
  readonly days: string;
  /** `Show all again instead of {0}`, for a chip's cross. */
  readonly removeChip: string;

  readonly summary: string;
  readonly spent: string;
  readonly spentReported: string;
  readonly spentEstimated: string;
  readonly questions: string;
  readonly average: string;
  readonly tokensIn: string;
  readonly tokensOut: string;
  readonly fromCache: string;
  /** `at least {0}`. */
  readonly atLeast: string;
  /** Nothing of it was reported. */
  readonly notKnown: string;
  readonly cacheExplained: string;
  readonly projection: string;
  readonly projectionExplained: string;

  readonly spendPerDay: string;
  readonly spendPerWeek: string;
  readonly spendPerMonth: string;
  /** How the keyboard works in the chart. */
  readonly chartHint: string;
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
  readonly mayBeLess: string;
  /** `{0}: {1}, questions: {2}` for screen readers: days, amount, number. */
  readonly chartValue: string;
  /** `{0}: {1} for {2} questions`; and for one. */
  readonly reportShown: string;
  readonly reportShownOne: string;
  readonly reportShownNothing: string;

  readonly breakdown: string;
  readonly byDay: string;
  readonly byWorkspace: string;
  readonly bySession: string;
  readonly day: string;
  readonly sessionColumn: string;
  readonly daysColumn: string;
  readonly cost: string;
  readonly averageColumn: string;
  readonly cached: string;
  readonly filter: string;
  readonly filterPlaceholder: string;
  /** `{0} of {1}` rows. */
  readonly rowCount: string;
  readonly nothingFound: string;
  /** `The latest {0} of {1} sessions …`: there are more than are listed. */
  readonly moreSessions: string;
  /** `Show {0} more`. */
  readonly showMore: string;
  /** `Show only {0}`. */
  readonly showOnly: string;
  /** `Open {0} in the chat`. */
  readonly openSession: string;

  readonly compareBill: string;
  readonly compareBillExplained: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** What the bill says. */
  readonly amount: string;
  readonly address: string;
  readonly allAddresses: string;
  readonly compare: string;
  /** `Tally says {0}`, a range. */
  readonly tallySays: string;
  /** `Your bill: {0}`. */
  readonly yourBill: string;
  readonly correctEstimates: string;
  readonly openPriceSettings: string;
}

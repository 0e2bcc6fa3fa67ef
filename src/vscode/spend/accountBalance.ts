import * as vscode from 'vscode';
import {
  archiveBalance,
  balanceLeft,
  isBalanceLow,
  restoreBalance,
  settleCredit,
  type ArchivedBalance,
  type BalanceStore,
  type RecordedBalance,
} from '../../meter/balance.ts';
import { cappedAmount } from '../../meter/amount.ts';
import type { BookedRequest } from '../../meter/ledger/spendRecord.ts';
import { formatLeft } from '../../common/text/formatCost.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { parseAmount } from '../../meter/parseAmount.ts';
import { confirm } from '../dialogs/askModal.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** The prepaid balance that the user recorded, minus the spend since then. */
export interface AccountBalance {
  /** Reads the recorded balance from disk, because another window may have changed it. */
  load(): Promise<void>;
  /**
   * Must be called when all data was deleted. Forgets the balance, then calls `load`, because the file may still exist.
   */
  forget(): Promise<void>;
  /**
   * Returns a sentence such as `Balance: ≈$4.20 of $5.00 left, recorded on Nov 21, 2026.`, without `≈` if nothing was
   * spent since then. Returns a sentence that begins with `Balance: used up.` if nothing is left, and undefined if no
   * balance is recorded.
   */
  sentence(): string | undefined;
  /** Returns what is left of the recorded balance, in nano-dollars, or undefined if no balance is recorded. */
  left(): number | undefined;
  /** Asks for the amount that the account page shows, and records the answer. */
  record(): Promise<void>;
  /**
   * Must be called when the service has reported an insufficient balance for a request that began at the time `at`, in
   * milliseconds since the epoch. A balance that was recorded earlier then counts as used up until the service charges a
   * request again: it may only have been too low for that request.
   */
  noteRefused(at: number): Promise<void>;
  /** Must be called when the service has charged a request. */
  noteCharged(): Promise<void>;
  /** Returns the recorded balance in the form for an archive, or undefined if no balance is recorded. */
  archived(): ArchivedBalance | undefined;
  /**
   * Records the balance from an archive. If this computer has a different recorded balance, first asks the user whether
   * to replace it.
   */
  restore(archived: ArchivedBalance): Promise<void>;
  /**
   * Calls `add`, which adds the requests of an archive to the ledger, either all or none of them. Requests from before
   * the balance was recorded then do not reduce the remaining balance, because the account page had already subtracted
   * their cost. Rejects as `add` does. If VS Code is killed meanwhile, the balance is not correct until `settleCredit`.
   */
  addEarlierRequests(requests: readonly BookedRequest[], add: () => Promise<void>): Promise<void>;
  /**
   * Completes a call of `addEarlierRequests` that was interrupted. Must be called at the start of an import, while no
   * other import runs. `isAdded` returns true if the ledger has the request with this id.
   */
  settleCredit(isAdded: (requestId: string) => boolean): Promise<void>;
  /**
   * Warns if at most a tenth of the recorded balance is left, but not if the recorded balance is 0. For each recorded
   * balance, normally only one window warns, and only once.
   */
  warnWhenLow(): Promise<void>;
}

export interface AccountBalanceDependencies {
  readonly store: BalanceStore;
  readonly ledger: Pick<Ledger, 'refresh' | 'total' | 'pendingHigh'>;
  readonly onDidChange: () => void;
  readonly now: () => number;
}

export function createAccountBalance({ store, ledger, onDidChange, now }: AccountBalanceDependencies): AccountBalance {
  // Capped, because an imported ledger may have a larger sum than the file of the balance can store.
  const spent = () => cappedAmount(ledger.total().high);
  /**
   * Returns the spend in nano-dollars, without pending requests (requests whose final cost is not known yet). For a
   * pending request, the ledger contains only an upper bound, and the final cost may be much lower.
   */
  const spentByEndedRequests = () => cappedAmount(Math.max(0, ledger.total().high - ledger.pendingHigh()));
  const claimWarning = createWarningClaim(store, spentByEndedRequests);

  const settle = async (isAdded: (requestId: string) => boolean) => {
    await store.load();
    const recorded = store.get();
    if (recorded?.credit !== undefined) await store.set(settleCredit(recorded, isAdded));
  };

  const change = async (recorded: RecordedBalance) => {
    await store.set(recorded);
    onDidChange();
  };

  const set = async (amount: number) => {
    // Assume that the account page has not subtracted the cost of pending requests yet. With the opposite assumption,
    // the remaining balance could be too high.
    await change({ amount, spentBefore: spentByEndedRequests(), at: now(), isWarned: false });
  };

  return {
    load: async () => store.load(),
    forget: async () => {
      store.forget();
      await store.load();
    },
    sentence: () => {
      const recorded = store.get();
      return recorded && balanceSentence(recorded, balanceLeft(recorded, spent()));
    },
    left: () => {
      const recorded = store.get();
      return recorded && balanceLeft(recorded, spent());
    },
    record: async () => {
      const amount = await askForAmount();
      if (amount === undefined) return;
      // Read the requests of other windows first, because the account page has already subtracted their cost.
      await ledger.refresh();
      await set(amount);
      void showInformation(
        vscode.l10n.t('{0} was recorded. The status bar’s tooltip shows the remaining balance.', formatDollars(amount)),
      );
    },
    archived: () => {
      const recorded = store.get();
      return recorded && archiveBalance(recorded, spentByEndedRequests());
    },
    restore: async (archived) => {
      // Another window may have recorded a balance since the last `load`.
      await store.load();
      const recorded = store.get();
      const restored = restoreBalance(archived, spentByEndedRequests());
      if (recorded?.at === restored.at || (recorded !== undefined && !(await confirmReplacing(recorded, restored))))
        return;
      await change(restored);
    },
    addEarlierRequests: async (requests, add) => {
      await store.load();
      const recorded = store.get();
      const earlier = recorded === undefined ? [] : requests.filter(({ at }) => at < recorded.at);
      const [first] = earlier;
      if (recorded === undefined || first === undefined) return add();
      const amount = earlier.reduce((sum, { cost }) => cappedAmount(sum + cost.high), 0);
      // Saved first, because VS Code may be killed before the balance is changed.
      await store.set({ ...recorded, credit: { requestId: first.id, amount } });
      await add();
      await settle((id) => id === first.id);
    },
    settleCredit: settle,
    // Another window may have recorded a balance, or noted a refusal or a charge, since the last `load`.
    noteRefused: async (at) => {
      await store.load();
      const recorded = store.get();
      if (recorded !== undefined && recorded.at <= at) await change({ ...recorded, isExhausted: true });
    },
    noteCharged: async () => {
      await store.load();
      const recorded = store.get();
      if (recorded?.isExhausted === true) await change({ ...recorded, isExhausted: false });
    },
    warnWhenLow: async () => {
      if (!(await claimWarning())) return;
      const latest = store.get();
      if (latest !== undefined) await warnAboutBalance(balanceLeft(latest, spentByEndedRequests()));
    },
  };
}

/**
 * Returns a function that resolves with true if this window should warn. Before it resolves with true, the function
 * marks the recorded balance, so that other windows do not warn.
 */
function createWarningClaim(store: BalanceStore, spentByEndedRequests: () => number): () => Promise<boolean> {
  let isClaiming = false;
  const isDue = (): boolean => {
    const known = store.get();
    return known !== undefined && !known.isWarned && isBalanceLow(known, spentByEndedRequests());
  };
  return async () => {
    if (isClaiming || !isDue()) return false;
    isClaiming = true;
    try {
      // Another window may have warned meanwhile, or recorded another amount.
      await store.load();
      const latest = store.get();
      if (latest === undefined || !isDue()) return false;
      await store.set({ ...latest, isWarned: true });
      return true;
    } finally {
      isClaiming = false;
    }
  };
}

function balanceSentence({ amount, at }: RecordedBalance, left: number): string {
  const { l10n } = vscode;
  if (left === 0) return l10n.t('Balance: used up. If you have topped it up, record the new balance.');
  const date = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' }).format(at);
  if (left === amount)
    return l10n.t('Balance: {0} of {1} left, recorded on {2}.', formatDollars(left), formatDollars(amount), date);
  return l10n.t('Balance: ≈{0} of {1} left, recorded on {2}.', formatDollars(left), formatDollars(amount), date);
}

async function confirmReplacing(recorded: RecordedBalance, restored: RecordedBalance): Promise<boolean> {
  const { l10n } = vscode;
  const date = ({ at }: RecordedBalance) =>
    new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium' }).format(at);
  return confirm(
    l10n.t('Replace your recorded balance?'),
    l10n.t(
      'On this computer, {0} was recorded on {1}. In the file, {2} was recorded on {3}. All other data of the file is imported in any case.',
      formatDollars(recorded.amount),
      date(recorded),
      formatDollars(restored.amount),
      date(restored),
    ),
    { safe: l10n.t('Keep'), acting: l10n.t('Replace') },
  );
}

/** Resolves with the amount in nano-dollars, or undefined if the user cancels or enters nothing. */
async function askForAmount(): Promise<number | undefined> {
  const { l10n } = vscode;
  const locale = vscode.env.language;
  const example = formatDollars(12_500_000_000);
  const answer = await vscode.window.showInputBox({
    title: l10n.t('Record Balance'),
    prompt: l10n.t(
      'The remaining balance on your account page, in US dollars. Tally subtracts everything that it spends from now on.',
    ),
    placeHolder: example,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const isValid = text.trim() === '' || parseAmount(text, locale) !== undefined;
      return isValid ? undefined : l10n.t('Enter an amount of US dollars, such as {0}.', example);
    },
  });
  return answer === undefined ? undefined : parseAmount(answer, locale);
}

async function warnAboutBalance(left: number): Promise<void> {
  const { l10n } = vscode;
  const openAccount = l10n.t('Open Account Page');
  const recordAgain = l10n.t('Record Balance');
  const sentence =
    left === 0
      ? l10n.t('Your recorded balance is used up.')
      : l10n.t('≈{0} of your balance is left.', formatDollars(left));
  const choice = await showWarning(sentence, openAccount, recordAgain);
  if (choice === openAccount) await vscode.commands.executeCommand('tally.openAccount');
  if (choice === recordAgain) await vscode.commands.executeCommand('tally.recordBalance');
}

function formatDollars(nanoDollars: number): string {
  return formatLeft(nanoDollars, vscode.env.language);
}

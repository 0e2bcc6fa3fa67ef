import * as vscode from 'vscode';
import { balanceLeft, isBalanceLow, type BalanceStore } from '../../meter/balance.ts';
import { formatLeft } from '../../common/formatCost.ts';
import type { Ledger } from '../../meter/ledger/ledger.ts';
import { parseAmount } from '../../meter/parseAmount.ts';

/** The prepaid balance, as far as the person recorded it. */
export interface AccountBalance {
  /** Reads what another window may have recorded. */
  load(): Promise<void>;
  /** Such as `Balance: ≈ $4.20 left of $5.00, recorded Nov 21, 2026.`; undefined when nothing was recorded. */
  sentence(): string | undefined;
  /** Asks what the account page says. */
  record(): Promise<void>;
  /** The service says that nothing is left. Done only where something was recorded. */
  setEmpty(): Promise<void>;
  /** Says so, once, when a tenth is left. */
  warnWhenLow(): Promise<void>;
}

export interface AccountBalanceDependencies {
  readonly store: BalanceStore;
  readonly ledger: Pick<Ledger, 'refresh' | 'total' | 'pendingHigh'>;
  readonly onDidChange: () => void;
  readonly now: () => number;
}

export function createAccountBalance({ store, ledger, onDidChange, now }: AccountBalanceDependencies): AccountBalance {
  const { l10n, window } = vscode;
  const locale = vscode.env.language;
  const spent = () => ledger.total().high;
  /** What runs may cost much less in the end than it is counted with. */
  const surelySpent = () => spent() - ledger.pendingHigh();
  let isLooking = false;

  /** Whether it is to be said now that little is left, which then is not said again. */
  const claimWarning = async (): Promise<boolean> => {
    // A warning cannot be taken back.
    const isDue = (known = store.get()) => known !== undefined && !known.isWarned && isBalanceLow(known, surelySpent());
    if (isLooking || !isDue()) return false;
    isLooking = true;
    try {
      // Another window may have said so, or recorded anew.
      await store.load();
      const latest = store.get();
      if (latest === undefined || !isDue()) return false;
      await store.set({ ...latest, isWarned: true });
      return true;
    } finally {
      isLooking = false;
    }
  };

  const set = async (amount: number) => {
    // What runs may be on the account's page or not: what is left is never said to be more.
    await store.set({ amount, spentBefore: surelySpent(), at: now(), isWarned: false });
    onDidChange();
  };

  return {
    load: async () => store.load(),
    sentence() {
      const recorded = store.get();
      if (recorded === undefined) return undefined;
      if (recorded.amount === 0) return l10n.t('Balance: used up.');
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(recorded.at);
      return l10n.t('Balance: ≈ {0} left of {1}, recorded {2}.', formatLeft(balanceLeft(recorded, spent()), locale), formatLeft(recorded.amount, locale), date);
    },
    async record() {
      const answer = await window.showInputBox({
        title: l10n.t('Record Balance'),
        prompt: l10n.t('What your account page says is left, in US dollars. Tally takes off what it spends from now on.'),
        placeHolder: formatLeft(12_500_000_000, locale),
        ignoreFocusOut: true,
        validateInput: (text) => (text.trim() === '' || parseAmount(text, locale) !== undefined ? undefined : l10n.t('Enter an amount of US dollars, such as {0}.', formatLeft(12_500_000_000, locale))),
      });
      const amount = answer === undefined ? undefined : parseAmount(answer, locale);
      if (amount === undefined) return;
      // What other windows have spent until now is no longer in it.
      await ledger.refresh();
      await set(amount);
      void window.showInformationMessage(l10n.t('Recorded: {0}. The status bar’s tooltip says what is left of it.', formatLeft(amount, locale)));
    },
    async setEmpty() {
      if (store.get() !== undefined) await set(0);
    },
    async warnWhenLow() {
      const latest = store.get();
      if (latest === undefined || !(await claimWarning())) return;
      const openAccount = l10n.t('Open account page');
      const recordAgain = l10n.t('Record balance');
      const sentence = l10n.t('About {0} is left of your balance.', formatLeft(balanceLeft(latest, surelySpent()), locale));
      const choice = await window.showWarningMessage(sentence, openAccount, recordAgain);
      if (choice === openAccount) await vscode.commands.executeCommand('tally.openAccount');
      if (choice === recordAgain) await vscode.commands.executeCommand('tally.recordBalance');
    },
  };
}

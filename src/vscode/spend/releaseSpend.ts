import type { Ledger } from '../../meter/ledger/ledger.ts';
import type { Saving } from '../storage/saving.ts';
import type { AccountBalance } from './accountBalance.ts';
import type { SpendWatch } from './spendWatch.ts';

export interface ReleaseSpendDependencies {
  readonly ledger: Pick<Ledger, 'clear'>;
  readonly saving: Pick<Saving, 'discard'>;
  readonly spendWatch: Pick<SpendWatch, 'restart'>;
  readonly balance: Pick<AccountBalance, 'forget'>;
  /** Called when the spend and the balance were forgotten. */
  readonly onDidChange: () => void;
  readonly logError: (error: unknown) => void;
}

/**
 * Calls `remove` while no snapshot of the ledger is written, and resolves with the result of `remove`. If the result is
 * true, forgets the spend, the balance, and the writes that the disk has refused. Rejects only if nothing was removed:
 * the chat must start empty after a removal, so later errors are only logged.
 */
export async function releaseSpend(
  remove: () => Promise<boolean>,
  { ledger, saving, spendWatch, balance, onDidChange, logError }: ReleaseSpendDependencies,
): Promise<boolean> {
  const removed = { value: false };
  try {
    await ledger.clear(async () => (removed.value = await remove()));
  } catch (error) {
    if (!removed.value) throw error;
    logError(error);
  }
  if (!removed.value) return false;
  const steps = [async () => saving.discard(), spendWatch.restart, async () => balance.forget(), onDidChange];
  for (const step of steps) await Promise.resolve().then(step).catch(logError);
  return true;
}

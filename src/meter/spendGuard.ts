import type { SpendPermit } from '../common/spendPermit.ts';
import { checkBudget, type SpendLimits, type SpentSoFar } from './budget.ts';
import type { Cost } from './cost.ts';
import type { Ledger } from './ledger/ledger.ts';

/** A request that is not sent yet. */
export interface RequestToPermit {
  readonly sessionId: string;
  /** Estimates the cost of the request without the reply. Not called if all limits in `SpendLimits` are 0. */
  readonly estimate: () => Promise<Cost>;
  /** True if the message is sent automatically from the queue. The user is then never asked. */
  readonly isAutomatic: boolean;
}

/**
 * Checks a request against the user's limits. If the message is expensive or would exceed a limit, refuses an automatic
 * request, and asks the user about any other request. Resolves with a permit, which proves that the guard allowed the
 * request, or with undefined if the request must not be sent.
 */
export type SpendGuard = (request: RequestToPermit) => Promise<SpendPermit | undefined>;

/**
 * A limit that is nearly reached or exceeded: the spend, including the next message, would be at least 80 % of the
 * limit. `atMost` is the amount of the limit, and `spent` is the spend before the message, both in nano-dollars.
 */
export interface ReachedLimit {
  readonly limit: keyof SpentSoFar;
  readonly atMost: number;
  readonly spent: number;
}

/** Prompts and notices for the user. */
export interface SpendQuestions {
  /** Asks for confirmation of an expensive message. Resolves with true if the message may be sent. */
  confirm(price: Cost): Promise<boolean>;
  /** Asks whether to exceed a limit with this message. Resolves with true if the message may be sent. */
  sendAnyway(reached: ReachedLimit, price: Cost): Promise<boolean>;
  /** Shows that the spend, including the next message, is at least 80 % of a limit, but does not exceed the limit. */
  warn(near: ReachedLimit): void;
  /** Shows that a queued message was not sent automatically. */
  tellHeld(): void;
}

export interface SpendGuardDependencies {
  readonly limits: () => SpendLimits;
  readonly ledger: Pick<Ledger, 'refresh' | 'summarize'>;
  readonly questions: SpendQuestions;
  readonly now: () => Date;
  /**
   * Called if the ledger cannot read the spend of other windows, for example because a journal (a file of the ledger)
   * is unreadable.
   */
  readonly reportError: (error: unknown) => void;
}

export function createSpendGuard({ limits, ledger, questions, now, reportError }: SpendGuardDependencies): SpendGuard {
  const permit = {} as SpendPermit;
  const warned = new Set<string>();

  const warnOnce = (near: ReachedLimit, sessionId: string) => {
    const key = JSON.stringify([near.limit, near.atMost, near.limit === 'session' ? sessionId : now().toDateString()]);
    if (warned.has(key)) return;
    warned.add(key);
    questions.warn(near);
  };

  const isPermitted = async ({ sessionId, estimate, isAutomatic }: RequestToPermit): Promise<boolean> => {
    const inForce = limits();
    if (inForce.daily === 0 && inForce.session === 0 && inForce.confirmAbove === 0) return true;
    // Reads the spend of other windows. An unreadable journal does not block the message, because the other journals
    // still count.
    const [price] = await Promise.all([estimate(), ledger.refresh().catch(reportError)]);
    const { today, session } = ledger.summarize(sessionId, now());
    const checked = checkBudget(inForce, { daily: today.high, session: session.high }, price.high);
    switch (checked.verdict) {
      case 'ok':
        return true;
      case 'warn':
        warnOnce(checked, sessionId);
        return true;
      case 'confirm':
      case 'blocked':
        if (!isAutomatic)
          return checked.verdict === 'confirm' ? questions.confirm(price) : questions.sendAnyway(checked, price);
        questions.tellHeld();
        return false;
    }
  };

  return async (request) => ((await isPermitted(request)) ? permit : undefined);
}

import type { SpendPermit } from '../common/spendPermit.ts';
import { checkBudget, type SpendLimits, type SpentSoFar } from './budget.ts';
import type { Cost } from './cost.ts';
import type { Ledger } from './ledger/ledger.ts';

/** A request that is about to be made. Nothing of it is saved or sent yet. */
export interface RequestToPermit {
  readonly sessionId: string;
  /** Prices the request without its reply. Not called where there are no limits. */
  readonly estimate: () => Promise<Cost>;
  /** Sent automatically from the queue: never prompt. */
  readonly isAutomatic: boolean;
}

/** Checks a request against the person's limits, and prompts where they asked for it. Undefined if it must not be made. */
export type SpendGuard = (request: RequestToPermit) => Promise<SpendPermit | undefined>;

/** A limit, and the amount spent under it, in nano-dollars. */
export interface ReachedLimit {
  readonly limit: keyof SpentSoFar;
  readonly atMost: number;
  readonly spent: number;
}

/** Prompts and notices for the person. */
export interface SpendQuestions {
  /** Asks whether to send a message of that price. */
  confirm(price: Cost): Promise<boolean>;
  /** Asks whether to send one message although it exceeds a limit. */
  sendAnyway(reached: ReachedLimit, price: Cost): Promise<boolean>;
  /** Tells that a limit is near. */
  warn(near: ReachedLimit): void;
  /** Tells that a queued message was not sent automatically. */
  tellHeld(): void;
}

export interface SpendGuardDependencies {
  readonly limits: () => SpendLimits;
  readonly ledger: Pick<Ledger, 'refresh' | 'summarize'>;
  readonly questions: SpendQuestions;
  readonly now: () => Date;
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
    // Other windows spend, too. An unreadable file must not keep the person from asking: the rest is known.
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

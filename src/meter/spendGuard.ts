import type { SpendPermit } from '../common/spendPermit.ts';
import { checkBudget, unknownAmounts, type AmountSetting, type SpendLimits, type SpentSoFar } from './budget.ts';
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

/** Checks requests against the user's limits, before and after the request is booked (recorded in the ledger). */
export interface SpendGuard {
  /**
   * If the message is expensive or would exceed a limit, refuses an automatic request, and asks the user about any
   * other request. Also does this if a limit is unknown, or if a limit is set and a price is unknown. Resolves with a
   * permit, which proves that the guard allowed the request, or with undefined if the request must not be sent.
   */
  permit(request: RequestToPermit): Promise<SpendPermit | undefined>;
  /**
   * Checks a booked request again immediately before it is sent, and before each automatic retry. Another request may
   * have been booked since `permit` checked the limits. Of two such requests, at least one sees the other, because both
   * are booked before this check. If a limit would now be exceeded, refuses an automatic request, and asks the user
   * about any other request. Does not ask if the user has already agreed to exceed a limit with this permit. Resolves
   * with true if the request may be sent.
   */
  stillPermits(permit: SpendPermit, booked: RequestToRecheck): Promise<boolean>;
}

/** A booked request that is not sent yet. `id` is the id of its pending record. */
export interface RequestToRecheck extends Pick<RequestToPermit, 'sessionId' | 'isAutomatic'> {
  readonly id: string;
}

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
  /**
   * Asks whether to send the message although a limit or a price is unknown. Resolves with true if the message may be
   * sent.
   */
  sendWithUnknown(setting: AmountSetting): Promise<boolean>;
  /** Shows that the spend, including the next message, is at least 80 % of a limit, but does not exceed the limit. */
  warn(near: ReachedLimit): void;
  /**
   * Shows that a queued message was not sent automatically. `unknown` is the limit or price whose unknown value is the
   * reason. Undefined if there is another reason.
   */
  tellHeld(unknown?: AmountSetting): void;
  /** Shows that a queued message was added to the conversation, but was not sent, because it would exceed a limit. */
  tellUnsent(): void;
}

export interface SpendGuardDependencies {
  readonly limits: () => SpendLimits;
  readonly ledger: Pick<Ledger, 'refresh' | 'summarize' | 'pendingRequest'>;
  readonly questions: SpendQuestions;
  readonly now: () => Date;
  /**
   * Called if the ledger cannot read the spend of other windows, for example because a journal (a file of the ledger)
   * is unreadable.
   */
  readonly reportError: (error: unknown) => void;
}

/** The price and the spend on which a permit was based, and the user's answer. */
interface Grant {
  readonly price: Cost;
  /** The spend when the permit was given. */
  readonly spent: SpentSoFar;
  /** True if the user agreed to exceed a limit. */
  readonly mayExceed: boolean;
}

export function createSpendGuard({ limits, ledger, questions, now, reportError }: SpendGuardDependencies): SpendGuard {
  /** The grants of all permits, except permits that were given while no limit was set. */
  const grants = new WeakMap<SpendPermit, Grant>();
  const warned = new Set<string>();

  const warnOnce = (near: ReachedLimit, sessionId: string) => {
    const key = JSON.stringify([near.limit, near.atMost, near.limit === 'session' ? sessionId : now().toDateString()]);
    if (warned.has(key)) return;
    warned.add(key);
    questions.warn(near);
  };

  /**
   * Reads the spend of other windows. Returns the spend without the pending request `id`. An unreadable journal does
   * not block the message, because the other journals still count.
   */
  const readSpent = async (sessionId: string, id?: string): Promise<SpentSoFar> => {
    await ledger.refresh().catch(reportError);
    const { today, session } = ledger.summarize(sessionId, now());
    const own = id === undefined ? 0 : (ledger.pendingRequest(id)?.cost.high ?? 0);
    return { daily: today.high - own, session: session.high - own };
  };

  const hold = (unknown?: AmountSetting) => {
    questions.tellHeld(unknown);
    return false;
  };

  const permit = async ({ sessionId, estimate, isAutomatic }: RequestToPermit): Promise<SpendPermit | undefined> => {
    const permitted = {} as SpendPermit;
    const inForce = limits();
    if (inForce.daily === 0 && inForce.session === 0 && inForce.confirmAbove === 0) return permitted;
    const [unknown] = unknownAmounts(inForce);
    if (unknown !== undefined && !(isAutomatic ? hold(unknown) : await questions.sendWithUnknown(unknown)))
      return undefined;
    const [price, spent] = await Promise.all([estimate(), readSpent(sessionId)]);
    const checked = checkBudget(inForce, spent, price.high);
    const grant = (mayExceed: boolean) => {
      grants.set(permitted, { price, spent, mayExceed });
      return permitted;
    };
    switch (checked.verdict) {
      case 'ok':
        return grant(false);
      case 'warn':
        warnOnce(checked, sessionId);
        return grant(false);
      case 'confirm':
        return (isAutomatic ? hold() : await questions.confirm(price)) ? grant(false) : undefined;
      case 'blocked':
        return (isAutomatic ? hold() : await questions.sendAnyway(checked, price)) ? grant(true) : undefined;
    }
  };

  const stillPermits = async (permitted: SpendPermit, { id, sessionId, isAutomatic }: RequestToRecheck) => {
    const grant = grants.get(permitted);
    const inForce = { ...limits(), confirmAbove: 0 };
    if (grant === undefined || grant.mayExceed || (inForce.daily === 0 && inForce.session === 0)) return true;
    const { price, spent: before } = grant;
    const spent = await readSpent(sessionId, id);
    if (spent.daily <= before.daily && spent.session <= before.session) return true;
    const checked = checkBudget(inForce, spent, price.high);
    if (checked.verdict !== 'blocked') return true;
    if (!isAutomatic) return questions.sendAnyway(checked, price);
    questions.tellUnsent();
    return false;
  };

  return { permit, stillPermits };
}

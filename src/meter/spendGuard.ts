import { inTime } from '../common/async/inTime.ts';
import type { SpendPermit } from '../common/spendPermit.ts';
import {
  checkBudget,
  limitsForShownPrice,
  reachedLimits,
  unknownAmounts,
  type AmountSetting,
  type ReachedLimit,
  type SpendLimits,
  type SpentSoFar,
} from './budget.ts';
import type { Cost } from './cost.ts';
import type { Ledger } from './ledger/ledger.ts';

/** A request that is not sent yet. */
export interface RequestToPermit {
  readonly sessionId: string;
  /**
   * Estimates the cost of the request without the reply. Not called while all limits in `SpendLimits` are 0, unless
   * `mostCost` is too high for the `shownPrice`.
   */
  readonly estimate: () => Promise<Cost>;
  /** Returns a range from 0 to an upper bound of the cost, without counting tokens. */
  readonly mostCost: () => Cost;
  /** True if the message is sent automatically from the queue. The user is then never asked. */
  readonly isAutomatic: boolean;
  /**
   * The upper bound, in nano-dollars, of the price that was shown when the user sent the message; 0 if no price was
   * shown. See limitsForShownPrice. If undefined, the price is only checked against the limits.
   */
  readonly shownPrice?: number | undefined;
  /** The text that the user typed, which names the message in notices. */
  readonly text?: string;
}

/** Checks requests against the user's limits, before and after the request is booked (recorded in the ledger). */
export interface SpendGuard {
  /**
   * If the message is expensive or would exceed a limit, refuses an automatic request, and asks the user about any
   * other request. Also does this if a limit is unknown, or if a limit is set and a price is unknown. Resolves with a
   * permit, which proves that the guard allowed the request, or with undefined if the request must not be sent. If
   * counting the tokens takes too long, checks the upper bound of the price.
   */
  permit(request: RequestToPermit): Promise<SpendPermit | undefined>;
  /**
   * Checks a booked request again immediately before it is sent, and before each retry. Another request may have been
   * booked since `permit` checked the limits. Of two such requests, at least one sees the other, because both are
   * booked before this check. The user may also have changed a limit. If a limit would now be exceeded, or has become
   * unknown, refuses an automatic request and an automatic retry, and asks the user about any other request. Does not
   * ask if the user has already agreed to exceed a limit with this permit, and the limits are unchanged since. Resolves
   * with the reason if the request must not be sent, or with undefined if it may be sent.
   */
  recheck(permit: SpendPermit, booked: RequestToRecheck): Promise<SpendRefusal | undefined>;
  /**
   * Must be called when a reply of the session is booked, because `permit` does not know the cost of the reply. Warns
   * if the spend has reached 80 %, or the whole, of the limit for a day or for the session.
   */
  readonly noteSpent: (sessionId: string) => void;
}

/** A booked request that is not sent yet. `id` is the id of its pending record. */
export interface RequestToRecheck extends Pick<RequestToPermit, 'sessionId' | 'isAutomatic'> {
  readonly id: string;
  /**
   * True before a retry that the user did not start. The user is then never asked, because the question would interrupt
   * other work. The user is not notified either, because the end of the reply gives the reason.
   */
  readonly isAutomaticRetry?: boolean;
}

/** The limit that a message could exceed, or `unknown` if a limit or a price is unknown. */
export type SpendRefusal = keyof SpentSoFar | 'confirmAbove' | 'unknown';

/**
 * The reason why a queued message was not sent automatically: a limit that it could exceed, a limit or a price that is
 * unknown, or its own price. `shownPrice` is as in `SpendQuestions.confirm`.
 */
export type HeldReason =
  | { readonly kind: 'blocked'; readonly reached: ReachedLimit }
  | { readonly kind: 'unknown'; readonly setting: AmountSetting }
  | { readonly kind: 'confirm'; readonly shownPrice?: number | undefined };

/** Prompts and notices for the user. */
export interface SpendQuestions {
  /**
   * Asks for confirmation of an expensive message. Resolves with true if the message may be sent. `shownPrice` is the
   * price that the message exceeds (see RequestToPermit). If it is undefined, the message exceeds `confirmAbove`.
   */
  confirm(price: Cost, shownPrice?: number): Promise<boolean>;
  /** Asks whether to exceed a limit with this message. Resolves with true if the message may be sent. */
  sendAnyway(reached: ReachedLimit, price: Cost): Promise<boolean>;
  /**
   * Asks whether to send the message although a limit or a price is unknown. Resolves with true if the message may be
   * sent.
   */
  sendWithUnknown(setting: AmountSetting): Promise<boolean>;
  /**
   * Shows that the spend is at least 80 % of a limit. This includes the next message of the session, which does not
   * exceed the limit. The replies so far may have exceeded the limit.
   */
  warn(near: ReachedLimit, sessionId: string): void;
  /** Shows that the queued message with this text was not sent automatically. */
  tellHeld(reason: HeldReason, text: string): void;
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

/** The limits, the price and the spend on which a permit was based, and the user's answer. */
interface Grant {
  readonly limits: SpendLimits;
  /** Returns the price, or its upper bound if counting takes too long. Not called while no limit is set. */
  readonly estimate: () => Promise<Cost>;
  /** The spend when the request was last checked. Zero if no limit was set. */
  readonly spent: SpentSoFar;
  /** True if the user agreed to exceed a limit. */
  readonly mayExceed: boolean;
}

/** Time in milliseconds in which the tokens of an ordinary message are counted, even if the counter is busy. */
const soon = 1_000;
/**
 * If a limit is set, the guard waits this long for the count, in milliseconds. The upper bound without a count is
 * several times the price, and could exceed a limit that the message does not exceed. But a counter that hangs must not
 * block the message.
 */
const longest = 10_000;

const nothingSpent: SpentSoFar = { daily: 0, session: 0 };

export function createSpendGuard({ limits, ledger, questions, now, reportError }: SpendGuardDependencies): SpendGuard {
  /** The grant of each permit, from its last check. */
  const grants = new WeakMap<SpendPermit, Grant>();
  const warnOnce = createWarnOnce(questions, now);

  const knownSpent = (sessionId: string): SpentSoFar => {
    const { today, session } = ledger.summarize(sessionId, now());
    return { daily: today.high, session: session.high };
  };

  /**
   * Reads the spend of other windows. Returns the spend without the pending request `id`. An unreadable journal does
   * not block the message, because the other journals still count.
   */
  const readSpent = async (sessionId: string, id?: string): Promise<SpentSoFar> => {
    await ledger.refresh().catch(reportError);
    const { daily, session } = knownSpent(sessionId);
    const own = id === undefined ? 0 : (ledger.pendingRequest(id)?.cost.high ?? 0);
    return { daily: daily - own, session: session - own };
  };

  const permit: SpendGuard['permit'] = async (request) => {
    const { sessionId, estimate, mostCost, isAutomatic, shownPrice, text = '' } = request;
    const hold = (reason: HeldReason) => {
      questions.tellHeld(reason, text);
      return false;
    };
    const permitted = {} as SpendPermit;
    const inForce = limits();
    const toCheck = shownPrice === undefined ? inForce : limitsForShownPrice(inForce, shownPrice);
    const isLimited = hasLimit(inForce);
    const estimateInTime = async () => inTime(estimate(), mostCost(), longest);
    const most = isLimited || shownPrice === undefined ? undefined : mostCost();
    if (!isLimited && (most === undefined || most.high <= (toCheck.confirmAbove ?? 0))) {
      grants.set(permitted, { limits: inForce, estimate: estimateInTime, spent: nothingSpent, mayExceed: false });
      return permitted;
    }
    const [unknown] = isLimited ? unknownAmounts(inForce) : [];
    if (unknown !== undefined) {
      const isAllowed = isAutomatic
        ? hold({ kind: 'unknown', setting: unknown })
        : await questions.sendWithUnknown(unknown);
      if (!isAllowed) return undefined;
    }
    const [price, spent] =
      most === undefined
        ? await Promise.all([estimateInTime(), readSpent(sessionId)])
        : [await inTime(estimate(), most, soon), nothingSpent];
    const checked = checkBudget(toCheck, spent, price.high);
    const grant = (mayExceed: boolean) => {
      grants.set(permitted, { limits: inForce, estimate: async () => Promise.resolve(price), spent, mayExceed });
      return permitted;
    };
    if (checked.verdict === 'blocked') {
      const isAllowed = isAutomatic
        ? hold({ kind: 'blocked', reached: checked })
        : await questions.sendAnyway(checked, price);
      return isAllowed ? grant(true) : undefined;
    }
    if (checked.verdict === 'confirm') {
      const exceeded = inForce.confirmAbove === 0 ? shownPrice : undefined;
      const isAllowed = isAutomatic
        ? hold({ kind: 'confirm', shownPrice: exceeded })
        : await questions.confirm(price, exceeded);
      if (!isAllowed) return undefined;
    }
    for (const near of checked.near) warnOnce(near, sessionId);
    return grant(false);
  };

  const recheck: SpendGuard['recheck'] = async (permitted, booked) => {
    const { id, sessionId, isAutomatic, isAutomaticRetry = false } = booked;
    const grant = grants.get(permitted);
    const inForce = limits();
    if (grant === undefined || !hasLimit(inForce)) return undefined;
    const isUnchanged = JSON.stringify(inForce) === JSON.stringify(grant.limits);
    if (isUnchanged && grant.mayExceed) return undefined;
    const spent = await readSpent(sessionId, id);
    if (isUnchanged && spent.daily <= grant.spent.daily && spent.session <= grant.spent.session) return undefined;
    const checked = await checkAgain(questions, grant, inForce, spent, !isAutomatic && !isAutomaticRetry);
    if (typeof checked !== 'string') {
      grants.set(permitted, checked);
      return undefined;
    }
    if (isAutomatic && !isAutomaticRetry) questions.tellUnsent();
    return checked;
  };

  return {
    permit,
    recheck,
    noteSpent: (sessionId) => {
      for (const reached of reachedLimits(limits(), knownSpent(sessionId), 0)) warnOnce(reached, sessionId);
    },
  };
}

/** Returns a function that warns once on each day, or in each session, that a limit is nearly reached, and that it is. */
function createWarnOnce(questions: SpendQuestions, now: () => Date): SpendQuestions['warn'] {
  const warned = new Set<string>();
  return (near, sessionId) => {
    const { limit, atMost, spent } = near;
    const period = limit === 'session' ? sessionId : now().toDateString();
    const key = JSON.stringify([limit, atMost, period, spent >= atMost]);
    if (warned.has(key)) return;
    warned.add(key);
    questions.warn(near, sessionId);
  };
}

/**
 * Checks a booked request against limits that were changed, or that other requests may have used up. Resolves with
 * the grant for the next check, or with the reason if the request must not be sent.
 */
async function checkAgain(
  questions: SpendQuestions,
  grant: Grant,
  inForce: SpendLimits,
  spent: SpentSoFar,
  mayAsk: boolean,
): Promise<Grant | SpendRefusal> {
  const answered = hasLimit(grant.limits) ? unknownAmounts(grant.limits) : [];
  const unknown = unknownAmounts(inForce).find((each) => !answered.includes(each));
  if (unknown !== undefined && !(mayAsk && (await questions.sendWithUnknown(unknown)))) return 'unknown';
  const price = await grant.estimate();
  const isConfirmed = inForce.confirmAbove === grant.limits.confirmAbove;
  const checked = checkBudget(isConfirmed ? { ...inForce, confirmAbove: 0 } : inForce, spent, price.high);
  const next = { ...grant, limits: inForce, spent, estimate: async () => Promise.resolve(price) };
  switch (checked.verdict) {
    case 'ok':
      return next;
    case 'confirm':
      return mayAsk && (await questions.confirm(price)) ? next : 'confirmAbove';
    case 'blocked':
      return mayAsk && (await questions.sendAnyway(checked, price)) ? { ...next, mayExceed: true } : checked.limit;
  }
}

/** Returns true if at least one limit is set, even if its amount is unknown. */
function hasLimit({ daily, session, confirmAbove }: SpendLimits): boolean {
  return [daily, session, confirmAbove].some((limit) => limit !== 0);
}

declare const permitted: unique symbol;

/**
 * Proof that the spend guard, which enforces the user's limits, allowed a request. Only the guard creates permits, so
 * code without a permit cannot send a request.
 */
export interface SpendPermit {
  readonly [permitted]: true;
}

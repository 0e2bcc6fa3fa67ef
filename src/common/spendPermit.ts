declare const permitted: unique symbol;

/**
 * Proof that the spend guard allowed a request. The guard checks each request against the user's limits. Only the guard
 * creates permits. No request can be sent without a permit.
 */
export interface SpendPermit {
  readonly [permitted]: true;
}

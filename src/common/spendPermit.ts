declare const permitted: unique symbol;

/**
 * Proof that the spend guard allowed a chat request. The guard checks the request against the user's limits. Only the
 * guard creates permits. A permit is a required field of ChatRequest, so no chat request can be sent without a permit.
 */
export interface SpendPermit {
  readonly [permitted]: true;
}

declare const permitted: unique symbol;

/** Proof that the spend guard allowed a request. Only the guard creates permits, so no request can bypass it. */
export interface SpendPermit {
  readonly [permitted]: true;
}

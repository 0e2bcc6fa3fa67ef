declare const permitted: unique symbol;

/** Proof that the spend guard allowed a request. Only the guard creates one, so nothing can be sent without asking it. */
export interface SpendPermit {
  readonly [permitted]: true;
}

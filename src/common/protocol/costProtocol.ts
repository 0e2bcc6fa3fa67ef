/** The cost of a running reply so far: at most twice a second. */
export interface DidChangeCostSoFar {
  readonly type: 'didChangeCostSoFar';
  readonly responseId: string;
  /** The line under the reply, such as `≈$0.0012–0.0019 so far · 240 tokens out`. */
  readonly footer: string;
}

/** The parts of a reply's cost: the answer to `explainCost`. */
export interface CostBreakdownView {
  /** Over the columns after the first one: tokens, price of a million, amount. */
  readonly columns: readonly [tokens: string, price: string, amount: string];
  /** One for each kind of tokens. */
  readonly rows: readonly CostRowView[];
  /** Both ends; the amounts add up to the high one. */
  readonly total: { readonly name: string; readonly amount: string };
  /** How sure it is: sentences. */
  readonly remarks: readonly string[];
}

export interface CostRowView {
  readonly name: string;
  readonly tokens: string;
  /** Empty when the price at that time is not known, as the amount is then. */
  readonly price: string;
  readonly amount: string;
}

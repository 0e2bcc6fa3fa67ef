/** The cost so far of a running reply. Posted at most twice a second. */
export interface DidChangeCostSoFar {
  readonly type: 'didChangeCostSoFar';
  readonly responseId: string;
  /** The line below the reply, such as `≈$0.0012–0.0019 so far · 240 tokens out`. */
  readonly footer: string;
}

/** A table of the parts of a reply's cost: the answer to `explainCost`. All values are formatted for display. */
export interface CostBreakdownView {
  /** The column headers. The first column, with the names of the rows, has none. */
  readonly columns: readonly [tokens: string, price: string, amount: string];
  /** One row per kind of tokens: input, cached input, output. */
  readonly rows: readonly CostRowView[];
  /** The low and the high end of the cost. The amounts of the rows add up to the high end. */
  readonly total: { readonly name: string; readonly amount: string };
  /** Sentences about how exact the cost is. */
  readonly remarks: readonly string[];
}

export interface CostRowView {
  readonly name: string;
  readonly tokens: string;
  /** The price of a million tokens. Empty if the prices at the time of the request are unknown. */
  readonly price: string;
  /** Empty if the price is. */
  readonly amount: string;
}

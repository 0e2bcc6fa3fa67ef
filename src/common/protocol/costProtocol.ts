/** The cost of a running reply so far. Posted at most twice a second. */
export interface DidChangeCostSoFar {
  readonly type: 'didChangeCostSoFar';
  readonly responseId: string;
  /** The line below the reply, such as `≈$0.0012–0.0019 so far · ≈240 tokens out`. Empty if the cost is 0. */
  readonly footer: string;
}

/** The answer to `explainCost`: a table of the parts of a reply's cost. All values are formatted for display. */
export interface CostBreakdownView {
  /** The column headers. The first column, which contains the names of the rows, has no header. */
  readonly columns: readonly [tokens: string, price: string, amount: string];
  /** The rows of the table, one for each kind of tokens (input, cached input, output). */
  readonly rows: readonly CostRowView[];
  /**
   * The range of the cost, or a single amount if both ends are equal. If the rows have amounts, these amounts
   * add up to the high end of the range.
   */
  readonly total: { readonly name: string; readonly amount: string };
  /** Sentences about how exact the cost is. */
  readonly remarks: readonly string[];
}

export interface CostRowView {
  readonly name: string;
  readonly tokens: string;
  /** The price of a million tokens. Empty if the prices at the time of the request are unknown. */
  readonly price: string;
  /** The cost of the tokens. Empty if `price` is empty. */
  readonly amount: string;
}

/** How the rows of a table are chosen and ordered. */
export interface Arrangement {
  readonly column: string;
  readonly isDescending: boolean;
  /** Each word of it stands somewhere in the row. */
  readonly filter: string;
}

/** The rows that fit, in that order; equal ones stay as they were. */
export function arrangeRows<Row>(
  rows: readonly Row[],
  { filter, isDescending }: Arrangement,
  text: (row: Row) => string,
  compare: (a: Row, b: Row) => number,
): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const fits = (row: Row) => {
    const searched = text(row).toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const found = words.length === 0 ? rows : rows.filter(fits);
  return found.toSorted(isDescending ? (a, b) => compare(b, a) : compare);
}

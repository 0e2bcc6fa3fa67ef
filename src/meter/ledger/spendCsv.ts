import type { BookedRequest } from './spendRecord.ts';

/** A request with the title of its session, which is empty if the title is not known. */
interface TitledRequest extends BookedRequest {
  readonly title: string;
}

/**
 * The header of each column, and a function that formats the column's cells. Do not change the columns, because users'
 * spreadsheets depend on them. Add new columns at the end.
 */
const columns: readonly (readonly [name: string, cell: (request: TitledRequest) => string])[] = [
  // Omits the final Z, because spreadsheet programs read a time with a zone as text.
  ['time_utc', ({ at }) => textCell(new Date(at).toISOString().slice(0, -1))],
  ['day', ({ day }) => day],
  ['workspace', ({ workspace }) => textCell(workspace?.name ?? '')],
  ['session', ({ sessionId }) => textCell(sessionId)],
  ['address', ({ origin }) => textCell(origin)],
  ['end', ({ end }) => end],
  ['reported', ({ cost }) => (cost.isReported && cost.inputTokens + cost.outputTokens > 0 ? 'yes' : 'no')],
  ['input_tokens', ({ cost }) => decimal(cost.inputTokens, 0)],
  ['cached_input_tokens', ({ cost }) => decimal(cost.cachedInputTokens, 0)],
  ['output_tokens', ({ cost }) => decimal(cost.outputTokens, 0)],
  ['low_usd', ({ cost }) => decimal(cost.low, 9)],
  ['high_usd', ({ cost }) => decimal(cost.high, 9)],
  ['input_price', ({ prices }) => pricePerMillion(prices.input)],
  ['cached_input_price', ({ prices }) => pricePerMillion(prices.cachedInput)],
  ['output_price', ({ prices }) => pricePerMillion(prices.output)],
  ['id', ({ id }) => textCell(id)],
  ['session_title', ({ title }) => textCell(title)],
];

const rowsOfPart = 1_000;

/**
 * Formats requests as CSV (RFC 4180). Yields parts of at most 1,000 rows. Starts with a byte order mark, because Excel
 * needs this mark to recognize UTF-8. Amounts are exact, in US dollars. Prices are in US dollars per 1,000,000 tokens.
 *
 * @param titles the known titles of sessions, by session id
 */
export async function* spendCsv(
  requests: AsyncIterable<BookedRequest> | Iterable<BookedRequest>,
  titles: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  let rows = [`\ufeff${rowOf(columns.map(([name]) => name))}`];
  for await (const request of requests) {
    const titled = { ...request, title: titles.get(request.sessionId) ?? '' };
    rows.push(rowOf(columns.map(([, cell]) => cell(titled))));
    if (rows.length < rowsOfPart) continue;
    yield rows.join('');
    rows = [];
  }
  yield rows.join('');
}

function rowOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/**
 * Formats a text as a cell, in quotes if necessary. Puts an apostrophe before a text such as `=1+1`, so that a
 * spreadsheet program does not run the text as a formula (CSV injection). Does the same after each semicolon, because
 * programs in some languages divide cells at semicolons, even if the cell is in quotes.
 */
function textCell(text: string): string {
  const start = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  const plain = start.replace(/;(?="*[=+\-@\t\r\n])/g, ";'");
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Formats a price in nano-dollars per token as US dollars per 1,000,000 tokens. */
function pricePerMillion(price: number): string {
  return decimal(price * 1_000, 6);
}

/**
 * Rounds `figure` to an integer, divides the integer by 10 ^ `digits`, and formats the quotient exactly. Omits trailing
 * zeros of the fraction.
 */
function decimal(figure: number, digits: number): string {
  const whole = BigInt(Math.round(figure))
    .toString()
    .padStart(digits + 1, '0');
  if (digits === 0) return whole;
  const fraction = whole.slice(-digits).replace(/0+$/, '');
  return `${whole.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

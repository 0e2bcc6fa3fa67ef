import type { BookedRequest } from './spendRecord.ts';

/** The header and the cell of each column. They stay as they are: people have tables that build on them. */
const columns: readonly (readonly [name: string, cell: (request: BookedRequest) => string])[] = [
  // With the letter of its zone, spreadsheet programs take a time for text.
  ['time_utc', ({ at }) => textCell(new Date(at).toISOString().slice(0, -1))],
  ['day', ({ day }) => day],
  ['workspace', ({ workspace }) => textCell(workspace?.name ?? '')],
  ['session', ({ sessionId }) => textCell(sessionId)],
  ['address', ({ origin }) => textCell(origin)],
  ['end', ({ end }) => end],
  ['reported', ({ cost }) => (cost.isReported ? 'yes' : 'no')],
  ['input_tokens', ({ cost }) => decimal(cost.inputTokens, 0)],
  ['cached_input_tokens', ({ cost }) => decimal(cost.cachedInputTokens, 0)],
  ['output_tokens', ({ cost }) => decimal(cost.outputTokens, 0)],
  ['low_usd', ({ cost }) => decimal(cost.low, 9)],
  ['high_usd', ({ cost }) => decimal(cost.high, 9)],
  ['input_price', ({ prices }) => pricePerMillion(prices.input)],
  ['cached_input_price', ({ prices }) => pricePerMillion(prices.cachedInput)],
  ['output_price', ({ prices }) => pricePerMillion(prices.output)],
  ['id', ({ id }) => textCell(id)],
];

const rowsOfPart = 1_000;

/**
 * The requests as a table that spreadsheet programs open, in parts: RFC 4180, with a byte order mark, without which Excel
 * takes UTF-8 for something else. Amounts are exact decimals of US dollars, prices those of 1,000,000 tokens.
 */
export async function* spendCsv(
  requests: AsyncIterable<BookedRequest> | Iterable<BookedRequest>,
): AsyncGenerator<string> {
  let rows = [`\ufeff${rowOf(columns.map(([name]) => name))}`];
  for await (const request of requests) {
    rows.push(rowOf(columns.map(([, cell]) => cell(request))));
    if (rows.length < rowsOfPart) continue;
    yield rows.join('');
    rows = [];
  }
  yield rows.join('');
}

function rowOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A folder may be called what a spreadsheet program would run as a formula: an apostrophe keeps it text. */
function textCell(text: string): string {
  const plain = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** From nano-dollars per token, in steps of a thousandth. */
function pricePerMillion(price: number): string {
  return decimal(price * 1_000, 6);
}

/** The figure divided by that power of ten, exactly. */
function decimal(figure: number, digits: number): string {
  const whole = BigInt(Math.round(figure))
    .toString()
    .padStart(digits + 1, '0');
  if (digits === 0) return whole;
  const fraction = whole.slice(-digits).replace(/0+$/, '');
  return `${whole.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`;
}

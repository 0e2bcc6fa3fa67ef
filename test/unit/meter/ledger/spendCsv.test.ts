import { strict as assert } from 'node:assert';
import * as fc from 'fast-check';
import { spendCsv } from '../../../../src/meter/ledger/spendCsv.ts';
import type { BookedRequest } from '../../../../src/meter/ledger/spendRecord.ts';
import { noCost } from '../../../../src/meter/cost.ts';
import { pricesFromDollars } from '../../../../src/meter/prices.ts';
import { published } from '../published.ts';
import { readCsv } from './readCsv.ts';
import { spendRecord } from './spendRecords.ts';

const header = [
  ...[
    'time_utc',
    'day',
    'workspace',
    'session',
    'address',
    'end',
    'reported',
    'input_tokens',
    'cached_input_tokens',
    'output_tokens',
  ],
  ...['low_usd', 'high_usd', 'input_price', 'cached_input_price', 'output_price', 'id', 'session_title'],
];

describe('spendCsv', () => {
  const at = Date.UTC(2026, 10, 21, 23, 59, 58, 7);
  const booked = (more: Partial<BookedRequest> = {}): BookedRequest => ({
    ...spendRecord(1, 'complete', at),
    day: '2026-11-22',
    workspace: { id: 'hash', name: 'shop' },
    ...more,
  });
  const titles = new Map([['session-1', 'Why, and "how"?']]);
  const named = (name: string) => booked({ workspace: { id: 'hash', name } });
  const partsOf = async (requests: readonly BookedRequest[]) => {
    const parts: string[] = [];
    for await (const part of spendCsv(requests, titles)) parts.push(part);
    return parts;
  };
  /** Formats requests and parses the result. Returns an object for each row, with the names of the header as keys. */
  const rowsOf = async (...requests: readonly BookedRequest[]) => {
    const text = (await partsOf(requests)).join('');
    assert.equal(text[0], '\ufeff');
    const [names, ...rows] = readCsv(text.slice(1));
    assert.deepEqual(names, header);
    return rows.map((row) => {
      assert.equal(row.length, header.length);
      return Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
    });
  };
  const workspaceOf = async (name: string) => (await rowsOf(named(name)))[0]?.['workspace'];

  it('formats one line per request, including pending requests', async () => {
    const cost = { low: 0, high: 2_000, isReported: false, inputTokens: 1, cachedInputTokens: 0, outputTokens: 0 };
    const [first, second] = await rowsOf(booked(), booked({ id: 'p', end: 'pending', cost }));
    assert.deepEqual(first, {
      time_utc: '2026-11-21T23:59:58.007',
      day: '2026-11-22',
      workspace: 'shop',
      session: 'session-1',
      address: 'https://other.example.com',
      end: 'complete',
      reported: 'yes',
      input_tokens: '57',
      cached_input_tokens: '37',
      output_tokens: '91',
      low_usd: '0.00077725',
      high_usd: '0.00077725',
      input_price: '2',
      cached_input_price: '0.25',
      output_price: '8',
      id: 'request-1',
      session_title: 'Why, and "how"?',
    });
    assert.deepEqual(
      [second?.['end'], second?.['reported'], second?.['low_usd'], second?.['high_usd']],
      ['pending', 'no', '0', '0.000002'],
    );
  });

  it('says `no` in the column `reported` for a request without reported tokens, although its cost is known to be 0', async () => {
    const [row] = await rowsOf(booked({ end: 'failed', cost: noCost }));
    assert.deepEqual([row?.['reported'], row?.['high_usd']], ['no', '0']);
  });

  it('leaves the title of a session empty if the title is not known', async () => {
    const [row] = await rowsOf(booked({ sessionId: 'other' }));
    assert.equal(row?.['session_title'], '');
  });

  it('formats only the header if there are no requests', async () => {
    assert.deepEqual(await rowsOf(), []);
  });

  it('leaves the workspace of a request without a workspace empty', async () => {
    const { workspace, ...request } = booked();
    assert.equal((await rowsOf(request))[0]?.['workspace'], '');
  });

  it('formats texts with commas, quotes and line breaks so that a parser reads every character', async () => {
    for (const name of ['a,b', 'a "b" c', '"', 'a\r\nb', 'a\nb', 'Bücher für Zoë', '请求 🧾', ' padded ', '']) {
      assert.equal(await workspaceOf(name), name);
    }
  });

  it('escapes text that a spreadsheet would run as a formula', async () => {
    for (const name of [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '=HYPERLINK("https://example.com","a, b")',
    ]) {
      assert.equal(await workspaceOf(name), `'${name}`);
    }
    const [row] = await rowsOf(booked({ id: '=1', sessionId: '@a', origin: '+b' }));
    assert.deepEqual([row?.['id'], row?.['session'], row?.['address']], ["'=1", "'@a", "'+b"]);
  });

  it('escapes a formula after a semicolon, at which a spreadsheet of some languages divides the cell', async () => {
    assert.equal(await workspaceOf('Notes;=1+1;-2;3;;"@a'), `Notes;'=1+1;'-2;3;;'"@a`);
  });

  it('puts texts with a semicolon or a tab in quotes', async () => {
    const text = (await partsOf([booked({ sessionId: 'a;b', origin: 'c\td' })])).join('');
    assert.match(text, /,"a;b","c\td",/);
  });

  it('formats prices in US dollars per 1,000,000 tokens', async () => {
    const [row] = await rowsOf(
      booked({ prices: pricesFromDollars({ input: 0.0375, cachedInput: 0, output: 1_000_000 }) }),
    );
    assert.deepEqual(
      [row?.['input_price'], row?.['cached_input_price'], row?.['output_price']],
      ['0.0375', '0', '1000000'],
    );
  });

  it('yields 10,500 requests in parts of fewer than 250,000 characters', async () => {
    const requests = Array.from({ length: 10_500 }, (_, index) => booked({ id: `r${index}` }));
    const parts = await partsOf(requests);
    assert.ok(Math.max(...parts.map(({ length }) => length)) < 250_000);
    assert.deepEqual(
      readCsv(parts.join('')).map((row) => row.at(-2)),
      ['id', ...requests.map(({ id }) => id)],
    );
  });

  it('formats every text, token count and amount so that an RFC 4180 parser can read it', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', "'", ',', '\r', '\n', '=', ';', 'ü', '\t') }),
    );
    const figure = fc.nat({ max: Number.MAX_SAFE_INTEGER });
    const cost = fc.record({
      low: figure,
      high: figure,
      isReported: fc.boolean(),
      inputTokens: figure,
      cachedInputTokens: figure,
      outputTokens: figure,
    });
    const request = fc.record({
      id: text,
      sessionId: text,
      origin: text,
      workspace: fc.record({ id: text, name: text }),
      cost,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request), async (made) => {
        const requests = made.map((more) => booked({ ...more, prices: published }));
        const rows = await rowsOf(...requests);
        const read = rows.map((row) => ({
          texts: [row['id'], row['session'], row['address'], row['workspace']],
          figures: [row['input_tokens'], row['cached_input_tokens'], row['output_tokens']].map(Number),
          amounts: [row['low_usd'], row['high_usd']].map((cell) => nanoDollars(cell ?? '')),
        }));
        const expected = requests.map(({ id, sessionId, origin, workspace, cost: each }) => ({
          texts: [id, sessionId, origin, workspace?.name ?? ''].map((each) =>
            (/^[=+\-@\t\r\n]/.test(each) ? `'${each}` : each).replace(/;(?="*[=+\-@\t\r\n])/g, ";'"),
          ),
          figures: [each.inputTokens, each.cachedInputTokens, each.outputTokens],
          amounts: [BigInt(each.low), BigInt(each.high)],
        }));
        assert.deepEqual(read, expected);
      }),
    );
  });
});

function nanoDollars(amount: string): bigint {
  assert.match(amount, /^\d+(\.\d{0,8}[1-9])?$/);
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
}

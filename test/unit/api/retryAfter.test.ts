import { strict as assert } from 'node:assert';
import { parseRetryAfter } from '../../../src/api/retryAfter.ts';
import type { ResponseHeaders } from '../../../src/api/network/transport.ts';

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0);
  const table: readonly (readonly [what: string, headers: ResponseHeaders, milliseconds: number | undefined])[] = [
    ['no header', {}, undefined],
    ['seconds', { 'retry-after': '3' }, 3_000],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['a fraction of a second', { 'retry-after': '0.25' }, 250],
    ['spaces around', { 'retry-after': ' 7 ' }, 7_000],
    ['more than a minute', { 'retry-after': '3600' }, 3_600_000],
    ['milliseconds, which come first', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    ['an HTTP date', { 'retry-after': 'Sat, 31 Jan 2026 12:00:20 GMT' }, 20_000],
    ['an HTTP date in the old form', { 'retry-after': 'Saturday, 31-Jan-26 12:00:20 GMT' }, 20_000],
    ['a Unix time', { 'retry-after': String(now / 1_000 + 30) }, 30_000],
    ['the first of several', { 'retry-after': ['2', '5'] }, 2_000],
    ['a negative number', { 'retry-after': '-3' }, undefined],
    ['negative milliseconds', { 'retry-after-ms': '-3' }, undefined],
    ['a date in the past', { 'retry-after': 'Sat, 31 Jan 2026 11:59:00 GMT' }, undefined],
    ['words', { 'retry-after': 'soon' }, undefined],
    ['a number with a unit', { 'retry-after': '3s' }, undefined],
    ['nothing in it', { 'retry-after': '' }, undefined],
    ['a number beyond all sense', { 'retry-after': '1e400' }, undefined],
  ];
  for (const [what, headers, milliseconds] of table) {
    it(`reads ${what}`, () => {
      assert.equal(parseRetryAfter(headers, now), milliseconds);
    });
  }
});

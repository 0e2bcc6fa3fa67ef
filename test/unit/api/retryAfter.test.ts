import { strict as assert } from 'node:assert';
import { parseRetryAfter } from '../../../src/api/retryAfter.ts';
import type { ResponseHeaders } from '../../../src/api/network/transport.ts';

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 0, 31, 12, 0, 0);
  const table: readonly (readonly [description: string, headers: ResponseHeaders, milliseconds: number | undefined])[] =
    [
      ['missing headers', {}, undefined],
      ['a number of seconds', { 'retry-after': '3' }, 3_000],
      ['zero', { 'retry-after': '0' }, 0],
      ['a fraction of a second', { 'retry-after': '0.25' }, 250],
      ['a number between spaces', { 'retry-after': ' 7 ' }, 7_000],
      ['an hour', { 'retry-after': '3600' }, 3_600_000],
      ['retry-after-ms together with retry-after', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
      ['an HTTP date', { 'retry-after': 'Sat, 31 Jan 2026 12:00:20 GMT' }, 20_000],
      ['an HTTP date in the obsolete RFC 850 format', { 'retry-after': 'Saturday, 31-Jan-26 12:00:20 GMT' }, 20_000],
      ['a Unix time', { 'retry-after': String(now / 1_000 + 30) }, 30_000],
      ['several headers, of which the first counts', { 'retry-after': ['2', '5'] }, 2_000],
      ['the Unix time 1,000,000,000, which is in the past', { 'retry-after': '1000000000' }, undefined],
      ['a number just below 1,000,000,000', { 'retry-after': '999999999' }, 999_999_999_000],
      ['a negative number', { 'retry-after': '-3' }, undefined],
      ['negative milliseconds', { 'retry-after-ms': '-3' }, undefined],
      ['a date in the past', { 'retry-after': 'Sat, 31 Jan 2026 11:59:00 GMT' }, undefined],
      ['a date in ISO format', { 'retry-after': '2026-01-31T12:00:20Z' }, undefined],
      ['a date without a time', { 'retry-after': 'Sun, 01 Feb 2026' }, undefined],
      ['a word', { 'retry-after': 'soon' }, undefined],
      ['a number with a unit', { 'retry-after': '3s' }, undefined],
      ['an empty header', { 'retry-after': '' }, undefined],
      ['a number in exponential notation', { 'retry-after': '1e400' }, undefined],
    ];
  for (const [description, headers, milliseconds] of table) {
    it(`returns ${milliseconds ?? 'undefined'} for ${description}`, () => {
      assert.equal(parseRetryAfter(headers, now), milliseconds);
    });
  }
});

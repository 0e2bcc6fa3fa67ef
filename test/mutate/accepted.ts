import type { Acceptance } from './acceptance.ts';

/** Surviving mutants that need no test. `npm run mutate` lists them after the other survivors, with the reason. */
export const accepted: readonly Acceptance[] = [
  {
    file: 'src/api/errorBody.ts',
    line: 'if (Array.isArray(value)) return describeErrorValue(value[0], depth + 1);',
    mutation: 'number + 1 #2',
    reason: 'No known server nests an error in more than one array.',
  },
  {
    file: 'src/api/network/fetchTransport.ts',
    line: "signal.removeEventListener('abort', abort);",
    mutation: 'string emptied',
    reason: 'The listener then aborts a request that has already ended, which has no effect.',
  },
  {
    file: 'src/api/stream/eventFraming.ts',
    line: 'else if (line !== undefined) payloads.takeStrayLine(line);',
    mutation: 'condition → true',
    reason: 'Equivalent: the parser passes the line with every error except that for a full buffer.',
  },
  {
    file: 'src/api/stream/textTemplate.ts',
    line: 'interval = 1;',
    mutation: 'number - 1',
    reason: 'Learns the template more often, which only takes more time.',
  },
  {
    file: 'src/api/stream/unstructuredFraming.ts',
    line: "return { waitsFor: 'end', push: finish, finish };",
    mutation: 'string emptied',
    reason: 'Equivalent: the code compares `waitsFor` only with `lineEnd` and `text`.',
  },
  {
    file: 'src/meter/cost.ts',
    line: 'priceOf({ ...least, cachedInputTokens: 0 }, prices, Math.floor),',
    mutation: 'number - 1',
    reason: 'Equivalent: `priceOf` treats a negative number of cached tokens as 0.',
  },
  {
    file: 'src/meter/ledger/idSet.ts',
    line: 'if (recent.size > 1_024 + sorted.length / 8) merge();',
    mutation: 'condition → false',
    reason: 'The set has the same ids, but needs more memory.',
  },
  {
    file: 'src/meter/ledger/idSet.ts',
    line: 'const block = rotateLeft(Math.imul(text.charCodeAt(index), 0xcc9e2d51), 15);',
    mutation: 'number + 1',
    reason: 'Another hash function, which also separates the ids.',
  },
  {
    file: 'src/meter/ledger/journal.ts',
    line: 'if (isJsonObject(value)) objects += 1;',
    mutation: 'number + 1',
    reason: 'Equivalent: the sum is only compared with 0.',
  },
  {
    file: 'src/meter/ledger/journal.ts',
    line: 'length *= 2;',
    mutation: 'number + 1',
    reason: 'Reads the same lines in other chunks.',
  },
  {
    file: 'src/meter/ledger/ledger.ts',
    line: "const request: OwnRequest = { record, state: 'writing' };",
    mutation: 'string emptied',
    reason: 'Equivalent: the code compares the state only with `written` and `failed`.',
  },
  {
    file: 'src/meter/ledger/ledger.ts',
    line: "setState('writing');",
    mutation: 'string emptied',
    reason: 'Equivalent: the code compares the state only with `written` and `failed`.',
  },
  {
    file: 'src/meter/ledger/ledger.ts',
    line: 'own.push(request);',
    mutation: 'push → unshift',
    reason: 'Equivalent: of two records of a request, `supersedes` selects one in any order.',
  },
  {
    file: 'src/meter/ledger/spendCsv.ts',
    line: 'if (rows.length < rowsOfPart) continue;',
    mutation: '< → <=',
    reason: 'The parts have one row more. The file is the same.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'return a < b ? -1 : a > b ? 1 : 0;',
    mutation: 'number - 1 #2',
    reason: 'Equivalent in V8, which only checks whether the result of a comparison is negative.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'return a < b ? -1 : a > b ? 1 : 0;',
    mutation: 'number + 1 #3',
    reason: 'Equivalent in V8, which only checks whether the result of a comparison is negative.',
  },
  {
    file: 'src/meter/liveCost.ts',
    line: "for (let end = text.lastIndexOf(' '); end > 0; end = text.lastIndexOf(' ', end - 1)) {",
    mutation: 'string emptied #2',
    reason: 'Cuts within the white space after the same word, where a token begins as well.',
  },
  {
    file: 'src/meter/projectMonth.ts',
    line: 'const first = firstEver > `${month}-01` ? dayOfMonth(firstEver) : 1;',
    mutation: '> → >=',
    reason: 'Equivalent: if both days are equal, the day of the month is 1.',
  },
  {
    file: 'src/meter/projectMonth.ts',
    line: "const [year = 0, month = 0] = day.split('-').map(Number);",
    mutation: 'number + 1 #2',
    reason: 'Equivalent: each day has a month, so the default is never used.',
  },
  {
    file: 'src/meter/textCounter.ts',
    line: 'return undefined;',
    mutation: 'return removed',
    reason: 'Equivalent: the function then ends, and returns undefined as well.',
  },
];

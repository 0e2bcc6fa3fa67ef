import type { Acceptance } from '../acceptance.ts';

export const acceptedInLedgerQueries: readonly Acceptance[] = [
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
    file: 'src/meter/ledger/monthFiles.ts',
    line: 'return journals.every(isRead) && [...offsets].every(([name, offset]) => offset <= (sizes.get(name) ?? -1));',
    mutation: 'number + 1',
    reason: 'Equivalent: no offset is negative.',
  },
  {
    file: 'src/meter/ledger/monthFiles.ts',
    line: 'const kept = text === undefined ? undefined : await parseOrQuarantine(files, snapshotFile, text);',
    mutation: 'condition → false',
    reason: 'Harmless: a missing snapshot is treated like a damaged one, and renaming a missing file does nothing.',
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
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'return sumAll(',
    mutation: 'return removed',
    reason: 'The last line of the function returns the same sum, but takes more time.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'return a < b ? -1 : a > b ? 1 : 0;',
    mutation: '> → >=',
    reason: 'Harmless: the order of sessions with the same last day is not specified.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'if (isAnyDay && sessionId === undefined && origin !== undefined)',
    mutation: '!== → ===',
    reason: 'Equivalent: the last line of the function adds up the rows of the origin, with the same result.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'if (isAnyDay && origin === undefined && sessionId !== undefined)',
    mutation: '!== → ===',
    reason: 'Equivalent: the last line of the function adds up the rows of the session, with the same result.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'if (first !== undefined && first === last) return sumAll(months().map(({ by }) => by.day.get(first)));',
    mutation: 'condition → false',
    reason: 'The next statement returns the same sum, but takes more time.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'if (isAnyDay && origin === undefined && sessionId !== undefined)',
    mutation: 'condition → false',
    reason: 'The last line of the function returns the same sum, but takes more time.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: 'if (isAnyDay && sessionId === undefined && origin !== undefined)',
    mutation: 'condition → false',
    reason: 'The last line of the function returns the same sum, but takes more time.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: "const [firstDay = '', lastDay = ''] = [sorted[0]?.day, sorted.at(-1)?.day];",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: a group has at least one row.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: "const [firstDay = '', lastDay = ''] = [sorted[0]?.day, sorted.at(-1)?.day];",
    mutation: 'optional chaining → plain #2',
    reason: 'Equivalent: a group has at least one row.',
  },
  {
    file: 'src/meter/ledger/spendQueries.ts',
    line: "workspace: named.get(sorted.at(-1)?.workspaceId ?? ''),",
    mutation: 'optional chaining → plain',
    reason: 'Equivalent: a group has at least one row.',
  },
  {
    file: 'src/meter/ledger/journal.ts',
    line: 'if (isJsonObject(value)) objects += 1;',
    mutation: '+= → -=',
    reason: 'Equivalent: the number is only compared with 0.',
  },
];

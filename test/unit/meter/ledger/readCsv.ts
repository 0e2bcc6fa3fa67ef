import assert from 'node:assert/strict';

/**
 * Parses CSV by the rules of RFC 4180, except that the last line must also end with CRLF. A cell with a quote, comma,
 * CR or LF must be in quotes, and quotes in the cell must be doubled. Fails an assertion for any other text.
 */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, after] = text[at] === '"' ? readQuoted(text, at + 1) : readPlain(text, at);
    row.push(cell);
    if (text[after] === ',') {
      at = after + 1;
      continue;
    }
    assert.equal(text.slice(after, after + 2), '\r\n', `after the cell ${JSON.stringify(cell)}`);
    rows.push(row);
    row = [];
    at = after + 2;
  }
  assert.deepEqual(row, [], 'the last line does not end with CRLF');
  return rows;
}

function readQuoted(text: string, start: number): readonly [cell: string, after: number] {
  let cell = '';
  for (let at = start; ; at += 1) {
    assert.ok(at < text.length, 'a quoted cell does not end');
    if (text[at] === '"' && text[at + 1] !== '"') return [cell, at + 1];
    if (text[at] === '"') at += 1;
    cell += text.charAt(at);
  }
}

function readPlain(text: string, start: number): readonly [cell: string, after: number] {
  const [cell = ''] = /[^,\r\n]*/y.exec(text.slice(start)) ?? [];
  assert.ok(!cell.includes('"'), 'an unquoted cell contains a quote');
  return [cell, start + cell.length];
}

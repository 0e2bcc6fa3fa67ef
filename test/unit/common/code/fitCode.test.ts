import assert from 'node:assert/strict';
import { fitCode, type Indentation } from '../../../../src/common/code/fitCode.ts';

const spaces: Indentation = { insertSpaces: true, tabSize: 4 };
const tabs: Indentation = { insertSpaces: false, tabSize: 4 };

describe('fitCode', () => {
  it('indents code like the blank line where the cursor is, but leaves blank lines of the code empty', () => {
    assert.equal(
      insert('function f() {\n    |\n}', 'if (a) {\n  b();\n\n  c();\n}'),
      'function f() {\n    if (a) {\n      b();\n\n      c();\n    }\n}',
    );
  });

  it('replaces the white space after the cursor if the line is blank, and indents the code like the line', () => {
    assert.equal(insert('{\n|    \n}', 'a'), '{\n    a\n}');
    assert.equal(insert('{\n  |  \n}', 'a\nb'), '{\n    a\n    b\n}');
  });

  it('removes the common indentation of the code', () => {
    assert.equal(insert('  |', '      a\n        b\n\n      c'), '  a\n    b\n\n  c');
    assert.equal(insert('|', '\t\ta\n\t b', tabs), '\ta\n b');
  });

  it('converts the indentation to the editor’s tabs or spaces', () => {
    assert.equal(insert('\t|', 'a\n    b\n      c', tabs), '\ta\n\t\tb\n\t\t  c');
    assert.equal(insert('    |', 'a\n\tb\n\t\tc', spaces), '    a\n        b\n            c');
  });

  it('does not indent the first line of code inserted in the middle of a line, but indents the other lines', () => {
    assert.equal(insert('  const a = |;', '[\n  1,\n]'), '  const a = [\n    1,\n  ];');
    assert.equal(insert('f(|)', '  a'), 'f(a)');
    assert.equal(insert('  |rest', 'a'), '  arest');
  });

  it('starts a new line for several lines of code if the cursor is at the end of a line with text', () => {
    assert.equal(insert('{\n  first();|\n}', 'a();\n  b();'), '{\n  first();\n  a();\n    b();\n}');
    assert.equal(insert('\tfirst();|  \n', '\ta();\n\tb();', tabs), '\tfirst();\n\ta();\n\tb();\n');
    assert.equal(insert('  first();|', 'a();'), '  first();a();');
  });

  it('starts no new line if the text before the cursor is the start of an expression', () => {
    for (const start of ['const a = ', 'f(', 'const a = [', '() =>', 'return '])
      assert.equal(insert(`  ${start}|\n`, '{\n  b,\n}'), `  ${start}{\n    b,\n  }\n`);
  });

  it('moves the text after the cursor to a new line if several lines are inserted in the indentation', () => {
    assert.equal(insert('    |rest();', 'a();\nb();'), '    a();\n    b();\n    rest();');
    assert.equal(insert('|    rest();', 'a();\nb();'), '    a();\n    b();\n    rest();');
  });

  it('replaces the selection', () => {
    assert.equal(insert('  x = [old|] + 1;', 'now()'), '  x = now() + 1;');
    assert.equal(insert('{\n    [old();\n    older();|]\n}', 'now();\nthen();'), '{\n    now();\n    then();\n}');
    assert.equal(insert('{\n  [  old();|]\n}', 'now();\nthen();'), '{\n    now();\n    then();\n}');
  });

  it('returns code that ends with a line break if the selection ends with a line break', () => {
    assert.equal(insert('{\n[    old();\n    older();\n|]}', 'now();'), '{\n    now();\n}');
  });

  it('keeps the text, white space or blank line after the selection if the selection starts in the indentation', () => {
    assert.equal(insert('{\n    [old()|]; // why\n}', 'now()'), '{\n    now(); // why\n}');
    assert.equal(insert('{\n    [old();|]  \n}', 'now();'), '{\n    now();  \n}');
    assert.equal(insert('{\n[    old();\n|]\n}', 'now();'), '{\n    now();\n\n}');
  });

  it('ignores lines of white space when it computes the common indentation, and makes these lines empty', () => {
    assert.equal(insert('|', '    a\n  \n    b'), 'a\n\nb');
    assert.equal(insert('  |', '\t\ta\n\t\n\t\t\tb', tabs), '  a\n\n  \tb');
  });

  it('indents lines with at most 1,000 characters, however long the indentation of the target line is', () => {
    const startLine = ' '.repeat(5_000);
    const place = {
      startLine,
      startCharacter: 5_000,
      endLine: startLine,
      endCharacter: 5_000,
      kind: 'cursor',
    } as const;
    const { text } = fitCode('a\nb', place, { insertSpaces: true, tabSize: 4 });
    const indent = ' '.repeat(1_000);
    assert.equal(text, `${indent}a\n${indent}b`);
  });

  it('keeps no-break spaces and form feeds before and after the cursor or selection', () => {
    assert.equal(insert('\u00a0\u00a0|', 'a'), '\u00a0\u00a0a');
    assert.equal(insert('  \u00a0[old|]', 'a\nb'), '  \u00a0a\n  b');
    assert.equal(insert('  |\f', 'a'), '  a\f');
  });

  it('converts CRLF and CR to LF', () => {
    assert.equal(insert(' |', 'a\r\n  b\rc'), ' a\n   b\n c');
  });
});

/**
 * Inserts the code into `marked`, in which `|` is the cursor or `[…|]` is the selection. Returns the resulting text.
 */
function insert(marked: string, code: string, indentation = spaces): string {
  const isSelection = marked.includes('|]');
  const cursor = isSelection ? marked.replace('|]', '').replace('[', '') : marked.replace('|', '');
  const [start, end] = isSelection
    ? [marked.indexOf('['), marked.indexOf('|]') - 1]
    : [marked.indexOf('|'), marked.indexOf('|')];
  const lineStart = (offset: number) => cursor.lastIndexOf('\n', offset - 1) + 1;
  const lineAt = (offset: number) => cursor.slice(lineStart(offset)).split('\n')[0]!;
  const [startCharacter, endCharacter] = [start - lineStart(start), end - lineStart(end)];
  const kind = !isSelection ? 'cursor' : endCharacter === 0 ? 'selectedLines' : 'selection';
  const fitted = fitCode(
    code,
    { startLine: lineAt(start), startCharacter, endLine: lineAt(end), endCharacter, kind },
    indentation,
  );
  return (
    cursor.slice(0, lineStart(start) + fitted.startCharacter) +
    fitted.text +
    cursor.slice(lineStart(end) + fitted.endCharacter)
  );
}

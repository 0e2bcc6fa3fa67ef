import assert from 'node:assert/strict';
import { fitCode, type Indentation } from '../../../../src/common/code/fitCode.ts';

const spaces: Indentation = { insertSpaces: true, tabSize: 4 };
const tabs: Indentation = { insertSpaces: false, tabSize: 4 };

describe('fitCode', () => {
  it('indents all lines as the blank line where the cursor is, and leaves blank lines blank', () => {
    assert.equal(
      insert('function f() {\n    |\n}', 'if (a) {\n  b();\n\n  c();\n}'),
      'function f() {\n    if (a) {\n      b();\n\n      c();\n    }\n}',
    );
  });

  it('takes away the indentation that all lines of the code share', () => {
    assert.equal(insert('  |', '      a\n        b\n\n      c'), '  a\n    b\n\n  c');
    assert.equal(insert('|', '\t\ta\n\t b', tabs), '\ta\n b');
  });

  it('writes tabs or spaces as the editor does', () => {
    assert.equal(insert('\t|', 'a\n    b\n      c', tabs), '\ta\n\t\tb\n\t\t  c');
    assert.equal(insert('    |', 'a\n\tb\n\t\tc', spaces), '    a\n        b\n            c');
  });

  it('does not begin a line within a line, and goes on with that line’s indentation', () => {
    assert.equal(insert('  const a = |;', '[\n  1,\n]'), '  const a = [\n    1,\n  ];');
    assert.equal(insert('f(|)', '  a'), 'f(a)');
    assert.equal(insert('  |rest', 'a'), '  arest');
  });

  it('gives lines of code lines of their own before what is right of the cursor', () => {
    assert.equal(insert('    |rest();', 'a();\nb();'), '    a();\n    b();\n    rest();');
    assert.equal(insert('|    rest();', 'a();\nb();'), '    a();\n    b();\n    rest();');
  });

  it('replaces what is selected', () => {
    assert.equal(insert('  x = [old|] + 1;', 'now()'), '  x = now() + 1;');
    assert.equal(insert('{\n    [old();\n    older();|]\n}', 'now();\nthen();'), '{\n    now();\n    then();\n}');
    assert.equal(insert('{\n  [  old();|]\n}', 'now();\nthen();'), '{\n    now();\n    then();\n}');
  });

  it('keeps selected lines lines', () => {
    assert.equal(insert('{\n[    old();\n    older();\n|]}', 'now();'), '{\n    now();\n}');
  });

  it('keeps the text and the blank line after a selection that starts in the indentation', () => {
    assert.equal(insert('{\n    [old()|]; // why\n}', 'now()'), '{\n    now(); // why\n}');
    assert.equal(insert('{\n    [old();|]  \n}', 'now();'), '{\n    now();  \n}');
    assert.equal(insert('{\n[    old();\n|]\n}', 'now();'), '{\n    now();\n\n}');
  });

  it('ignores lines of white space when it looks for the common indentation', () => {
    assert.equal(insert('|', '    a\n  \n    b'), 'a\n\nb');
    assert.equal(insert('  |', '\t\ta\n\t\n\t\t\tb', tabs), '  a\n\n  \tb');
  });

  it('understands other line ends', () => {
    assert.equal(insert(' |', 'a\r\n  b\rc'), ' a\n   b\n c');
  });
});

/** Fits code in where the cursor `|` is, or in place of what is selected from `[` on. */
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

import { strict as assert } from 'node:assert';
import { languageOfPath } from '../../../../src/apply/languages.ts';
import { splitCode } from '../../../../src/apply/lines/fileLines.ts';
import { scanCode } from '../../../../src/apply/outline/scanCode.ts';

describe('scanCode', () => {
  const scan = (path: string, code: string, elisions?: ReadonlySet<number>) =>
    scanCode(splitCode(code), languageOfPath(path), elisions);

  it('counts brackets outside of strings, comments and regular expressions', () => {
    const lines: readonly (readonly [path: string, line: string, open: number])[] = [
      ['a.ts', 'a({ b: [', 3],
      ['a.ts', '}])', -3],
      ['a.ts', 'a("{");', 0],
      ['a.ts', String.raw`a('\'{');`, 0],
      ['a.ts', 'a(`{`);', 0],
      ['a.ts', 'a(`${b({', 4],
      ['a.ts', 'a(`${b({})}{`);', 0],
      ['a.ts', 'a(/[{/]/);', 0],
      ['a.ts', String.raw`return /\/{/;`, 0],
      ['a.ts', 'a = b / c / {', 1],
      ['a.ts', '`a` / { / b', 1],
      ['a.ts', '// {', 0],
      ['a.ts', 'a(); /* { */ b({', 2],
      ['a.rs', "a('{', '\\'', {", 2],
      ['a.rs', "fn a<'b>(c: &'b C) {", 1],
      ['a.rs', 'r#"{" {"#', 0],
      ['a.go', '`{\\`', 0],
      ['a.c', "'{'", 0],
      ['a.cpp', 'a(R"({ " ( )", {', 2],
      ['a.cpp', 'a(LR"b({ )" )b"', 1],
      ['a.cpp', 'HOUR"{"', 0],
      ['a.c', "1'000'000 {", 1],
      ['a.py', '"""{""" # {', 0],
      ['a.py', 'a#{', 0],
      ['a.css', 'a { // {', 2],
      ['a.json', '{ "a": "[" ', 1],
      ['a.sh', 'a() {', 0],
      ['a.html', 'a {', 0],
    ];
    for (const [path, line, open] of lines) assert.equal(scan(path, line).depths[1], open, `${path}: ${line}`);
  });

  it('returns the lowest number of open brackets within each line', () => {
    const { depths, lowest } = scan('a.ts', 'if (a) {\n} else {\n  b();\n} else if ("c") {\n}\n}');
    assert.deepEqual([...depths], [0, 1, 1, 1, 1, 0, -1]);
    assert.deepEqual([...lowest], [0, 0, 1, 0, 0, -1]);
  });

  it('returns the lines without comments', () => {
    const codes: readonly (readonly [path: string, code: string, withoutComments: readonly string[]])[] = [
      ['a.ts', 'a(); // b\nc(/* d */ e);', ['a(); ', 'c( e);']],
      ['a.ts', 'a(/* b\nc */ d);', ['a(', ' d);']],
      ['a.ts', 'a("// b", `/* c`);', ['a("// b", `/* c`);']],
      ['a.py', 'a # b', ['a ']],
      ['a.sh', 'a#b # c', ['a#b ']],
      ['a.html', '<a><!-- b --></a>', ['<a></a>']],
    ];
    for (const [path, code, expected] of codes) assert.deepEqual(scan(path, code).code, expected, code);
  });

  it('tells blank lines, comments, code and elisions apart', () => {
    const { content, code, depths } = scan('a.ts', ' \n// a\nb();\n/*\n\nc */\n`\n\n`;\n... {', new Set([9]));
    const long = ['comment', 'blank', 'comment'];
    assert.deepEqual(content, ['blank', 'comment', 'code', ...long, 'code', 'code', 'code', 'elision']);
    assert.deepEqual([code.at(-1), depths.at(-1)], ['', 0]);
  });

  it('knows the lines that start inside a string or a comment', () => {
    const startsInText = (path: string, code: string) => scan(path, code).startsInText.map(Number);
    assert.deepEqual(startsInText('a.ts', '/*\n*/ a(`\n${b(\n)}\n`);\n;'), [0, 1, 1, 0, 1, 0]);
    assert.deepEqual(startsInText('a.py', '"""\na\n"""\nb'), [0, 1, 1, 0]);
    assert.deepEqual(startsInText('a.ts', '"a\nb'), [0, 0]);
  });

  it('knows the lines of a raw string of C++', () => {
    const scanned = scan('a.cpp', 'auto a = u8R"({ "b"\n} // )c" {\n)";\nd();');
    assert.deepEqual(scanned.startsInText, [false, true, true, false]);
    assert.deepEqual([...scanned.depths], [0, 0, 0, 0, 0]);
  });

  it('returns the columns of the indentation', () => {
    assert.deepEqual([...scan('a.ts', 'a\n  b\n\tc\n  \td').columns], [0, 2, 4, 4]);
  });
});

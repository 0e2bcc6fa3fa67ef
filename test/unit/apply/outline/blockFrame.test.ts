import { strict as assert } from 'node:assert';
import { languageOfPath } from '../../../../src/apply/languages.ts';
import { splitCode } from '../../../../src/apply/lines/fileLines.ts';
import { itemsIn } from '../../../../src/apply/outline/items.ts';
import { scanCode } from '../../../../src/apply/outline/scanCode.ts';

describe('An item in a language of which only the indentation is known', () => {
  /** Returns the lines [start, end) of each item. */
  function extents(path: string, code: string): string {
    const lines = splitCode(code);
    const items = itemsIn(scanCode(lines, languageOfPath(path)), 0, lines.length);
    return items.map(({ start, end }) => `${start}-${end}`).join(' ');
  }

  type Case = readonly [path: string, code: string, extents: string];
  const check = (cases: readonly Case[]) => {
    for (const [path, code, expected] of cases) assert.equal(extents(path, code), expected, code);
  };

  it('contains the lines that close what it has opened', () => {
    check([
      ['a.vue', 'const a = b(() => {\n  c;\n});\nd();', '0-3 3-4'],
      ['a.vue', 'if (a) {\n  b;\n}\nelse {\n  c;\n}', '0-6'],
      ['a.vue', 'if (a === "}") {\n  b;\n}', '0-3'],
      ['a.html', '<li><a>\n  b\n</a></li>\n<br>', '0-3 3-4'],
      ['a.html', '<div\n  a\n>\n  b\n</div>', '0-5'],
      ['a.html', '<tr><td>\n  a\n</td><td>\n  b\n</td></tr>', '0-5'],
      ['a.conf', 'location / {\n}\nuser a;', '0-2 2-3'],
      ['a.sh', 'if a\nthen\n  b\nelse\n  c\nfi\nd', '0-6 6-7'],
      ['a.sh', 'f() {\n  a\n}\ng', '0-3 3-4'],
      ['a.sh', 'while a; do\n  b\ndone | while c; do\n  d\ndone', '0-5'],
      ['a.rb', 'case a\nwhen 1\n  b\nelse\n  c\nend', '0-6'],
      ['a.rb', "it 'a',\n  :slow do\n  b\nrescue\n  c\nend", '0-6'],
      ['a.rb', 'def a(\n  b\n)\n  c\nend', '0-5'],
      ['a.rb', 'a(\n  b\n) do |c|\n  d\nend', '0-5'],
      ['a.lua', 'a(function()\n  b\nend, {\n  c\n})', '0-5'],
      ['a.tf', 'a "b" {\n  c = {\n  }\n}', '0-4'],
      ['a.ex', 'with a <- b,\n     c <- d do\n  e\nelse\n  f\nend', '0-6'],
    ]);
  });

  it('does not contain the lines that close the block around it', () => {
    check([
      ['a.vue', '<script>\nfunction a() {\n  b;\n}\n</script>', '0-1 1-4 4-5'],
      ['a.svelte', '<style>\n.a {\n  b: c;\n}\n</style>', '0-1 1-4 4-5'],
      ['a.html', '<body>\n<script>\nf(() => {\n  a;\n});\n</script>\n</body>', '0-1 1-2 2-5 5-6 6-7'],
      ['a.html', '<div>\n<p>\n  a\n</p>\n</div>', '0-1 1-4 4-5'],
      ['a.html', '<a>\n<a\n  b\n/>\n</a>', '0-1 1-4 4-5'],
      ['a.md', '<details>\n- a\n  b\n</details>', '0-1 1-3 3-4'],
      ['a.md', '- if a\n  b\nthen c', '0-2 2-3'],
      ['a.yml', 'a: {\nb:\n  c\n}', '0-1 1-3 3-4'],
      ['a.conf', 'server {\nlocation / {\n  a;\n}\n}', '0-1 1-4 4-5'],
      ['a.conf', 'server {\nlog a\n  b;\n}', '0-1 1-3 3-4'],
      ['Makefile.mk', 'ifeq (a, b)\nc:\n\td\nelse\ne:\n\tf\nendif', '0-1 1-3 3-4 4-6 6-7'],
      ['a.sh', 'if a\nthen\nf() {\n  b\n}\nfi', '0-2 2-5 5-6'],
      ['a.sh', 'if a\nthen\nfunction f {\n  b\n}\nfi', '0-2 2-5 5-6'],
      ['a.sh', 'if a; then\nfor b in c; do\n  d\ndone\nelse\ne \\\n  f\nfi', '0-1 1-4 4-5 5-7 7-8'],
      ['a.sh', 'case a in\nb)\n  c\n  ;;\nesac', '0-1 1-4 4-5'],
      ['a.rb', 'module A\nclass B\n  c\nend\nend', '0-1 1-4 4-5'],
      ['a.rb', 'module A\nb = c\n  .each do |d|\n    d\n  end\nend', '0-1 1-5 5-6'],
      ['a.lua', 'function a()\nlocal b = {\n  c\n}\nend', '0-1 1-4 4-5'],
      ['a.sql', 'begin\nupdate a\n  set b = 1;\nend', '0-1 1-3 3-4'],
      ['a.tf', 'a {\nb = [\n  c\n]\n}', '0-1 1-4 4-5'],
    ]);
  });
});

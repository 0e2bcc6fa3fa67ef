import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('agreedEdits', () => {
  const file =
    "import { a } from './a';\n\nconst rate = 2;\nconst unused = 3;\n\nexport function tax(b) {\n  return a(b * rate);\n}\n\nlog();\n";
  const code =
    "import { a } from './a';\nimport { c } from './c';\n\nexport function tax(b) {\n  return c(a(b * rate));\n}";
  const after = file.replace("'./a';\n", "'./a';\nimport { c } from './c';\n").replace('a(b * rate)', 'c(a(b * rate))');

  it('keeps declarations between the shown ones if they are used', () => {
    assert.equal(applied('a.ts', file, code), after);
    const python = 'import a\n\nRATE = 2\n\n\ndef tax(b):\n    return b * RATE\n\n\ndef other():\n    return RATE\n';
    const shown = 'import a\nimport c\n\n\ndef tax(b):\n    return c.d(b)';
    assert.equal(
      applied('a.py', python, shown),
      python.replace('import a', 'import a\nimport c').replace('b * RATE', 'c.d(b)'),
    );
  });

  it('keeps used declarations above a function of which the last line is unchanged', () => {
    const longer = (text: string) => text.replace('  return', '  log(b);\n  return');
    const shown = longer(code).replace('log(b)', 'log(c, b)').replace('c(a(b * rate))', 'a(b * rate)');
    const changed = longer(after).replace('log(b)', 'log(c, b)').replace('c(a(b * rate))', 'a(b * rate)');
    assert.equal(applied('a.ts', longer(file), shown), changed);
  });

  it('is unclear if used declarations between other ones are not shown', () => {
    const types =
      'const one = a();\ntype One = typeof one;\nconst two = a();\ntype Two = typeof two;\nconst three = a();\n';
    const script = `${types}\nlog<One, Two>();\n`;
    const shown = 'const one = b();\ntype One = typeof one;\nconst two = a();\nconst three = a();';
    assert.equal(applied('a.ts', `start();\n${script}`, `start();\n${shown}`), 'incomplete');
  });

  it('removes a declaration between the shown ones that is no longer used', () => {
    const removed = 'const rate = 2;\n\nexport function tax(b) {\n  return a(b + rate);\n}\n\nlog();';
    assert.equal(applied('a.ts', file, removed), file.replace('const unused = 3;\n', '').replace('b *', 'b +'));
  });

  it('is unclear if code between the shown lines uses a name that the new import lacks', () => {
    const python =
      'from typing import Any, ClassVar, Final, Literal, TypeVar\n\n_T = TypeVar("_T")\n\nMIN: Literal[1]\nMAX: Literal[9]\n';
    const shown = 'from typing import Any, ClassVar, Final, Literal\n\nMIN: Final = 1\nMAX: Literal[9]';
    assert.equal(applied('a.pyi', python, shown), 'incomplete');
  });

  it('is unclear if the only change is a declaration that the block lacks and other code uses', () => {
    const lines = ['const send = require("send");', 'const ext = path.extname;', 'const mime = send.mime;'];
    const file = [
      ...lines,
      'const resolve = path.resolve;',
      '',
      'exports.type = (name) => mime.lookup(ext(name));',
      '',
    ];
    assert.equal(applied('a.js', file.join('\n'), `${lines[1]}\n${file[3]}`), 'incomplete');
  });

  it('is unclear for unchanged lines that are almost all of the file', () => {
    const lines = Array.from({ length: 12 }, (_, index) => `export const c${index} = ${index};`);
    const file = `import sys from 'sys';\n${lines.join('\n')}\n`;
    assert.equal(applied('a.ts', file, lines.join('\n')), 'incomplete');
    assert.equal(applied('a.ts', file, lines.slice(4).join('\n')), 'unchanged');
    assert.equal(applied('a.ts', file, file), 'unchanged');
  });
});

import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('A condition of the preprocessor', () => {
  const values = '#if A\nint x = 1;\n#else\nint x = 2;\n#endif';
  const start = '#include <a.h>\n\nint w = 0;\n\n';
  const end = 'int y = 3;\n\nint z = 4;\n\nint g(void)\n{\n\treturn 3;\n}\n';
  const file = `${start}${values}\n\n${end}`;

  it('is not cut if the block lacks a branch or the end', () => {
    const codes = [
      '#if A\nint x = 5;\n#endif',
      '#if A\nint x = 5;\n#endif\n\nint y = 3;',
      '#if A\nint x = 5;\n\nint y = 3;',
      '#if A\nint x = 5;\n#else\nint x = 2;\n\nint y = 3;',
      file.replace('#endif\n', ''),
    ];
    for (const code of codes) assert.equal(applied('a.c', file, code), 'incomplete', code);
    const java = `class A {\n    int w;\n#if A\n    int x = 1;\n#else\n    int x = 2;\n#endif\n    int y;\n    int z;\n}\n`;
    assert.equal(applied('A.cs', java, '#if A\n    int x = 5;\n#endif\n    int y;'), 'incomplete');
  });

  it('is not cut in a function', () => {
    const body = (lines: string) => `int f(void)\n{\n\tint r = 0;\n${lines}\n\treturn r;\n}\n`;
    const code = `${start}${body('#ifdef A\n\tr = 1;\n#else\n\tr = 2;\n#endif')}\n${end}`;
    for (const lines of ['#ifdef A\n\tr = 5;', '#ifdef A\n\tr = 5;\n#endif', '#ifdef A\n\tr = 5;\n#else\n\tr = 2;'])
      assert.equal(applied('a.c', code, body(lines)), 'incomplete', lines);
    assert.equal(applied('a.c', code, '#ifdef A\n\tr = 5;\n#endif\n\treturn r;'), 'incomplete');
    assert.equal(applied('a.c', code, body('\tr = 2;')), `${start}${body('\tr = 2;')}\n${end}`);
  });

  it('is replaced if the block shows all of it, or another branch', () => {
    const changed = values.replace('1', '5');
    assert.equal(applied('a.c', file, changed), file.replace(values, changed));
    assert.equal(applied('a.c', file, '#if A\nint x = 5;\n#else'), file.replace('x = 1', 'x = 5'));
    const more = values.replace('#else', '#elif B\nint x = 6;\n#else');
    assert.equal(applied('a.c', file, more), file.replace(values, more));
    const whole = file.replace('#else\nint x = 2;\n', '').trimEnd();
    assert.equal(applied('a.c', file, whole), `${whole}\n`);
  });
});

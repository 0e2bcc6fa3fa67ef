import { strict as assert } from 'node:assert';
import { withFirstIndent } from '../../../../src/apply/lines/indentation.ts';
import { applied } from '../fragments/applied.ts';

describe('withFirstIndent', () => {
  it('indents the first line like the last one, which closes it', () => {
    const restored = (code: string) => withFirstIndent(code.split('\n')).join('\n');
    assert.equal(restored('\nmatch x {\n        1 => 2,\n    }'), '\n    match x {\n        1 => 2,\n    }');
    assert.equal(restored('def a\n    1\n  end'), '  def a\n    1\n  end');
    for (const code of ['f() {\n    a();\n}', 'a(\n  b);\n  c();', 'f() {\n  a();\nb();\n  }', '  f() {\n  }'])
      assert.equal(restored(code), code);
  });

  it('keeps the indentation of a file whose block was trimmed', () => {
    const file =
      'class Cart {\n    total() {\n        return 1;\n    }\n\n    clear() {\n        return 2;\n    }\n}\n';
    const code = 'total() {\n        return 3;\n    }';
    assert.equal(applied('a.ts', file, code), file.replace('return 1', 'return 3'));
  });
});

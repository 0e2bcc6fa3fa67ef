import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('An import above a function of the file', () => {
  const script =
    "import { b } from './b';\nimport { c } from './c';\n\nconst d = 1;\n\nexport function a() {\n  return 1;\n}\n";
  const changed = script.replace("'./c';\n", "'./c';\nimport { z } from 'zod';\n").replace('return 1', 'return z');
  const called = 'export function a() {\n  return z;\n}';

  it('is inserted after the imports of the file, not next to the function', () => {
    assert.equal(applied('a.ts', script, `import { z } from 'zod';\n\n${called}`), changed);
    const python = 'import os\n\n\nclass A:\n    def a(self):\n        return 1\n';
    assert.equal(
      applied('a.py', python, 'import sys\n\ndef a(self):\n    return sys'),
      python.replace('import os\n', 'import os\nimport sys\n').replace('return 1', 'return sys'),
    );
    const rust = 'use std::fmt;\n\nimpl A {\n    fn a(&self) -> i32 {\n        1\n    }\n}\n';
    assert.equal(
      applied('a.rs', rust, 'use std::env;\n\nfn a(&self) -> i32 {\n    2\n}'),
      rust.replace('fmt;\n', 'fmt;\nuse std::env;\n').replace('        1', '        2'),
    );
  });

  it('is inserted there if a comment stands for the other imports', () => {
    for (const imports of [
      "import { z } from 'zod';\n// ... existing imports ...",
      "// ... existing imports ...\nimport { z } from 'zod';",
    ])
      assert.equal(applied('a.ts', script, `${imports}\n\n${called}`), changed, imports);
  });

  it('has no place if the file has no imports, or if other new code follows', () => {
    const go = 'package a\n\nfunc A() int {\n\treturn 1\n}\n';
    assert.equal(applied('a.go', go, 'import "fmt"\n\nfunc A() int {\n\treturn fmt.A\n}'), 'noNeighbours');
    const mixed = `import { z } from 'zod';\n\nfunction e() {\n  z();\n}\n\n${called}`;
    assert.equal(applied('a.ts', script, mixed), 'noNeighbours');
  });
});

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

  it('is inserted after those of the same origin, unless others are among them', () => {
    const file = (imports: string, value: string) => `${imports}\n\nexport function a() {\n  return ${value};\n}\n`;
    const [node, zod, own, alias] = [
      "import fs from 'node:fs';",
      "import { z } from 'zod';",
      "import {\n  b,\n} from './b';",
      "import { c } from '@/c';",
    ];
    const all = [node, '', zod, '', alias, own].join('\n');
    for (const [shown, neighbour] of [
      ["import path from 'node:path';", node],
      ["import { y } from 'yaml';", zod],
      ["import { d } from '@/d';", alias],
      ["import { d } from '../d';", own],
      ["import { d } from '#/d';", own],
      ["const d = require('d');", zod],
    ] as const)
      assert.equal(
        applied('a.ts', file(all, 'z'), `${shown}\n\nexport function a() {\n  return y;\n}`),
        file(all.replace(neighbour, `${neighbour}\n${shown}`), 'y'),
        shown,
      );
    const mixed = [zod, own, "import x from 'x';", alias].join('\n');
    assert.equal(
      applied('a.ts', file(mixed, 'z'), "import { y } from 'yaml';\n\nexport function a() {\n  return y;\n}"),
      file(`${mixed}\nimport { y } from 'yaml';`, 'y'),
    );
    const python = (imports: string, value: number) => `${imports}\n\n\ndef a():\n    return ${value}\n`;
    const groups = 'import os\nimport sys\n\nimport numpy as np\n\nfrom app.a import b\nfrom .c import d';
    for (const [shown, neighbour] of [
      ['import json', 'import sys'],
      ['from app.b import e', 'from app.a import b'],
      ['from . import e', 'from .c import d'],
      ['import other', 'from .c import d'],
    ] as const)
      assert.equal(
        applied('a.py', python(groups, 1), `${shown}\n\n\ndef a():\n    return 2`),
        python(groups.replace(neighbour, `${neighbour}\n${shown}`), 2),
        shown,
      );
    const java = (imports: string, value: number) =>
      `package a;\n\n${imports}\n\nclass A {\n    int b() {\n        return ${value};\n    }\n}\n`;
    const known = 'import java.util.List;\n\nimport org.junit.Test;';
    assert.equal(
      applied('A.java', java(known, 1), 'import java.util.Map;\n\nint b() {\n    return 2;\n}'),
      java(known.replace('List;', 'List;\nimport java.util.Map;'), 2),
    );
  });

  it('is inserted there if a comment stands for the other imports', () => {
    for (const imports of [
      "import { z } from 'zod';\n// ... existing imports ...",
      "// ... existing imports ...\nimport { z } from 'zod';",
    ])
      assert.equal(applied('a.ts', script, `${imports}\n\n${called}`), changed, imports);
  });

  it('is not inserted among conditional imports', () => {
    const main = 'int main(void) {\n  return 1;\n}';
    const includes = '#include <stdlib.h>\n#ifdef _WIN32\n#include <io.h>\n#else\n#include <unistd.h>\n#endif\n\n';
    const after = includes.replace('lib.h>\n', 'lib.h>\n#include <math.h>\n') + main.replace('1', '2');
    const changedMain = main.replace('1', '2');
    for (const shown of [
      '#include <math.h>',
      '#include <unistd.h>\n#include <math.h>',
      '#include <math.h>\n#include <io.h>',
    ])
      assert.equal(applied('a.c', `${includes}${main}\n`, `${shown}\n\n${changedMain}`), `${after}\n`, shown);
    assert.equal(applied('a.c', `${includes}${main}\n`, '#include <unistd.h>\n#include <math.h>'), 'noNeighbours');
    const guarded = '#ifndef A_H\n#define A_H\n#include <a.h>\n\nint a(void) {\n  return 1;\n}\n#endif\n';
    assert.equal(
      applied('a.h', guarded, '#include <b.h>\n\nint a(void) {\n  return 2;\n}'),
      guarded.replace('<a.h>\n', '<a.h>\n#include <b.h>\n').replace('1', '2'),
    );
    const sharp =
      'using System;\n#if UNITY\nusing Unity;\n#endif\n\nclass A\n{\n    int A()\n    {\n        return 1;\n    }\n}\n';
    assert.equal(
      applied('a.cs', sharp, 'using System.Text;\n\nint A()\n{\n    return 2;\n}'),
      sharp.replace('System;\n', 'System;\nusing System.Text;\n').replace('1', '2'),
    );
    const swift = '#if canImport(UIKit)\nimport UIKit\n#endif\n\nfunc a() -> Int {\n    return 1\n}\n';
    assert.equal(applied('a.swift', swift, 'import Combine\n\nfunc a() -> Int {\n    return 2\n}'), 'noNeighbours');
  });

  it('is inserted into the module of the function in Rust', () => {
    const test = (value: number) => `    #[test]\n    fn b() {\n        assert_eq!(a(), ${value});\n    }\n`;
    const module = (uses: string, value: number) => `use c::D;\n\nmod tests {\n${uses}${test(value)}}\n`;
    const inner = '    use super::*;\n';
    const code = `use super::g;\n\n${test(2).replaceAll(/^ {4}/gm, '')}`;
    const expected = module(`${inner}    use super::g;\n\n`, 2);
    assert.equal(applied('a.rs', module(`${inner}\n`, 1), code), expected);
    assert.equal(
      applied('a.rs', module(`${inner}\n`, 1), code.replace('g;\n', 'g;\n// ... existing code ...\n')),
      expected,
    );
    assert.equal(
      applied(
        'a.rs',
        module(`${inner}\n`, 1),
        `mod tests {\n    use super::g;\n\n${test(2)}\n    // ... existing code ...\n}`,
      ),
      expected,
    );
    assert.equal(applied('a.rs', module('', 1), code), 'noNeighbours');
  });

  it('has no place if the file has no imports', () => {
    const go = 'package a\n\nfunc A() int {\n\treturn 1\n}\n';
    assert.equal(applied('a.go', go, 'import "fmt"\n\nfunc A() int {\n\treturn fmt.A\n}'), 'noNeighbours');
  });

  it('is inserted apart from the new code between it and a function of the file', () => {
    const added = 'function e() {\n  z();\n}\n\n';
    const mixed = `import { z } from 'zod';\n\n${added}${called}`;
    const changed = applied('a.ts', script, `import { z } from 'zod';\n\n${called}`);
    const expected = changed.replace('export function a', `${added}export function a`);
    assert.notEqual(expected, changed);
    assert.equal(applied('a.ts', script, mixed), expected);
  });

  it('is inserted below the comment at the start of the file, unless the block shows the comment', () => {
    const license = '/**\n * Copyright 2024 Foo Inc.\n */\n';
    const imports = "import { b } from './b';\nimport { c } from './c';\n\nexport const d = b(c);\n";
    const shown = "import { z } from 'zod';\nimport { b, e } from './b';\n";
    const changed = imports.replace("import { b } from './b';\n", shown);
    assert.equal(applied('a.ts', license + imports, shown), license + changed);
    const above = `import 'zone.js';\n${license}${imports}`;
    assert.equal(applied('a.ts', license + imports, above.slice(0, above.indexOf('import { c }'))), above);
  });

  it('keeps the blank lines below the imports of the file, and adds those between imports that the block has', () => {
    const file = (imports: string, value: number) =>
      `${imports}\n\n\ndef a():\n    return ${value}\n\n\ndef z():\n    return 3\n`;
    for (const [before, shown] of [
      ['import os\nfrom a import b', 'import os\nfrom a import b\nfrom c import d'],
      ['import os\nfrom a import b', 'import os\n\nfrom a import b, c'],
      ['import os\nfrom a import b', 'import sys\nimport os\n\nfrom a import b\nfrom c import d'],
    ] as const)
      for (const below of ['\n\n', '\n\n\n'])
        assert.equal(applied('a.py', file(before, 1), `${shown}${below}def a():\n    return 2`), file(shown, 2), shown);
    const [spaced, tight] = ['import os\n\nfrom a import b', 'import os\nfrom a import b, c'];
    const kept = file('import os\n\nfrom a import b, c', 2);
    assert.equal(applied('a.py', file(spaced, 1), `${tight}\n\n\ndef a():\n    return 2`), kept);
    const oneLine = (imports: string, value: number) => file(imports, value).replace('\n\n\n', '\n\n');
    const [imports, shown] = ['import os\nfrom a import b', 'import os\nfrom a import b\nfrom c import d'];
    const code = `${shown}\n\n\ndef a():\n    return 2`;
    assert.equal(applied('a.py', oneLine(imports, 1), code), file(shown, 2));
  });
});

import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('commas of entries between left-out ones', () => {
  const script = 'const a = {\n  a() {\n    return 1;\n  },\n  b: {\n    x: 1,\n    y: 2,\n  },\n  z: 3,\n};\n';
  const json = '{\n  "a": {\n    "x": 1,\n    "y": 2\n  },\n  "b": {\n    "z": 1\n  }\n}\n';

  it('are kept after an entry of which a part is left out', () => {
    const block = 'const a = {\n  // ...\n  b: {\n    // ...\n    y: 5\n  }\n  // ...\n};';
    assert.equal(applied('a.ts', script, block), script.replace('y: 2', 'y: 5'));
    const first = '{\n  // ...\n  "a": {\n    // ...\n    "y": 5\n  }\n  // ...\n}';
    assert.equal(applied('a.json', json, first), json.replace('"y": 2', '"y": 5'));
    const last = '{\n  // ...\n  "b": {\n    // ...\n    "z": 5\n  },\n  // ...\n}';
    assert.equal(applied('a.json', json, last), json.replace('"z": 1', '"z": 5'));
  });

  it('are added after a new entry', () => {
    const fresh = '  c() {\n    return 2;\n  }\n';
    const known = '  a() {\n    return 1;\n  },\n';
    const after = fresh.replace('  }\n', '  },\n');
    assert.equal(
      applied('a.ts', script, `const a = {\n  // ...\n${known}${fresh}  // ...\n};`),
      script.replace(known, known + after),
    );
    assert.equal(applied('a.ts', script, `const a = {\n${fresh}  // ...\n};`), script.replace(known, after + known));
    assert.equal(applied('a.ts', script, `const a = {\n  // ...\n${fresh}};`), script.replace('};', `${after}};`));
  });

  it('are not missing before a new entry', () => {
    const known = '  "b": {\n    "z": 1\n  },\n';
    assert.equal(
      applied('a.json', json, `{\n  // ...\n${known}  "c": {\n    "z": 2\n  }\n  // ...\n}`),
      'noNeighbours',
    );
    const open = 'const a = {\n  b() {\n    return 1;\n  }\n};\n';
    const block = 'const a = {\n  // ...\n  c() {\n    return 2;\n  }\n};';
    assert.equal(applied('a.ts', open, block), open.replace('  }\n};', '  },\n  c() {\n    return 2;\n  }\n};'));
    assert.equal(
      applied('a.ts', open.replace('const a =', 'class A'), block.replace('const a =', 'class A')),
      'class A {\n  b() {\n    return 1;\n  }\n  c() {\n    return 2;\n  }\n};\n',
    );
  });
});

import { strict as assert } from 'node:assert';
import { planFile } from '../../../src/apply/planFile.ts';
import { planPlace } from '../../../src/apply/planPlace.ts';

const text =
  'class A {\n  size() {\n    return this.items.length;\n  }\n\n  clear() {\n    this.items = [];\n    save();\n  }\n}\n';
const incomplete = { kind: 'unclear', reason: { kind: 'incomplete' }, places: [] };

describe('marks of left-out code', () => {
  const plan = (code: string, path = 'a.ts', before = text) =>
    planFile([{ code, info: '', before: '' }], { path, text: before });

  it('are not written by a replacement or a diff', () => {
    const [search, replace] = ['  size() {\n    return this.items.length;', '  size() {\n    // ... existing code ...'];
    assert.deepEqual(plan(`<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`), incomplete);
    const diff = '@@\n   size() {\n-    return this.items.length;\n+    // ... existing code ...\n+    return 3;\n   }';
    assert.deepEqual(plan(diff), incomplete);
  });

  it('are not written by a whole file or a new declaration', () => {
    assert.deepEqual(plan('// ... existing code ...\nf();', 'a.ts', ''), incomplete);
    const added =
      '  size() {\n    return this.items.length;\n  }\n\n  get() {\n    // ... existing code ...\n    return 1;\n  }\n\n  clear() {\n    this.items = [];\n    save();\n  }';
    assert.deepEqual(plan(added), incomplete);
  });

  it('are not written to a place that the user has chosen', () => {
    const code = 'clear() { /* unchanged */ }\nsize() {\n  return 4;\n}';
    const place = { startLine: 1, endLine: 4 };
    assert.deepEqual(planPlace({ code, info: 'ts', before: '' }, { path: 'a.ts', text }, place), incomplete);
  });

  it('are written if the file has them, or if they are code or text', () => {
    const diff = '@@\n   size() {\n+    // Loading the rest of the items...\n     return this.items.length;';
    assert.equal(plan(diff).kind, 'change');
    assert.equal(plan('@@\n def f():\n-    pass\n+    ...', 'a.py', 'def f():\n    pass\n').kind, 'change');
    assert.equal(plan('@@\n # A\n+// ... existing code ...', 'a.md', '# A\n').kind, 'change');
    assert.equal(plan('@@\n // ... more\n-a();\n+b();', 'a.ts', '// ... more\na();\n').kind, 'change');
  });
});

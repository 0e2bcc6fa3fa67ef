import { strict as assert } from 'node:assert';
import { parseDiff } from '../../../../src/apply/edits/parseDiff.ts';
import { planFile } from '../../../../src/apply/planFile.ts';
import type { Plan } from '../../../../src/apply/planTypes.ts';

const planOf = (code: string, text: string, path = 'src/a.ts'): Plan =>
  planFile([{ code, info: 'diff', before: '' }], { path, text });

function afterOf(code: string, text: string, path?: string): string {
  const plan = planOf(code, text, path);
  assert.ok(plan.kind === 'change', JSON.stringify(plan));
  return plan.after;
}

const file = 'function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n';
const changed = file.replace('return 2', 'return 22');

describe('planDiff', () => {
  it('applies hunks with correct, wrong and missing line numbers', () => {
    const body = ' function two() {\n-  return 2;\n+  return 22;\n }';
    for (const header of ['@@ -5,3 +5,3 @@', '@@ -50,4 +1,4 @@', '@@', '@@ ... @@', '--- a/src/a.ts\n+++ b/src/a.ts'])
      assert.equal(afterOf(`${header}\n${body}`, file), changed, header);
    assert.equal(afterOf(body, file), changed);
  });

  it('applies hunks whose context lines have lost their leading space', () => {
    assert.equal(afterOf('@@\nfunction two() {\n-  return 2;\n+  return 22;\n}', file), changed);
    const nested = 'class A {\n    a() {\n      b();\n    }\n}\n';
    assert.equal(afterOf('@@\n    a() {\n+      c();\n      b();', nested), nested.replace('b();', 'c();\n      b();'));
  });

  it('adds the first column to added lines whose marks stand in its place', () => {
    const text = 'class A {\n    a() {\n        b();\n    }\n}\n';
    const after = text.replace('b();', 'if (c) {\n            d();\n        }\n        b();');
    const added = '+       if (c) {\n+           d();\n+       }\n';
    assert.equal(afterOf(`@@\n    a() {\n${added}        b();`, text), after);
    const odd = text.replace('b();', '  c();\n        b();');
    assert.equal(afterOf('@@\n    a() {\n+          c();\n        b();', text), odd);
    const comment = '/**\n * A.\n */\nfunction a() {\n  b();\n}\n';
    const documented = comment.replace(' */', ' * @param c\n */');
    assert.equal(afterOf('@@\n * A.\n+ * @param c\n */', comment), documented);
  });

  it('removes the space that is behind the marks of added lines, if other lines have no marks', () => {
    const text = 'class A {\n    a() {\n        b();\n    }\n}\n';
    const after = text.replace('b();', 'c();\n        b();');
    assert.equal(afterOf('    a() {\n+         c();\n        b();', text), after);
    const script = 'use(cors());\nuse(json());\nlisten();\n';
    for (const mark of ['+ ', '+'])
      assert.equal(
        afterOf(`use(cors());\n${mark}use(helmet());\nuse(json());`, script),
        script.replace('use(json', 'use(helmet());\nuse(json'),
      );
  });

  it('keeps the indentation, the quotes and the trailing spaces of context lines', () => {
    const text = "if (a) {\n\tf('x');  \n\tg();\n}\n";
    assert.equal(afterOf('@@\n if (a) {\n     f("x");\n-    g();\n+    h();', text), text.replace('g()', 'h()'));
  });

  it('applies a patch in the format of apply_patch', () => {
    const code =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@ function two()\n function two() {\n-  return 2;\n+  return 22;\n*** End Patch';
    assert.equal(afterOf(code, file), changed);
  });

  it('applies only the part for the file', () => {
    const code =
      'diff --git a/b.ts b/b.ts\n--- a/b.ts\n+++ b/b.ts\n@@\n-  return 1;\n+  return 11;\n--- a/src/a.ts\n+++ b/src/a.ts\n@@\n-  return 2;\n+  return 22;';
    assert.equal(afterOf(code, file), changed);
  });

  it('chooses among equal places by a correct line number, else by the heading', () => {
    const text = 'function a() {\n  f();\n}\n\nfunction b() {\n  f();\n}\n';
    const expected = 'function a() {\n  f();\n}\n\nfunction b() {\n  g();\n}\n';
    assert.equal(afterOf('@@ -6 +6 @@\n-  f();\n+  g();', text), expected);
    assert.equal(afterOf('@@ -60 +60 @@ function b() {\n-  f();\n+  g();', text), expected);
  });

  it('is unclear if a hunk fits at several places', () => {
    const plan = planOf('@@ -60 +60 @@\n-  f();\n+  g();', 'a {\n  f();\n}\nb {\n  f();\n}\n');
    assert.ok(plan.kind === 'unclear' && plan.reason.kind === 'ambiguous' && plan.places.length === 2);
  });

  it('is unclear if a hunk is nowhere, or ends before its header says', () => {
    const missing = planOf('@@\n-  return 3;\n+  return 4;', file);
    assert.ok(missing.kind === 'unclear' && missing.reason.kind === 'notFound');
    const cut = planOf('@@ -5,3 +5,9 @@\n function two() {\n-  return 2;', file);
    assert.ok(cut.kind === 'unclear' && cut.reason.kind === 'miscounted');
  });

  it('applies a diff in a block of another language, even if its context lines have lost their space', () => {
    const code = 'function two() {\n-  return 2;\n+  return 22;\n}';
    const plan = planFile([{ code, info: 'ts', before: '' }], { path: 'src/a.ts', text: file });
    assert.deepEqual(plan, { kind: 'change', after: changed });
  });

  it('applies a hunk without context whose line counts are too large', () => {
    assert.equal(afterOf('@@ -5,3 +5,3 @@\n-  return 2;\n+  return 22;', file), changed);
  });

  it('is unclear if a hunk lacks more than context', () => {
    const hunk = (counts: string) =>
      planOf(`@@ ${counts} @@\n function two() {\n-  return 2;\n+  return 22;\n }`, file);
    assert.equal(hunk('-5,9 +5,9').kind, 'change');
    assert.equal(hunk('-5,5 +5,6').kind, 'change');
    assert.equal(hunk('-5,12 +5,12').kind, 'unclear');
    assert.equal(hunk('-5,9 +5,12').kind, 'unclear');
  });

  it('is unchanged if the file already contains the added lines', () => {
    assert.equal(planOf('@@\n function two() {\n-  return 2;\n+  return 22;', changed).kind, 'unchanged');
  });

  it('creates a file, and keeps CRLF', () => {
    assert.equal(afterOf('--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,2 @@\n+a\n+b', ''), 'a\nb\n');
    assert.equal(afterOf('@@\n a\n-b\n+c', 'a\r\nb\r\n'), 'a\r\nc\r\n');
  });
});

describe('parseDiff', () => {
  it('takes removed and added lines that look like headers for lines', () => {
    const [part] = parseDiff('--- a/a.sql\n+++ b/a.sql\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n a');
    assert.deepEqual(
      part?.hunks[0]?.lines.map(({ kind }) => kind),
      ['removed', 'added', 'context'],
    );
  });
});

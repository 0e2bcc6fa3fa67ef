import assert from 'node:assert/strict';
import { containingLine } from '../../../../src/common/code/containingLine.ts';

describe('containingLine', () => {
  const containing = (text: string, line: number) => {
    const lines = text.split('\n');
    return containingLine((index) => lines[index]!, line);
  };

  it('returns the nearest line above with less indentation', () => {
    const text =
      'class Cart {\n  total() {\n    a();\n  }\n}\n\nclass Order {\n  b() {\n    b();\n  }\n\n  total() {\n  }\n}';
    assert.equal(containing(text, 1), 'class Cart {');
    assert.equal(containing(text, 11), 'class Order {');
    assert.equal(containing(text, 2), '  total() {');
  });

  it('ignores brackets, comments, directives and labels of visibility', () => {
    assert.equal(containing('class Cart\n{\n  total()', 2), 'class Cart');
    assert.equal(containing('def f(\n    a,\n):\n    total()', 3), 'def f(');
    const skipped = ['// Comment', '/* Comment', ' * Comment', '# Comment', '#if DEBUG', 'public:', '-- Comment'];
    for (const line of skipped) assert.equal(containing(`class Cart {\n${line}\n  total()`, 2), 'class Cart {', line);
    assert.equal(containing('class Cart {\n#id {\n  total()', 2), '#id {');
  });

  it('returns undefined for a line without indentation, and if no line above has less', () => {
    assert.equal(containing('class Cart {\ntotal()', 1), undefined);
    assert.equal(containing('  a();\n  total()', 1), undefined);
  });

  it('reads at most 2,000 lines', () => {
    let read = 0;
    const lineAt = () => {
      read += 1;
      return '  a();';
    };
    assert.equal(containingLine(lineAt, 1_000_000), undefined);
    assert.ok(read <= 2_001, `${read} lines`);
  });
});

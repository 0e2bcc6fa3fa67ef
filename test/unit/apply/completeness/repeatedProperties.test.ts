import { strict as assert } from 'node:assert';
import { applied } from '../fragments/applied.ts';

describe('A property that a constructor declares', () => {
  const php = (members: string) =>
    `<?php\n\nclass A\n{\n    public const X = 1;\n${members}\n    public function f(): int\n    {\n        return 1;\n    }\n}\n`;
  const field = '\n    private L $l;\n';
  const old = '\n    public function __construct(L $l)\n    {\n        $this->l = $l;\n    }\n';
  const promoted = '\n    public function __construct(private readonly L $l)\n    {\n    }\n';
  const ts = (members: string, value = 2) =>
    `class A {\n${members}\n\n  f() {\n    return ${value};\n  }\n\n  g() {\n    return 2;\n  }\n}\n`;
  const constructor = '  constructor(private readonly x: X) {}';

  it('is not declared a second time beside a field that the block does not show', () => {
    const code = `class A\n{\n    public const X = 1;\n${promoted}\n    // f() stays the same\n}`;
    assert.equal(applied('A.php', php(field + old), code), 'repeats');
    assert.equal(applied('A.php', php(field + old), promoted.trim().replaceAll('\n    ', '\n')), 'repeats');
    const block = `class A {\n${constructor}\n\n  f() {\n    return 3;\n  }\n\n  // ... rest unchanged\n}`;
    assert.equal(
      applied('a.ts', ts('  private x: X;\n\n  constructor(x: X) {\n    this.x = x;\n  }'), block),
      'repeats',
    );
  });

  it('is declared if the file has no such field, or has both already', () => {
    assert.equal(applied('A.php', php(old), promoted.trim().replaceAll('\n    ', '\n')), php(promoted));
    const plain = '  constructor(\n    private readonly x: X,\n  ) {}';
    const both = ts(`  x = 1;\n\n${plain}`);
    const changed = plain.replace('X,\n', 'X,\n    private y: X,\n');
    assert.equal(applied('a.ts', both, changed), both.replace(plain, changed));
  });
});

import { strict as assert } from 'node:assert';
import { applied } from './applied.ts';

describe('new fields beside left-out members', () => {
  const css = '.cart {\n  color: red;\n  margin: 0;\n}\n';
  const go = 'type Cart struct {\n\tItems []int\n\tName  string\n}\n';
  const rust = 'struct Cart {\n    items: Vec<i32>,\n}\n';

  it('are added to a style rule, a struct and an impl', () => {
    assert.equal(
      applied('a.css', css, '.cart {\n  /* ... existing styles ... */\n  padding: 2px;\n}'),
      css.replace('0;\n', '0;\n  padding: 2px;\n'),
    );
    assert.equal(
      applied('a.go', go, 'type Cart struct {\n\t// ... existing fields\n\tLimit int\n}'),
      go.replace('string\n', 'string\n\tLimit int\n'),
    );
    assert.equal(
      applied('a.rs', rust, 'struct Cart {\n    limit: u8,\n    // ... existing fields\n}'),
      rust.replace('    items', '    limit: u8,\n    items'),
    );
  });

  it('are not added if they may replace a member, or if a comma is missing', () => {
    assert.equal(
      applied('a.go', go, 'type Cart struct {\n\t// ... existing fields\n\tItems []string\n}'),
      'noNeighbours',
    );
    const open = rust.replace('>,', '>');
    assert.equal(applied('a.rs', open, 'struct Cart {\n    // ... existing fields\n    limit: u8,\n}'), 'noNeighbours');
  });

  it('are not statements of a function', () => {
    const file = 'function f() {\n  start();\n  return 1;\n}\n';
    assert.equal(applied('a.ts', file, 'function f() {\n  // ... existing code ...\n  stop();\n}'), 'noNeighbours');
  });
});

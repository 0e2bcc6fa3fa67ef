import assert from 'node:assert/strict';
import { findDeclarations, headersNamed } from '../../../apply/declarations.ts';
import type { Language } from '../../../apply/languages.ts';

describe('findDeclarations', () => {
  it('finds classes and their methods in TypeScript', () => {
    const text = ['export class Cart {', '  add(item: Item): void {', '    this.items.push(item);', '  }', '}'];
    assert.deepEqual(extents(text, 'TypeScript'), ['Cart 0-5', 'add 1-4']);
  });

  it('does not take calls and statements for methods', () => {
    const text = ['  if (a) {', '  }', "  it('adds', () => {", '  });', '  run(() => {', '  });'];
    assert.deepEqual(extents(text, 'TypeScript'), []);
  });

  it('includes the receiver in the name of a Go method', () => {
    assert.deepEqual(extents(['func (s *Store) Close() {', '\ts.closed = true', '}'], 'Go'), ['(s *Store) Close 0-3']);
  });

  it('ends a Python function at its last indented line', () => {
    const text = ['def add(', '    item,', '):', '    items.append(item)', '', '', 'total = 0'];
    assert.deepEqual(extents(text, 'Python'), ['add 0-4']);
  });

  it('skips Python classes whose body is in the line of the header', () => {
    assert.deepEqual(extents(['class A(B): ...', '', 'class C:', '    x: int'], 'Python'), ['C 2-4']);
  });

  it('finds functions in Rust implementations', () => {
    const text = ['impl Cart {', '    pub fn len(&self) -> usize {', '        self.items.len()', '    }', '}'];
    assert.deepEqual(extents(text, 'Rust'), ['impl Cart 0-5', 'len 1-4']);
  });

  it('starts the documentation at the comments and attributes above the header', () => {
    const text = ['use a;', '/// Adds.', '#[inline]', 'fn add() {', '    b();', '}'];
    assert.equal(findDeclarations(text, 'Rust')[0]?.docStart, 1);
  });
});

describe('headersNamed', () => {
  it('finds all headers with a name, also of declarations without a body', () => {
    const text = ['void add(', '    int a', ') {', '}', 'int add(int a) {', '}'];
    assert.deepEqual(headersNamed('add', text, 'C++'), [0, 4]);
  });
});

function extents(lines: readonly string[], language: Language): readonly string[] {
  return findDeclarations(lines, language).map(({ name, start, end }) => `${name} ${start}-${end}`);
}

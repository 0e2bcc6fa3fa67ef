import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormulaSearch } from '../../../../../src/webview/markdown/parser/formulaSearch.ts';

describe('FormulaSearch', () => {
  it('finds the same formula at a position, whichever positions were searched before', () => {
    const part = fc.constantFrom('$', '$$', '\\(', '\\)', '\\[', '\\]', '\\', '\\\\', 'a', '5', ' ', '\n', 'x^2', '`');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.array(fc.nat(80), { maxLength: 60 }), (parts, positions) => {
        const text = parts.join('');
        const search = new FormulaSearch(text);
        for (const position of [...positions, ...positions.toSorted((a, b) => a - b)])
          assert.deepEqual(search.at(position, text.length), new FormulaSearch(text).at(position, text.length));
      }),
    );
  });

  it('finds no formula that ends after the given end', () => {
    const search = new FormulaSearch('$a$ and $b$');
    assert.equal(search.at(0, 2), undefined);
    assert.deepEqual(search.at(0, 3), { source: 'a', isDisplay: false, end: 3 });
  });
});

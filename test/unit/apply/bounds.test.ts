import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { planFile } from '../../../src/apply/planFile.ts';
import { largeChanges } from './largeChanges.ts';

describe('planFile, with large and hostile texts', function () {
  // With quadratic time, a plan would exceed this timeout. A benchmark measures the time.
  this.timeout(120_000);
  for (const [name, { block, file, kind }] of Object.entries(largeChanges()))
    it(`returns ${kind === 'change' ? 'a change' : 'an unclear plan'} for ${name}`, () => {
      assert.equal(planFile([block], file).kind, kind);
    });

  it('throws no error, whatever the texts are', () => {
    const pieces = [
      '{',
      '}',
      '(',
      ')',
      '\n',
      '  ',
      'a',
      'function a() {',
      '@@',
      '-',
      '+',
      ' ',
      '"',
      '`',
      '/*',
      '*/',
      '//',
      '...',
    ];
    const markers = [
      '<<<<<<< SEARCH\n',
      '=======\n',
      '>>>>>>> REPLACE\n',
      '// ... existing code ...\n',
      'class A:',
      'a: 1',
      ';',
    ];
    const text = fc.array(fc.constantFrom(...pieces, ...markers), { maxLength: 40 }).map((parts) => parts.join(''));
    const paths = fc.constantFrom('a.ts', 'a.py', 'a.yml', 'a.c', 'a.rs', 'a.go', 'a.md', 'a');
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), text, paths, (codes, before, path) => {
        const blocks = codes.map((code) => ({ code, info: '', before: '' }));
        const plan = planFile(blocks, { path, text: before });
        if (plan.kind === 'unclear') for (const { startLine, endLine } of plan.places) assert.ok(startLine <= endLine);
      }),
      { numRuns: 500 },
    );
  });
});

import assert from 'node:assert/strict';
import { staleAcceptances, type Acceptance } from '../../../mutate/acceptance.ts';
import type { MutationSite } from '../../../mutate/mutation.ts';
import { describeResults } from '../../../mutate/report.ts';

const site: MutationSite = {
  file: 'src/meter/cost.ts',
  line: 12,
  name: '< → <=',
  start: 300,
  end: 301,
  replacement: '<=',
  before: 'if (cost < limit) {',
  after: 'if (cost <= limit) {',
  executedAt: 295,
};

const acceptance: Acceptance = {
  file: 'src/meter/cost.ts',
  line: 'if (cost < limit) {',
  mutation: '< → <=',
  reason: 'Both branches are the same at the limit.',
};

describe('describeResults', () => {
  it('lists a survivor with the line before and after the mutation, and counts the results', () => {
    assert.equal(
      describeResults([result(false), result(true), result(true)], []),
      'src/meter/cost.ts:12  < → <=\n  - if (cost < limit) {\n  + if (cost <= limit) {\n\n' +
        'killed 2, survived 1 of 3 (67 %)',
    );
  });

  it('counts an accepted survivor separately, whatever its line number, and prints the acceptance’s reason', () => {
    assert.equal(
      describeResults([{ ...result(false), site: { ...site, line: 20 } }, result(true)], [acceptance]),
      'src/meter/cost.ts:20  < → <=\n  - if (cost < limit) {\n  + if (cost <= limit) {\n' +
        '  accepted: Both branches are the same at the limit.\n\n' +
        'killed 1, survived 0 of 1 (100 %), 1 accepted apart',
    );
  });

  const others: readonly Partial<Acceptance>[] = [
    { file: 'src/meter/prices.ts' },
    { line: 'if (cost < total) {' },
    { mutation: '< → <= #2' },
  ];
  for (const other of others) {
    it(`ignores an acceptance with another ${Object.keys(other).join()}`, () => {
      assert.match(describeResults([result(false)], [{ ...acceptance, ...other }]), /survived 1 of 1 \(0 %\)$/);
    });
  }

  it('applies an acceptance without a line to matching survivors on all lines', () => {
    const inTable: Acceptance = { file: site.file, mutation: '< → <=', reason: 'A table of data.' };
    const results = [
      { ...result(false), site: { ...site, before: 'other', name: '< → <= #2' } },
      { ...result(false), site: { ...site, name: '< → >' } },
    ];
    assert.match(describeResults(results, [inTable]), /survived 1 of 1 \(0 %\), 1 accepted apart$/);
  });

  it('prints no percentage if there are no results', () => {
    assert.equal(describeResults([], []), 'killed 0, survived 0 of 0');
  });
});

describe('staleAcceptances', () => {
  it('returns an acceptance if its line has changed and its file is one of `files`', () => {
    const changed = { ...acceptance, line: 'if (cost < total) {' };
    const elsewhere = { ...changed, file: 'src/meter/prices.ts' };
    assert.deepEqual(staleAcceptances([acceptance, changed, elsewhere], [site.file], [site]), [changed]);
  });
});

function result(killed: boolean) {
  return { site, killed, killedBy: killed ? 'a test' : '', testFiles: [], milliseconds: 1 };
}

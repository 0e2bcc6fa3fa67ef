import assert from 'node:assert/strict';
import type { ApplyCase } from '../../../apply/corpus.ts';
import { describeFailures, describeTotals } from '../../../apply/describeResults.ts';
import { countOutcomes, evaluate, misnamedCases } from '../../../apply/evaluate.ts';
import type { Plan } from '../../../../src/apply/planTypes.ts';

const positive: ApplyCase = {
  name: 'cart 1..2 cart.ts wholeFile',
  source: 'cart',
  language: 'TypeScript',
  form: 'wholeFile',
  file: { path: 'cart.ts', text: 'a\n' },
  blocks: [{ code: 'b', info: 'ts:cart.ts', before: '' }],
  after: 'b\n',
  hasLookAlikes: false,
  details: ['CRLF'],
  naming: 'infoColon',
  named: 'cart.ts',
  paths: ['cart.ts', 'order.ts'],
};

const negative: ApplyCase = { ...positive, name: 'cart 1..2 cart.ts shell', form: 'shell', after: undefined };

const unclear: Plan = { kind: 'unclear', reason: { kind: 'notFound' }, places: [] };

describe('evaluate', () => {
  it('counts a plan as exact only if it has every character of the wanted text', () => {
    assert.equal(outcomeOf(positive, { kind: 'change', after: 'b\n' }), 'exact passes');
    assert.equal(outcomeOf(positive, { kind: 'change', after: 'b' }), 'wrong fails');
    assert.equal(outcomeOf(positive, { kind: 'unchanged' }), 'wrong fails');
  });

  it('wants negative cases to be asked', () => {
    assert.equal(outcomeOf(positive, unclear), 'asked fails');
    assert.equal(outcomeOf(negative, unclear), 'asked passes');
    assert.equal(outcomeOf(negative, { kind: 'change', after: 'b\n' }), 'wrong fails');
    assert.equal(outcomeOf(negative, { kind: 'unchanged' }), 'wrong fails');
  });

  it('counts an error as wrong', () => {
    const [result] = evaluate([negative], () => {
      throw new Error('boom');
    });
    assert.equal(result?.outcome, 'wrong');
    assert.equal(result.plan, 'error: boom');
  });
});

describe('misnamedCases', () => {
  const finder = (named: string | undefined) => ({
    namedPaths: () => (named === undefined ? [] : [named]),
    matchPath: (path: string, paths: readonly string[]) => paths.filter((each) => each === path),
  });

  it('returns the cases whose name does not lead to their file', () => {
    assert.deepEqual(misnamedCases([positive], finder('cart.ts')), []);
    assert.deepEqual(misnamedCases([positive], finder('order.ts')), [positive]);
    assert.deepEqual(misnamedCases([positive], finder(undefined)), [positive]);
  });
});

describe('describeTotals', () => {
  it('counts the outcomes without naming a case', () => {
    const results = evaluate([positive, negative], () => unclear);
    assert.deepEqual(countOutcomes(results), { cases: 2, exact: 0, asked: 2, wrong: 0 });
    assert.match(describeTotals(results), /wholeFile +1 cases: 0 exact, 1 asked, 0 wrong/);
    assert.doesNotMatch(describeTotals(results), /cart/);
  });
});

describe('describeFailures', () => {
  it('lists the cases with an unexpected outcome', () => {
    const results = evaluate([positive, negative], () => unclear);
    assert.equal(describeFailures(results), 'asked (notFound)  cart 1..2 cart.ts wholeFile  [CRLF]');
  });
});

function outcomeOf(each: ApplyCase, plan: Plan): string {
  const [result] = evaluate([each], () => plan);
  return `${result?.outcome ?? ''} ${result?.passes === true ? 'passes' : 'fails'}`;
}

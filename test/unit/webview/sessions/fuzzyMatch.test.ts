import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { fuzzyMatch } from '../../../../src/webview/sessions/fuzzyMatch.ts';

/** The title with what was found in brackets; undefined when it does not fit. */
function marked(query: string, title: string): string | undefined {
  const match = fuzzyMatch(query, title);
  return match?.ranges.toReversed().reduce((text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`, title);
}

function ranked(query: string, titles: readonly string[]): readonly string[] {
  const found = titles.flatMap((title) => {
    const match = fuzzyMatch(query, title);
    return match === undefined ? [] : [{ title, score: match.score }];
  });
  return found.toSorted((a, b) => b.score - a.score).map(({ title }) => title);
}

describe('a title that is looked for', () => {
  it('is found by each word as it stands, in any order and any case', () => {
    assert.equal(marked('KEY group', 'Group by key'), '[Group] by [key]');
    assert.equal(marked('  by  ', 'Group by key'), 'Group [by] key');
    assert.equal(marked('roup', 'Group by key'), 'G[roup] by key');
    assert.equal(marked('group price', 'Group by key'), undefined);
    assert.equal(marked('', 'Group by key'), undefined);
    assert.equal(marked(' \t', 'Group by key'), undefined);
  });

  it('prefers the start of a word to the middle of one', () => {
    assert.equal(marked('test', 'Latest tests'), 'Latest [test]s');
    assert.equal(marked('b', 'ab_b'), 'ab_[b]');
    assert.equal(marked('é', 'caféé été'), 'caféé [é]té');
  });

  it('is found letter by letter, from the start of a word and within reach', () => {
    assert.equal(marked('grpky', 'Group by key'), '[Gr]ou[p] by [k]e[y]');
    assert.equal(marked('rpky', 'Group by key'), undefined);
    assert.equal(marked('gk', 'Group by key'), undefined);
    assert.equal(marked('gkp', 'Group by key'), undefined);
    assert.equal(marked('abc', `a${'-'.repeat(11)}bc`), `[a]${'-'.repeat(11)}[bc]`);
    assert.equal(marked('abc', `a${'-'.repeat(12)}bc`), undefined);
  });

  it('takes the letters that stand closest together', () => {
    assert.equal(marked('abc', 'a x b x c, a-b-c'), 'a x b x c, [a]-[b]-[c]');
  });

  it('is ranked by how it fits: start of a word, within one, then letters; the earlier the better', () => {
    const titles = ['Nine oddly deep entries', 'Upgrade to Node', 'Anode and cathode', 'Node versions'];
    assert.deepEqual(ranked('node', titles), ['Node versions', 'Upgrade to Node', 'Anode and cathode', 'Nine oddly deep entries']);
  });

  it('is ranked by all of its words, not by the best', () => {
    assert.deepEqual(ranked('node ver', ['Node: how to deliver', 'Node versions']), ['Node versions', 'Node: how to deliver']);
  });

  it('is ranked higher the less its letters are scattered', () => {
    assert.deepEqual(ranked('grpky', ['Go right past the key', 'Group by key']), ['Group by key', 'Go right past the key']);
  });

  it('is marked where it fits, also after letters that are longer in lower case', () => {
    assert.equal(marked('key', 'İİ 👩 Key'), 'İİ 👩 [Key]');
  });

  it('has its marks in order, apart and within it, whatever is looked for', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'İ', ' ', '-', '👩'), maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, (query, title) => {
        const flat = fuzzyMatch(query, title)?.ranges.flat() ?? [];
        assert.deepEqual(flat, [...new Set(flat)].toSorted((a, b) => a - b));
        assert.ok((flat.at(-1) ?? 0) <= title.length);
      }),
    );
  });
});

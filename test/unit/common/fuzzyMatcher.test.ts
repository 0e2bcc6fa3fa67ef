import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { createFuzzyMatcher, type TextRange } from '../../../src/common/fuzzyMatcher.ts';

const match = createFuzzyMatcher();

/** Returns the matching titles, best match first, with the matched ranges in brackets. */
function ranked(query: string, ...titles: readonly string[]): readonly string[] {
  return match(query, titles, String).map(({ item, ranges }) => mark(item, ranges));
}

function mark(title: string, ranges: readonly TextRange[]): string {
  return ranges
    .toReversed()
    .reduce((text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`, title);
}

describe('createFuzzyMatcher', () => {
  it('requires all words of the query, in any order and case', () => {
    assert.deepEqual(ranked('KEY group', 'Group by key'), ['[Group] by [key]']);
    assert.deepEqual(ranked('  by  ', 'Group by key'), ['Group [by] key']);
    assert.deepEqual(ranked('roup', 'Group by key'), ['G[roup] by key']);
    assert.deepEqual(ranked('group price', 'Group by key'), []);
    assert.deepEqual(ranked('four one two three five', 'one two three four five'), [
      '[one] [two] [three] [four] [five]',
    ]);
  });

  it('returns no ranges for a query of more than five words', () => {
    assert.deepEqual(ranked('f e d c b a', 'a b c d e f', 'a b c'), ['a b c d e f']);
  });

  it('matches nothing for a query without words', () => {
    for (const query of ['', ' \t', '"" -', '$&']) assert.deepEqual(ranked(query, 'Group by key'), []);
  });

  it('ignores the operators of uFuzzy in a query', () => {
    assert.deepEqual(ranked('"by group" -key (', 'Group by key'), ['[Group] [by] [key]']);
  });

  it('prefers a match at the start of a word to a match in the middle of a word', () => {
    assert.deepEqual(ranked('test', 'Latest tests'), ['Latest [test]s']);
    assert.deepEqual(ranked('b', 'ab_b'), ['ab_[b]']);
    assert.deepEqual(ranked('é', 'caféé été'), ['caféé [é]té']);
  });

  it('takes an upper-case letter after a lower-case letter for the start of a word', () => {
    assert.deepEqual(ranked('vwby', 'chatView by'), ['chat[V]ie[w] [by]']);
    assert.deepEqual(ranked('vwby', 'chatview by'), []);
  });

  it('marks an accent together with its letter, also at the start of a title', () => {
    assert.deepEqual(ranked('e', 'e\u0301te'), ['[e\u0301]te']);
    assert.deepEqual(ranked('ete', 'e\u0301te\u0301s'), ['[e\u0301te\u0301]s']);
  });

  it('marks adjacent matches as one range', () => {
    assert.deepEqual(ranked('하é', '한é'), ['[한é]']);
  });

  it('matches scattered letters within a word, or across words with gaps of at most `maxGap` characters', () => {
    assert.deepEqual(ranked('grp', 'Group by key'), ['[Gr]ou[p] by key']);
    assert.deepEqual(ranked('grpky', 'Group by key'), ['[Gr]ou[p] by [k]e[y]']);
    // A match across words must begin at the start of a word.
    assert.deepEqual(ranked('rpky', 'Group by key'), []);
    assert.deepEqual(ranked('abc', `a${'-'.repeat(11)}bc`), [`[a]${'-'.repeat(11)}[bc]`]);
    assert.deepEqual(ranked('abc', `a${'-'.repeat(12)}bc`), []);
  });

  it('matches scattered letters only for query words of at least `minScatteredLength` letters', () => {
    assert.deepEqual(ranked('gk', 'Group by key'), []);
    const [found] = createFuzzyMatcher({ minScatteredLength: 2 })('DS', ['src/draftStore.ts'], String);
    assert.deepEqual(found, {
      item: 'src/draftStore.ts',
      ranges: [
        [4, 5],
        [9, 10],
      ],
    });
  });

  it('ranks matches at the start of words first, then matches within words, then matches across words', () => {
    const titles = ['Nine oddly deep entries', 'Upgrade to Node', 'Anode and cathode', 'Node versions'];
    assert.deepEqual(ranked('node', ...titles), [
      '[Node] versions',
      'Upgrade to [Node]',
      'A[node] and cathode',
      '[N]ine [od]dly d[e]ep entries',
    ]);
    assert.deepEqual(ranked('node ver', 'Node: how to deliver', 'Node versions'), [
      '[Node] [ver]sions',
      '[Node]: how to deli[ver]',
    ]);
  });

  it('ranks a match whose letters are close together before a match whose letters are far apart', () => {
    assert.deepEqual(ranked('grpky', 'Go right past the key', 'Group by key'), [
      '[Gr]ou[p] by [k]e[y]',
      '[G]o [r]ight [p]ast the [k]e[y]',
    ]);
  });

  it('keeps the order of equally good matches, and of all matches of a kind if there are more than `maxRanked`', () => {
    assert.deepEqual(ranked('node', 'Node b', 'Node a', 'Node c'), ['[Node] b', '[Node] a', '[Node] c']);
    assert.deepEqual(createFuzzyMatcher({ maxRanked: 1 })('node', ['To Node', 'Node'], String), [
      { item: 'To Node', ranges: [] },
      { item: 'Node', ranges: [] },
    ]);
  });

  it('ignores accents, also those stored as combining marks, and returns ranges of the original text', () => {
    assert.deepEqual(ranked('ete', 'l’été'), ['l’[été]']);
    assert.deepEqual(ranked('été', 'l’e\u0301te\u0301 ete'), ['l’[e\u0301te\u0301] ete']);
    assert.deepEqual(ranked('key', 'İİ 👩 Key'), ['İİ 👩 [Key]']);
  });

  it('matches Cyrillic, Japanese and Korean text, symbols and surrogate pairs', () => {
    assert.deepEqual(ranked('тест', 'Новый тест'), ['Новый [тест]']);
    assert.deepEqual(ranked('テスト', '日本語のテスト'), ['日本語の[テスト]']);
    assert.deepEqual(ranked('한국', '대한국어'), ['대[한국]어']);
    // A syllable that is not typed to its end matches, too.
    assert.deepEqual(ranked('하', '대한국어'), ['대[한]국어']);
    assert.deepEqual(ranked('👩', 'İ 👩'), ['İ [👩]']);
    assert.deepEqual(ranked('\u{20000}a', 'x \u{20000}a'), ['x [\u{20000}a]']);
  });

  it('finds the query first among texts that contain its letters in very many ways', () => {
    const blocks = (word: string, size: number) => Array.from(word.slice(0, -1), (each) => each.repeat(size)).join('');
    const hostile = (query: string): readonly string[] => [
      `${query.slice(0, -1).repeat(60)}/${query.slice(-1)}`,
      blocks(query, 10),
      `${Array.from(blocks(query, 10), (each) => `${each}🦀`).join('')}-${query.slice(-1)}`,
      `${Array.from(blocks(query, 10), (each) => `${each}-`).join('')}${'-'.repeat(50)}${query.slice(-1)}`,
      `${blocks(query, 25)} ${query.slice(-1)}`,
      `${Array.from(query.slice(0, -1)).join('-')}-`.repeat(40),
    ];
    for (const query of ['main', 'index', 'settings', 'configuration', 'src-main']) {
      const texts = hostile(query).flatMap((text) => Array.from({ length: 100 }, (_, index) => `${text}${index}`));
      const found = createFuzzyMatcher({ minScatteredLength: 2, maxGap: 40 })(query, [...texts, query], String);
      assert.equal(found[0]?.item, query);
    }
  });

  it('searches at most 4 million characters', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `${'한'.repeat(300)}/é${index}`);
    assert.equal(match('key', ['key', ...long, 'key'], String).length, 1);
  });

  it('returns ascending, disjoint ranges within the text for any query', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'İ', 'é', 'e\u0301', ' ', '-', '"', '👩'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 4 }), (query, titles) => {
        for (const { item, ranges } of match(query, titles, String)) {
          const flat = ranges.flat();
          assert.deepEqual(
            flat,
            [...new Set(flat)].toSorted((a, b) => a - b),
          );
          assert.ok((flat.at(-1) ?? 0) <= item.length);
        }
      }),
    );
  });
});

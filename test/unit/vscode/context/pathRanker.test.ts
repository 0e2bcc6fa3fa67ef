import { strict as assert } from 'node:assert';
import { createPathRanker } from '../../../../src/vscode/context/pathRanker.ts';

const rankPaths = createPathRanker();

const files = [
  'README.md',
  'src/chat/draftStore.ts',
  'src/chat/chatSession.ts',
  'src/vscode/chatViewProvider.ts',
  'src/webview/composer/composer.ts',
  'test/unit/chat/draftStore.test.ts',
  'src/common/usage.ts',
  'docs/Größe/größe.md',
  'docs/設計.md',
];
const rank = (query: string, limit = 3) => rankPaths(query, files, (file) => file, limit);

describe('createPathRanker', () => {
  it('ranks matches in file names before matches in folders', () => {
    assert.deepEqual(rank('chat', 2), ['src/chat/chatSession.ts', 'src/vscode/chatViewProvider.ts']);
    assert.deepEqual(rank('composer', 1), ['src/webview/composer/composer.ts']);
    assert.deepEqual(rank('store', 2), ['src/chat/draftStore.ts', 'test/unit/chat/draftStore.test.ts']);
    assert.equal(rank('composer.ts')[0], 'src/webview/composer/composer.ts');
    assert.equal(rank('unit')[0], 'test/unit/chat/draftStore.test.ts');
  });

  it('returns at most `limit` paths, which match by their file names or their folders', () => {
    const paths = ['src/a.ts', 'src/b.ts', 'src/c.ts'];
    for (const query of ['ts', 'src', 'src/']) {
      assert.equal(rankPaths(query, paths, (path) => path, 2).length, 2, query);
    }
  });

  it('finds the file name in a path without folders', () => {
    const paths = ['readme/x.md', 'README.md'];
    assert.deepEqual(
      rankPaths('readme', paths, (path) => path, 1),
      ['README.md'],
    );
  });

  it('matches initials and starts of words, ignoring case', () => {
    assert.equal(rank('cvp')[0], 'src/vscode/chatViewProvider.ts');
    assert.equal(rank('DS')[0], 'src/chat/draftStore.ts');
    assert.equal(rank('tdraft')[0], 'test/unit/chat/draftStore.test.ts');
  });

  it('matches a query whose parts are separated by a slash or a backslash', () => {
    assert.deepEqual(rank('chat/draft', 1), ['src/chat/draftStore.ts']);
    assert.deepEqual(rank('chat\\draft', 1), ['src/chat/draftStore.ts']);
    assert.deepEqual(rank('src/chat/', 2), ['src/chat/draftStore.ts', 'src/chat/chatSession.ts']);
  });

  it('matches a query with a slash against the whole path, not against the file name alone', () => {
    const paths = ['docs/chatDraft.md', 'src/chat/draftStore.ts'];
    assert.deepEqual(
      rankPaths('chat/draft', paths, (path) => path, 1),
      ['src/chat/draftStore.ts'],
    );
  });

  it('matches non-ASCII letters, and ignores accents', () => {
    assert.deepEqual(rank('grosse'), []);
    assert.deepEqual(rank('größe'), ['docs/Größe/größe.md']);
    assert.deepEqual(rank('große'), ['docs/Größe/größe.md']);
    assert.deepEqual(rank('設'), ['docs/設計.md']);
  });

  it('omits paths that do not contain the query’s letters in the order of the query', () => {
    assert.deepEqual(rank('zebra'), []);
    assert.deepEqual(rank('mdreadme'), []);
  });

  it('finds one of 20,000 paths', () => {
    const many = Array.from(
      { length: 20_000 },
      (_, index) => `packages/p${index % 97}/src/module${index}/someFile${index}.ts`,
    );
    assert.deepEqual(
      rankPaths('somefile19999', many, (file) => file, 1),
      ['packages/p17/src/module19999/someFile19999.ts'],
    );
  });
});

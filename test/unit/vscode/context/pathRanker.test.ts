import { strict as assert } from 'node:assert';
import { rankMatches } from '../../../../src/vscode/context/rankMatches.ts';

const files = [
  'README.md',
  'src/chat/draftStore.ts',
  'src/chat/chatSession.ts',
  'src/vscode/chatViewProvider.ts',
  'src/webview/composer/composer.ts',
  'test/unit/chat/draftStore.test.ts',
  'src/common/usage.ts',
];
const rank = (query: string, limit = 3) => rankMatches(query, files, (file) => file, limit);

describe('fuzzy ranking', () => {
  it('puts the name before its folders, and its beginning before its middle', () => {
    assert.deepEqual(rank('chat', 2), ['src/chat/chatSession.ts', 'src/vscode/chatViewProvider.ts']);
    assert.equal(rank('store')[0], 'src/chat/draftStore.ts');
    assert.equal(rank('composer.ts')[0], 'src/webview/composer/composer.ts');
  });

  it('takes the first letters of words, whatever their case', () => {
    assert.deepEqual(rank('cvp'), ['src/vscode/chatViewProvider.ts']);
    assert.equal(rank('DS')[0], 'src/chat/draftStore.ts');
    assert.equal(rank('tdraft')[0], 'test/unit/chat/draftStore.test.ts');
  });

  it('takes a part of a path, with either slash', () => {
    assert.deepEqual(rank('chat/draft', 1), ['src/chat/draftStore.ts']);
    assert.deepEqual(rank('chat\\draft', 1), ['src/chat/draftStore.ts']);
  });

  it('leaves out what does not have all characters in their order', () => {
    assert.deepEqual(rank('zebra'), []);
    assert.deepEqual(rank('mdreadme'), []);
  });

  it('has everything, in its order, without a query, up to a limit', () => {
    assert.deepEqual(rank('', 2), ['README.md', 'src/chat/draftStore.ts']);
  });

  it('ranks twenty thousand names while a person types', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `packages/p${index % 97}/src/module${index}/someFile${index}.ts`);
    assert.deepEqual(rankMatches('somefile19999', many, (file) => file, 1), ['packages/p17/src/module19999/someFile19999.ts']);
  });
});

import { strict as assert } from 'node:assert';
import { matchPath } from '../../../src/apply/matchPath.ts';

describe('matchPath', () => {
  const paths = ['src/cart.ts', 'test/cart.ts', 'src/Shop.ts', 'package.json', 'docs/package.json'];

  it('returns only the equal path if there is one', () => {
    assert.deepEqual(matchPath('package.json', paths), ['package.json']);
    assert.deepEqual(matchPath('./src/cart.ts', paths), ['src/cart.ts']);
    assert.deepEqual(matchPath(String.raw`src\cart.ts`, paths), ['src/cart.ts']);
  });

  it('returns all paths that end with the named path', () => {
    assert.deepEqual(matchPath('cart.ts', paths), ['src/cart.ts', 'test/cart.ts']);
  });

  it('ignores case if no path matches otherwise', () => {
    assert.deepEqual(matchPath('shop.ts', paths), ['src/Shop.ts']);
  });

  it('returns a path below the workspace folder that the named path starts with', () => {
    assert.deepEqual(matchPath('project/src/cart.ts', paths), ['src/cart.ts']);
    assert.deepEqual(matchPath('project/package.json', ['package.json']), ['package.json']);
  });

  it('matches whole names of folders and files only', () => {
    assert.deepEqual(matchPath('art.ts', paths), []);
    assert.deepEqual(matchPath('lib/cart.ts', paths), []);
    assert.deepEqual(matchPath('etc/app/package.json', ['package.json']), []);
  });

  it('matches no path with ..', () => {
    assert.deepEqual(matchPath('../src/cart.ts', paths), []);
    assert.deepEqual(matchPath('', paths), []);
  });
});

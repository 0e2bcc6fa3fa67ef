import { strict as assert } from 'node:assert';
import { matchPath, similarPaths } from '../../../src/apply/matchPath.ts';

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

  it('returns documents whose extension a sentence leaves out, the one directly in the folder first', () => {
    const documents = ['packages/a/README.md', 'README.md', 'docs/LICENSE.txt', 'CHANGELOG', 'CHANGELOG.md'];
    assert.deepEqual(matchPath('README', documents), ['README.md']);
    assert.deepEqual(matchPath('a/readme', documents), ['packages/a/README.md']);
    assert.deepEqual(matchPath('LICENSE', documents), ['docs/LICENSE.txt']);
    assert.deepEqual(matchPath('CHANGELOG', documents), ['CHANGELOG']);
    assert.deepEqual(matchPath('cart', ['cart.ts', 'notcart.md']), []);
  });

  it('returns a path below the workspace folder with whose name the start of the named path ends', () => {
    assert.deepEqual(matchPath('project/src/cart.ts', paths, ['project']), ['src/cart.ts']);
    assert.deepEqual(matchPath('/home/me/Project/src/cart.ts', paths, ['other', 'project']), ['src/cart.ts']);
    assert.deepEqual(matchPath(String.raw`C:\me\project\src\cart.ts`, paths, ['project']), ['src/cart.ts']);
    assert.deepEqual(matchPath('project/package.json', ['package.json'], ['project']), ['package.json']);
    assert.deepEqual(matchPath('/home/web/src/a.ts', ['web/src/a.ts'], ['web', 'server']), ['web/src/a.ts']);
  });

  it('returns no path if the named path starts with another folder', () => {
    assert.deepEqual(matchPath('server/src/cart.ts', paths, ['project']), []);
    assert.deepEqual(matchPath('project/server/src/cart.ts', paths, ['project']), []);
    assert.deepEqual(matchPath('server/package.json', ['package.json'], ['project']), []);
    assert.deepEqual(matchPath('packages/project/src/cart.ts', paths, ['project']), []);
    assert.deepEqual(matchPath('server/web/src/a.ts', ['web/src/a.ts'], ['web', 'server']), []);
    assert.deepEqual(matchPath('packages/web/src/a.ts', ['web/src/a.ts'], ['web', 'server']), []);
  });

  it('matches whole names of folders and files only', () => {
    assert.deepEqual(matchPath('art.ts', paths), []);
    assert.deepEqual(matchPath('lib/cart.ts', paths), []);
    assert.deepEqual(matchPath('etc/app/package.json', ['package.json']), []);
  });

  it('matches paths that are not in their shortest form', () => {
    for (const path of [' ./src//cart.ts ', String.raw`src\.\cart.ts`, '/src/./cart.ts', './/.//src/././/cart.ts'])
      assert.deepEqual(matchPath('src/cart.ts', [path]), [path]);
  });

  it('matches no path with ..', () => {
    assert.deepEqual(matchPath('../src/cart.ts', paths), []);
    assert.deepEqual(matchPath('', paths), []);
  });
});

describe('similarPaths', () => {
  it('returns the paths with which the named path ends', () => {
    assert.deepEqual(similarPaths('server/src/cart.ts', ['src/cart.ts', 'cart.ts', 'lib/cart.ts']), ['src/cart.ts']);
    assert.deepEqual(similarPaths('server/Package.json', ['package.json']), ['package.json']);
    assert.deepEqual(similarPaths('a/server/package.json', ['package.json']), []);
    assert.deepEqual(similarPaths('../src/cart.ts', ['src/cart.ts']), []);
  });
});

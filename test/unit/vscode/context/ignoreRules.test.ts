import { strict as assert } from 'node:assert';
import { createIgnoreRules, patternsIn } from '../../../../src/vscode/context/ignoreRules.ts';

function ignored(paths: readonly string[], files: Readonly<Record<string, string>>): readonly string[] {
  const { ignores } = createIgnoreRules(Object.entries(files).map(([folder, text]) => ({ folder, text })));
  return paths.filter(ignores);
}

function globs(text: string, nested: Readonly<Record<string, string>> = {}): readonly string[] {
  return createIgnoreRules(Object.entries({ '': text, ...nested }).map(([folder, text]) => ({ folder, text })))
    .folderGlobs;
}

describe('IgnoreRules.ignores', () => {
  it('matches a name at any depth, a path only relative to the workspace folder, and all files in matched folders', () => {
    const paths = ['a.log', 'src/b.log', 'out/a.js', 'src/out/a.js', 'docs/api/x.md', 'src/docs/api/x.md', 'src/a.js'];
    assert.deepEqual(ignored(paths, { '': '# all\n\n*.log\r\n/out/\ndocs/api\n' }), [
      'a.log',
      'src/b.log',
      'out/a.js',
      'docs/api/x.md',
    ]);
  });

  it('does not match files that a later ! rule includes again, unless their folder is ignored', () => {
    const paths = ['a.log', 'keep.log', 'logs/keep.log', 'dist/keep.log'];
    assert.deepEqual(ignored(paths, { '': 'dist/\n*.log\n!keep.log' }), ['a.log', 'dist/keep.log']);
  });

  it('applies a nested .gitignore file only below its folder, where its rules override those of parent folders', () => {
    const paths = [
      'a.tmp',
      'packages/a/a.tmp',
      'packages/a/x/a.tmp',
      'packages/a/out/b.js',
      'packages/a/x/out/b.js',
      'packages/a/dist/c.js',
      'dist/c.js',
    ];
    const files = { 'packages/a': '*.tmp\n/out\n!dist/', '': 'dist/' };
    assert.deepEqual(ignored(paths, files), [
      'packages/a/a.tmp',
      'packages/a/x/a.tmp',
      'packages/a/out/b.js',
      'dist/c.js',
    ]);
  });

  it('matches a pattern with a slash in a nested .gitignore file only relative to the folder of that file', () => {
    const paths = ['docs/api/x.md', 'packages/a/docs/api/x.md', 'packages/a/b/docs/api/x.md'];
    assert.deepEqual(ignored(paths, { 'packages/a': 'docs/api' }), ['packages/a/docs/api/x.md']);
  });

  it('lets the rules of a subfolder override those of the workspace folder, in any order of the .gitignore files', () => {
    const paths = ['packages/dist/a.js', 'dist/b.js'];
    for (const files of [
      { packages: '!dist/', '': 'dist/' },
      { '': 'dist/', packages: '!dist/' },
    ])
      assert.deepEqual(ignored(paths, files), ['dist/b.js']);
  });

  it('matches a pattern such as `/b` or `c/d` in a nested .gitignore file only relative to the folder of that file', () => {
    const paths = ['a/b', 'a/x/b', 'a/c/d', 'a/x/c/d'];
    assert.deepEqual(ignored(paths, { a: '/b\nc/d' }), ['a/b', 'a/c/d']);
  });

  it('distinguishes upper case and lower case', () => {
    assert.deepEqual(ignored(['Out/a', 'out/a', 'A.log', 'a.log'], { '': 'out/\n*.log' }), ['out/a', 'A.log', 'a.log']);
  });

  it('treats wildcards in a folder’s name literally', () => {
    assert.deepEqual(ignored(['[id]/a.tmp', 'i/a.tmp', '*/b.tmp', 'c/b.tmp'], { '[id]': 'a.tmp', '*': 'b.tmp' }), [
      '[id]/a.tmp',
      '*/b.tmp',
    ]);
  });

  it('supports a .gitignore file that ignores everything except some files', () => {
    assert.deepEqual(ignored(['a.js', 'src/b.md', 'src/b.js'], { '': '*\n!*/\n!*.md' }), ['a.js', 'src/b.js']);
  });
});

describe('IgnoreRules.folderGlobs', () => {
  it('contains as many globs as fit into 16,000 characters, and `ignores` matches files in the other folders', () => {
    const text = Array.from({ length: 2_000 }, (_, index) => `folder-with-a-long-name-${index}`).join('\n');
    const rules = createIgnoreRules([{ folder: '', text }]);
    const { length } = rules.folderGlobs.join(',');
    assert.ok(length <= 16_000 && length > 15_950, String(length));
    assert.ok(rules.folderGlobs.includes('**/folder-with-a-long-name-0/**'));
    assert.ok(rules.ignores('folder-with-a-long-name-1999/a.ts'));
  });

  it('contains a glob for each name or path that has no wildcards except **/ at the start', () => {
    assert.deepEqual(globs('node_modules\ndist/\n/out\ndocs/api/\n**/tmp/'), [
      '**/node_modules/**',
      '**/dist/**',
      'out/**',
      'docs/api/**',
      '**/tmp/**',
    ]);
    assert.deepEqual(globs('', { 'packages/a': 'dist/\n/out' }), ['packages/a/**/dist/**', 'packages/a/out/**']);
  });

  it('omits ! rules, and patterns with wildcards, escapes or braces', () => {
    assert.deepEqual(globs('*\n/**\n*.log\nbuild/*\na\\ b\n{a,b}\n/\n/ \n[ab]/\n!keep\nb**/\na/b**/c'), []);
    assert.deepEqual(globs('a/**/b\n/**/c'), ['a/**/b/**', '**/c/**']);
  });

  it('omits folders that a later ! rule might include again', () => {
    assert.deepEqual(globs('dist/\nout/\n!packages/a/dist/'), ['**/out/**']);
    assert.deepEqual(globs('dist/\nout/', { 'packages/a': '!dist' }), ['**/out/**']);
    assert.deepEqual(globs('*\n!*/\nnode_modules/'), ['**/node_modules/**']);
    assert.deepEqual(globs('node_modules/\n!*/'), []);
    assert.deepEqual(globs('dist/\n!dist/'), []);
    assert.deepEqual(globs('dist/\n!dist/ '), []);
    assert.deepEqual(globs('dist/\n!/'), []);
    assert.deepEqual(globs('dist/\n!Dist/'), ['**/dist/**']);
  });

  it('contains only folders whose files the rules ignore', () => {
    const text = 'dist/\n/out\n**/tmp/\ndocs/api/\n!x/dist/';
    const files = ['dist/a', 'x/dist/a', 'out/a', 'x/out/a', 'tmp/a', 'x/tmp/a', 'docs/api/a', 'x/docs/api/a'];
    const { folderGlobs, ignores } = createIgnoreRules([{ folder: '', text }]);
    assert.deepEqual(folderGlobs, ['out/**', '**/tmp/**', 'docs/api/**']);
    assert.deepEqual(files.filter(ignores), ['dist/a', 'out/a', 'tmp/a', 'x/tmp/a', 'docs/api/a']);
  });

  it('keeps spaces at the start of a pattern, and drops spaces at its end, as git does', () => {
    const { folderGlobs, ignores } = createIgnoreRules([{ folder: '', text: ' dist/\nout/ ' }]);
    assert.deepEqual(folderGlobs, ['**/ dist/**', '**/out/**']);
    assert.deepEqual([' dist/a', 'dist/a', 'out/a'].filter(ignores), [' dist/a', 'out/a']);
  });
});

describe('patternsIn', () => {
  it('returns the lines that are neither blank nor comments', () => {
    assert.deepEqual(patternsIn('# comment\n\n  \r\na.tmp\r\nb#\n'), ['a.tmp', 'b#']);
  });
});

describe('IgnoreRules of a hostile .gitignore file', () => {
  it('drop patterns that are too long or have too many wildcards', () => {
    const allowed = ['**/a/**/b', 'a*b*c*d*e*f*g*h*', 'report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json', 'x'.repeat(200)];
    const dropped = ['**/a/**/b/**', '/**/a/**/a/**/b', '*a'.repeat(9), 'x'.repeat(201)];
    assert.deepEqual(patternsIn([...allowed, ...dropped].join('\n')), allowed);
  });

  it('contain at most 2,000 patterns, both from one file and from all files together', () => {
    assert.equal(patternsIn('a*\n'.repeat(100_000)).length, 2_000);
    const rules = { a: 'x\n'.repeat(1_500), b: `${'y\n'.repeat(500)}w`, c: 'z\n' };
    assert.deepEqual(ignored(['a/x', 'b/y', 'b/w', 'c/z'], rules), ['a/x', 'b/y']);
  });

  it('contain patterns of at most 60,000 characters together', () => {
    const text = Array.from({ length: 500 }, (_, index) => String(index).padStart(200, 'x')).join('\n');
    const path = (index: number) => String(index).padStart(200, 'x');
    assert.deepEqual(ignored([299, 300].map(path), { '': text }), [path(299)]);
    assert.deepEqual(ignored(['a/x', 'b/y'], { a: `${'#'.repeat(499_000)}\nx`, b: `${'#'.repeat(1_000)}\ny` }), [
      'a/x',
    ]);
  });

  it('ignore no other path, even if a hostile repository has thousands of patterns', () => {
    const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));
    const files = (count: number, text: string) =>
      lines(count, (index) => `f${index}`).map((folder) => ({ folder, text }));
    const hostile = {
      'many pairs of ! rules and folders': files(
        1,
        lines(1_000, (i) => `!*a*a*a*a*${i}\n${'a'.repeat(20)}${i}`).join('\n'),
      ),
      'many long patterns': files(4, lines(499, (i) => `${'/?'.repeat(95)}${i}`).join('\n')),
      'many dropped lines': files(200, `${'*a'.repeat(24)}\n`.repeat(2_000)),
    };
    for (const [name, gitignores] of Object.entries(hostile)) {
      assert.equal(createIgnoreRules(gitignores).ignores('src/a/b/c.ts'), false, name);
    }
  });

  it('ignore no file if all patterns are invalid or refer to paths outside the workspace', () => {
    assert.deepEqual(ignored(['a.js'], { '': '..\n../\n./a.js\n.\n!\n\\\n[\n[a-' }), []);
  });

  it('ignore no path of more than 260 characters or 40 folders', () => {
    const paths = [`${'a'.repeat(258)}/b`, `${'a'.repeat(259)}/b`, `${'a/'.repeat(40)}b`, `${'a/'.repeat(41)}b`];
    assert.deepEqual(ignored(paths, { '': 'b' }), [paths[0], paths[2]]);
  });

  it('contain at most 100 patterns with more than one **', () => {
    const one = Array.from({ length: 150 }, (_, index) => `**/c${index}`);
    const two = Array.from({ length: 150 }, (_, index) => `**/a/**/b${index}`);
    const text = [...one, ...two].join('\n');
    const paths = ['a/b99', 'a/b100', 'c', 'a/d'];
    assert.deepEqual(ignored(paths, { '': `${text}\nc\n**/d` }), ['a/b99', 'c', 'a/d']);
  });

  it('ignore no path that 2,000 slow patterns almost match', () => {
    const slow = ['**/a/**/', 'a/**/a/**/', '**/*a*/**/*a*a*a*', 'a/**/', '**/', '*a*a*a*a*a*a*a*', 'a/', ''];
    const deep = ['a/', 'aaaaa/'].map((name) => `${name.repeat(300).slice(0, 258)}a`);
    const shallower = ['a/', 'aaaaa/'].map((name) => `${name.repeat(40)}a`);
    for (const folder of ['', 'a']) {
      for (const start of slow) {
        const text = Array.from({ length: 2_000 }, (_, index) => `${start}x${index}`).join('\n');
        const { ignores } = createIgnoreRules([{ folder, text }]);
        for (const path of [...deep, ...shallower]) {
          assert.equal(ignores(path), false, start);
        }
      }
    }
  });
});

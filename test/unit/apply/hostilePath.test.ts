import { strict as assert } from 'node:assert';
import { hostilePath, type PathDanger } from '../../../src/apply/hostilePath.ts';

describe('hostilePath', () => {
  const cases: Readonly<Record<PathDanger, readonly string[]>> = {
    outside: [
      '../a.ts',
      'src/../../a.ts',
      '/etc/passwd',
      '~/.ssh/config',
      'C:\\a.ts',
      '\\\\host\\a',
      'file:///a',
      'a/.. /b',
    ],
    hidden: ['src/a\u202ets.ts', 'a\u0000.ts', 'a\n.ts', 'a\u200b.ts'],
    repository: [
      '.git/config',
      '.GIT/hooks/pre-commit',
      'sub/.git./config',
      '.gitattributes',
      '.git::$INDEX_ALLOCATION/x',
    ],
    editor: ['.vscode/settings.json', '.VSCode/tasks.json', 'a/tasks.json', '.devcontainer/x.sh', 'a.code-workspace'],
    runs: ['.github/workflows/ci.yml', '.husky/pre-commit', '.envrc', 'sub/.npmrc', 'lib/sitecustomize.py', 'a.pth'],
  };
  for (const [danger, paths] of Object.entries(cases))
    it(`returns ${danger}`, () => {
      for (const path of paths) assert.equal(hostilePath(path), danger, path);
    });

  it('returns undefined for other paths', () => {
    for (const path of [
      'src/cart.ts',
      '.eslintrc.json',
      '.github/README.md',
      'src/git/tasks.ts',
      'a..b/c...ts',
      'ümlaut.ts',
    ])
      assert.equal(hostilePath(path), undefined, path);
  });
});

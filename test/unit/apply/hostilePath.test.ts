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
      '.\uff47it/config',
    ],
    editor: [
      '.vscode/settings.json',
      '.VSCode/tasks.json',
      'a/tasks.json',
      '.devcontainer/x.sh',
      'a.code-workspace',
      '.v\u017fcode/x',
    ],
    shortName: ['VSCODE~1/tasks', 'a/HUSKY~2', 'CODE~12.WOR'],
    runs: [
      '.github/workflows/ci.yml',
      '.husky/pre-commit',
      '.envrc',
      'sub/.npmrc',
      'lib/sitecustomize.py',
      ...['CMakeLists.txt', 'build.gradle', 'settings.gradle.kts', 'src/App.csproj', 'Directory.Build.props'],
      ...['vite.config.ts', 'jest.config.cjs', 'Gemfile', '.pylintrc'],
      'a.pth',
      ...[
        'lefthook.yaml',
        'lefthook.toml',
        'lefthook-local.yml',
        '.lefthook-local.json',
        '.gitlab-ci.yaml',
        'build.rs',
      ],
      ...['mise.local.toml', '.mise.dev.toml', '.mise/config.toml', '.config/mise/config.toml', '.cargo/config.toml'],
      ...['conftest.py', '.eslintrc.js', '.eslintrc.cjs', 'eslint.config.mts', '.prettierrc.mjs', 'prettier.config.js'],
      ...['.forgejo/workflows/ci.yml', '.gitea/workflows/ci.yaml', '.github//workflows/ci.yml', '.github/./actions/a'],
      ...['.woodpecker.yml', '.woodpecker/test.yaml', '.drone.yml', '.drone.star', '.buildkite/pipeline.yml'],
      ...['appveyor.yml', '.appveyor.yaml', '.cirrus.yml', '.builds/a.yml', '.semaphore/semaphore.yml'],
      ...['.Rprofile', '.ghci', '.pdbrc', '.irbrc', '.pryrc', '.cshrc', '.config/fish/config.fish'],
      ...['bitbucket-pipelines.yml', '.zlogin', '.bash_aliases', 'stylelint.config.js', 'tailwind.config.ts'],
    ],
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
      '.gitea/issue_template.md',
      'src/drone.yml',
      'builds/appveyor.ts',
      'src/git/tasks.ts',
      'a..b/c...ts',
      'a~/b~c.txt',
      'src/build.ts',
      'config.toml',
      'ümlaut.ts',
    ])
      assert.equal(hostilePath(path), undefined, path);
  });
});

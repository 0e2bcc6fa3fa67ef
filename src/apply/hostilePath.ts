import { hiddenCharactersIn } from '../common/code/hiddenCharacters.ts';

/**
 * The reason why a path needs a warning:
 *
 * - `outside`: the path leads out of the workspace folder, or may do so on some system.
 * - `hidden`: the path contains control characters, or characters that are invisible or change the order of the text.
 * - `repository`: the file belongs to the version control, which runs hooks and filters.
 * - `editor`: the file configures an editor or a container, which may run its commands.
 * - `shortName`: the path contains a short name of Windows, such as `GIT~1`, which may mean one of the other files.
 * - `runs`: a tool runs the file, or commands in it, without being asked.
 */
export type PathDanger = 'outside' | 'hidden' | 'repository' | 'editor' | 'shortName' | 'runs';

const repositoryNames = new Set(['.git', '.hg', '.svn', '.jj', '.gitmodules', '.gitattributes', '.gitconfig', 'git~1']);
const editorNames = new Set([
  ...['.vscode', '.vscode-server', '.idea', '.vs', '.fleet', '.zed', '.cursor', '.nova', '.devcontainer', '.theia'],
  ...['.devcontainer.json', 'devcontainer.json', 'tasks.json', 'launch.json', '.mcp.json', 'mcp.json', '.claude'],
  ...['.vimrc', '.nvimrc', '.exrc', '.nvim.lua', '.dir-locals.el', '.gitpod.yml', '.emacs'],
]);
const runningNames = new Set([
  ...['.husky', '.githooks', '.pre-commit-config.yaml', '.pre-commit-config.yml', '.lefthook', '.mise', '.cargo'],
  ...['.envrc', '.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn', '.pnpmfile.cjs', '.direnv'],
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.inputrc',
    '.ssh',
  ],
  ...['.cshrc', '.tcshrc', '.kshrc', '.login', 'config.fish'],
  ...['.rprofile', '.ghci', '.pdbrc', '.irbrc', '.pryrc'],
  ...['cmakelists.txt', 'cmakepresets.json', 'mix.exs', 'gemfile', '.pylintrc', '.rubocop.yml', 'flake.nix'],
  ...['.gdbinit', '.lldbinit', 'sitecustomize.py', 'usercustomize.py', 'conftest.py', 'build.rs'],
  ...['.circleci', '.gitlab-ci.yml', '.gitlab-ci.yaml', 'bitbucket-pipelines.yml', 'bitbucket-pipelines.yaml'],
  ...['.buildkite', '.woodpecker', '.semaphore', '.teamcity', '.builds', '.build.yml'],
  ...['azure-pipelines.yml', 'azure-pipelines.yaml', 'jenkinsfile', '.travis.yml', 'crontab'],
]);
const runningPatterns = [
  /\.pth$/,
  /^\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)$/,
  /^(?:\.woodpecker|\.drone|\.cirrus|\.?appveyor)\.(?:ya?ml|star|jsonnet)$/,
  /^\.?mise(?:\..*)?\.toml$/,
  // Extensions of editors run these files when a file of the workspace is opened.
  /^(?:\.(?:eslint|prettier|stylelint)rc|(?:eslint|prettier|stylelint|svelte|tailwind)\.config)\.[cm]?[jt]s$/,
  /^(?:vite|vitest|vitest\.workspace|jest|playwright|postcss|babel)\.config\.[cm]?[jt]s$/,
  /^(?:build|settings|init)\.gradle(?:\.kts)?$/,
  /^directory\.build\.(?:props|targets)$/,
  /\.(?:(?:cs|fs|vb)proj|gemspec|sbt)$/,
];
/** Paths of which only several names in a row are dangerous. */
const runningPaths = [
  /(?:^|\/)\.(?:github|gitea|forgejo)\/(?:workflows|actions)(?:\/|$)/,
  /(?:^|\/)mise\/config\.toml$/,
];

/**
 * Returns why a path that a reply names needs a warning, or undefined if it needs none. Compares names as the systems
 * do that ignore case, the form of letters in Unicode, and dots and spaces at the end of a name.
 */
export function hostilePath(path: string): PathDanger | undefined {
  if (isHidden(path)) return 'hidden';
  if (/^(?:[\\/~]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(path.trim())) return 'outside';
  const segments = path.split(/[\\/]/).map((segment) => foldName(segment).trim());
  if (segments.some((segment) => /^\.\.[. ]*$/.test(segment))) return 'outside';
  const names = segments.map((segment) => (segment.split(':')[0] ?? '').replace(/[. ]+$/, ''));
  if (names.some((name) => repositoryNames.has(name))) return 'repository';
  if (names.some((name) => editorNames.has(name) || name.endsWith('.code-workspace'))) return 'editor';
  if (names.some((name) => /~\d/.test(name))) return 'shortName';
  const joined = names.filter((name) => name !== '').join('/');
  return names.some(isRunning) || runningPaths.some((pattern) => pattern.test(joined)) ? 'runs' : undefined;
}

function isRunning(name: string): boolean {
  return runningNames.has(name) || runningPatterns.some((pattern) => pattern.test(name));
}

/** Returns an equal text for all names that a file system may regard as equal. Some letters, such as `ς` and `σ`, differ only in lower case. */
function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

function isHidden(path: string): boolean {
  return hiddenCharactersIn(path).next().done !== true || /[\t\n\r]/.test(path);
}

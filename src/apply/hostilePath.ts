import { hiddenCharactersIn } from '../common/code/hiddenCharacters.ts';

/**
 * The reason why a path needs a warning:
 *
 * - `outside`: the path leads out of the workspace folder, or may do so on some system.
 * - `hidden`: the path contains control characters, or characters that are invisible or change the order of the text.
 * - `repository`: the file belongs to the version control, which runs hooks and filters.
 * - `editor`: the file configures an editor or a container, which may run its commands.
 * - `runs`: a tool runs the file, or commands in it, without being asked.
 */
export type PathDanger = 'outside' | 'hidden' | 'repository' | 'editor' | 'runs';

const repositoryNames = new Set(['.git', '.hg', '.svn', '.jj', '.gitmodules', '.gitattributes', '.gitconfig', 'git~1']);
const editorNames = new Set([
  ...['.vscode', '.vscode-server', '.idea', '.vs', '.fleet', '.zed', '.cursor', '.nova', '.devcontainer', '.theia'],
  ...['.devcontainer.json', 'devcontainer.json', 'tasks.json', 'launch.json', '.mcp.json', 'mcp.json', '.claude'],
  ...['.vimrc', '.nvimrc', '.exrc', '.nvim.lua', '.dir-locals.el', '.gitpod.yml', '.emacs'],
]);
const runningNames = new Set([
  ...['.husky', '.githooks', '.pre-commit-config.yaml', '.pre-commit-config.yml', '.lefthook.yml', 'lefthook.yml'],
  ...['.envrc', '.mise.toml', 'mise.toml', '.npmrc', '.yarnrc', '.yarnrc.yml', '.yarn', '.pnpmfile.cjs', '.direnv'],
  ...['.bashrc', '.bash_profile', '.bash_login', '.profile', '.zshrc', '.zshenv', '.zprofile', '.inputrc', '.ssh'],
  ...['.gdbinit', '.lldbinit', 'sitecustomize.py', 'usercustomize.py', '.circleci', '.gitlab-ci.yml'],
  ...['azure-pipelines.yml', 'jenkinsfile', '.travis.yml', '.lefthook', 'crontab'],
]);

/**
 * Returns why a path that a reply names needs a warning, or undefined if it needs none. Compares names as the systems
 * do that ignore case, and dots and spaces at the end of a name.
 */
export function hostilePath(path: string): PathDanger | undefined {
  if (isHidden(path)) return 'hidden';
  if (/^(?:[\\/~]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(path.trim())) return 'outside';
  const segments = path.split(/[\\/]/).map((segment) => segment.trim().toLowerCase());
  if (segments.some((segment) => /^\.\.[. ]*$/.test(segment))) return 'outside';
  const names = segments.map((segment) => (segment.split(':')[0] ?? '').replace(/[. ]+$/, ''));
  if (names.some((name) => repositoryNames.has(name))) return 'repository';
  if (names.some((name) => editorNames.has(name) || name.endsWith('.code-workspace'))) return 'editor';
  const isWorkflow = names.some(
    (name, index) => name === '.github' && /^(?:workflows|actions)$/.test(names[index + 1] ?? ''),
  );
  if (isWorkflow || names.some((name) => runningNames.has(name) || name.endsWith('.pth'))) return 'runs';
  return undefined;
}

function isHidden(path: string): boolean {
  return hiddenCharactersIn(path).next().done !== true || /[\t\n\r]/.test(path);
}

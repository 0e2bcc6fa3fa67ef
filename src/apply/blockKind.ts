import { hasReplacements } from './edits/parseReplacements.ts';
import { parseInfo } from './infoString.ts';
import { canContain, languageNamed, languageOfPath } from './languages.ts';
import type { ReplyBlock } from './planTypes.ts';

/**
 * The kind of a block, by its form:
 *
 * - `shell` and `output` are not meant for a file.
 * - `otherLanguage` cannot be a part of the file.
 * - `code` is a whole file, a fragment, or text with elisions.
 */
export type BlockKind = 'diff' | 'replacements' | 'shell' | 'output' | 'otherLanguage' | 'code';

const diffNames: readonly string[] = ['diff', 'patch', 'udiff', 'git-diff'];
const terminalNames: readonly string[] = ['console', 'cmd', 'bat', 'batch', 'terminal', 'shell-session', 'sh-session'];
const outputNames: readonly string[] = [
  'text',
  'txt',
  'plaintext',
  'plain',
  'output',
  'log',
  'logs',
  'stdout',
  'stderr',
];

/** The commands that run a script, or make it executable. */
const runners: readonly string[] = ['bash', 'sh', 'zsh', 'ksh', 'dash', 'source', '.', 'chmod', 'sudo'];
/** A script is named in as many first words of a command. */
const maxWords = 4;

/** The first words of usual commands. */
const command = new RegExp(
  `^(?:sudo )?(?:${[
    ...['npm', 'npx', 'pnpm', 'yarn', 'bun', 'node', 'deno', 'git', 'cd', 'pip3?', 'python3? -m', 'pytest', 'cargo'],
    ...['go (?:build|run|test|get|mod|install|fmt|vet)', 'make', 'cmake', 'docker', 'kubectl', 'curl', 'wget', 'brew'],
    ...[
      'apt(?:-get)?',
      'mkdir',
      'rm',
      'cp',
      'mv',
      'ls',
      'cat',
      'echo',
      'export [A-Z_]+=\\S*',
      'chmod',
      'gem',
      'bundle',
    ],
  ].join('|')})(?: |$)`,
);

/**
 * Returns the kind of a block.
 *
 * @param path The path of the file that the block may change. Without it, no block is of another language.
 */
export function blockKind({ code, info }: ReplyBlock, path?: string): BlockKind {
  const { language: name } = parseInfo(info);
  const lines = code.split(/\r?\n/);
  const file = path === undefined ? undefined : languageOfPath(path);
  if (hasReplacements(lines)) return 'replacements';
  if (diffNames.includes(name) || isDiff(lines, file?.blocks !== 'lines')) return 'diff';
  const named = languageNamed(name);
  const isForShell = file?.id === 'shell' || file?.id === 'powershell' || file?.id === 'markdown';
  const isShell = terminalNames.includes(name) || named?.id === 'shell' || named?.id === 'powershell';
  if ((isShell && (!isForShell || runFile(lines, path ?? ''))) || hasPrompts(lines)) return 'shell';
  if (name === '' && !isForShell && areCommands(lines)) return 'shell';
  if (outputNames.includes(name) && file?.id !== 'unknown' && file?.id !== 'markdown') return 'output';
  if (named !== undefined && file !== undefined && !canContain(file, named)) return 'otherLanguage';
  return 'code';
}

function isDiff(lines: readonly string[], canBeUnlabelled: boolean): boolean {
  const isSign = (line: string) => /^[+-](?![+-])/.test(line);
  const hasHeader = lines.some(
    (line, index) =>
      /^@@(?: |$)/.test(line) ||
      line.startsWith('*** Begin Patch') ||
      (/^--- \S/.test(line) && /^\+\+\+ \S/.test(lines[index + 1] ?? '')),
  );
  if (hasHeader) return lines.some((line) => /^[+-]/.test(line));
  if (!canBeUnlabelled || !lines.some(isSign)) return false;
  // Context lines may have lost their space. Only methods of Objective-C, such as `- (void)run;`, start with a sign.
  const replaces = ['-', '+'].every((sign) => lines.some((line) => line.startsWith(sign) && /^.\s+[^\s(]/.test(line)));
  if (replaces || addsLines(lines)) return true;
  const isMethod = (line: string) => /^[+-]\s{0,4}\([\w\s*<>,^]{1,200}\)\s{0,4}\w/.test(line);
  if (lines.filter(isSign).every(isMethod)) return false;
  return lines.every((line) => line.trim() === '' || line.startsWith(' ') || isSign(line));
}

/** Returns true if lines with the sign `+` are among others without signs. Code rarely starts a line with an operator. */
function addsLines(lines: readonly string[]): boolean {
  let [before, count] = ['', 0];
  for (const line of lines) {
    if (line.startsWith('-')) return false;
    if (!line.startsWith('+')) {
      if (line.trim() !== '') before = line;
      continue;
    }
    // The line continues an expression, or it is a method of Objective-C.
    if (/^\+(?:[+=]|\s*\()/.test(line) || /[=(,+?:&|]$/.test(before.trimEnd())) return false;
    count += 1;
  }
  return count > 0 && before !== '';
}

function hasPrompts(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('$ ')) && /^\$ /.test(lines.find((line) => line.trim() !== '') ?? '');
}

/**
 * Returns true if all lines are commands, and one of them runs the script with this path, or makes it executable. Returns
 * false for a whole script.
 */
function runFile(lines: readonly string[], path: string): boolean {
  if (lines.some((line) => line.startsWith('#!'))) return false;
  const isFile = (word = '') => {
    const own = word.replace(/^\.\//, '');
    return own !== '' && (path === own || path.endsWith(`/${own}`));
  };
  const runs = (line: string) => {
    const [first = '', ...others] = line.split(/\s+/, maxWords);
    return isFile(first) || (runners.includes(first) && others.some(isFile));
  };
  const texts = commandLines(lines);
  return texts.some(runs) && texts.every((line) => runs(line) || isCommand(line));
}

function areCommands(lines: readonly string[]): boolean {
  const texts = commandLines(lines);
  return texts.length > 0 && texts.every(isCommand);
}

function commandLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function isCommand(line: string): boolean {
  return command.test(line) && !/[;{(=]$|\s:?=\s/.test(line);
}

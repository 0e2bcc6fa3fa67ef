import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { projectFolder } from '../hosts/projectPaths.ts';
import { parts, type Part, type Task } from './task.ts';

/** The parts whose test files run in Mocha in a Node process, not inside VS Code. */
const mochaParts = ['unit', 'compatibility', 'ui'] as const;

type MochaPart = (typeof mochaParts)[number];

/**
 * The time limit for one test of each part, in milliseconds. Higher for UI tests, because they may load VS Code several
 * times.
 */
const timeouts: Readonly<Record<MochaPart, number>> = { unit: 30_000, compatibility: 30_000, ui: 180_000 };

/**
 * The maximum number of tasks for the UI tests that do not start VS Code. The files of a task share a browser, and the
 * tasks are short enough to end at about the same time.
 */
const pageTasks = 8;

/**
 * Returns the tasks that the arguments of `npm test` select, and all tasks of the parts that the selected tasks need.
 * The tasks are in the order in which they should start.
 *
 * @param names Parts, test files or folders of test files. If empty, all parts are selected. A path in
 *   `test/integration` selects all integration tests.
 * @param npm The path of npm's JavaScript file, from the environment variable `npm_execpath`, which npm sets.
 * @throws An error if a name selects no task.
 */
export function findTasks(names: readonly string[], npm: string): readonly Task[] {
  const tasksOf = (part: Part): readonly Task[] => tasksOfPart(part, npm);
  const files = [...new Set(names.filter((name) => !isPart(name)).flatMap(testFilesAt))];
  const wholeParts = names.length === 0 ? parts : names.filter(isPart);
  // Groups the files of all paths together, because files of one folder are one task. The task of a whole part replaces
  // the task that has the same name and fewer files.
  const wanted = [
    ...mochaTasks(files),
    ...(files.some(isIntegrationTest) ? tasksOf('integration') : []),
    ...wholeParts.flatMap(tasksOf),
  ];
  const needed = parts.filter((part) => wanted.some((task) => task.needs.includes(part)));
  const tasks = new Map([...needed.flatMap(tasksOf), ...wanted].map((task) => [task.name, task]));
  return [...tasks.values()].toSorted(compareTasks);
}

function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name);
}

function tasksOfPart(part: Part, npm: string): readonly Task[] {
  switch (part) {
    case 'provision':
      return [script(part, 'test/hosts/provision.ts')];
    case 'package':
      return [npmScript(part, npm)];
    case 'lint':
    case 'check':
      return [npmScript(part, npm)];
    case 'integration':
      return [
        { ...script(part, 'test/hosts/runIntegrationTests.ts'), needs: ['provision', 'package'], countsTests: true },
      ];
    case 'unit':
    case 'compatibility':
    case 'ui':
      return mochaTasks(testFiles(join('test', part)));
  }
}

/** Returns the test files at a path: the file itself, or all test files in the folder. */
function testFilesAt(path: string): readonly string[] {
  const file = relative(projectFolder, resolve(path));
  const isFolder = statSync(join(projectFolder, file), { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === undefined) throw new Error(`"${path}" is neither a path nor one of ${parts.join(', ')}.`);
  const files = (isFolder ? testFiles(file) : [file]).filter((each) => isIntegrationTest(each) || isMochaTest(each));
  if (files.length === 0) throw new Error(`There are no tests at "${path}".`);
  return files;
}

function isIntegrationTest(file: string): boolean {
  return file.startsWith(join('test', 'integration', sep));
}

function isMochaTest(file: string): boolean {
  return mochaParts.some((part) => file.startsWith(join('test', part, sep)));
}

function testFiles(folder: string): readonly string[] {
  return globSync(join(folder, '**', '*.test.ts'), { cwd: projectFolder }).toSorted();
}

/**
 * Groups test files into tasks. All given files below the same subfolder of `test/unit` become one task. UI tests that
 * do not start VS Code become at most {@link pageTasks} tasks. Each other file becomes a task of its own. Ignores files
 * that are not in a part of {@link mochaParts}.
 */
function mochaTasks(files: readonly string[]): readonly Task[] {
  const pages = files.filter(isPageTest);
  const others = files.filter((file) => !pages.includes(file));
  const groups = Map.groupBy(others, (file) => {
    const [, part, ...names] = file.split(sep);
    return part === 'unit' && names.length > 1 ? `${part}/${names[0] ?? ''}` : nameOf(file);
  });
  return [...groups, ...pageGroups(pages)].flatMap(([name, group]) => {
    const part = mochaParts.find((each) => name.startsWith(`${each}/`));
    return part === undefined ? [] : [mochaTask(part, name, group)];
  });
}

/** Returns the name of the task of a single test file, e.g. `ui/panel.test.ts`. */
function nameOf(file: string): string {
  return file.split(sep).slice(1).join('/');
}

/** Distributes test files over the tasks for pages, by name of the task, so that all tasks have about the same size. */
function pageGroups(files: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  const groups = Array.from({ length: Math.min(pageTasks, files.length) }, () => ({ files: [] as string[], bytes: 0 }));
  const sizes = files.map((file) => ({ file, bytes: statSync(join(projectFolder, file)).size }));
  for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    const smallest = groups.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    smallest.files.push(file);
    smallest.bytes += bytes;
  }
  return groups.map((group, index) => [
    group.files.length === 1 ? nameOf(group.files[0]!) : `ui/pages ${index + 1}`,
    group.files,
  ]);
}

function mochaTask(part: MochaPart, name: string, files: readonly string[]): Task {
  const options = ['--reporter', 'test/runner/countingReporter.ts', '--forbid-only', '--forbid-pending'];
  const timeout = ['--timeout', String(timeouts[part])];
  return {
    part,
    name,
    nodeArguments: [join('node_modules', 'mocha', 'bin', 'mocha.js'), ...options, ...timeout, ...files],
    needs: { unit: [], compatibility: ['provision'] as const, ui: ['provision', 'package'] as const }[part],
    countsTests: true,
  };
}

function script(part: Part, file: string): Task {
  return { part, name: part, nodeArguments: [file], needs: [], countsTests: false };
}

function npmScript(part: Part, npm: string): Task {
  return { part, name: part, nodeArguments: [npm, 'run', '--silent', part], needs: [], countsTests: false };
}

/**
 * Compares two tasks by their start order. The parts `provision` and `package` start first because other tasks wait for
 * them. UI tests in VS Code come next because they take the longest. Then come the other UI tests, and then the
 * remaining parts, in the order of {@link parts}. Among tasks of the same rank, those with more bytes of test files start
 * first because they usually take longer.
 */
function compareTasks(a: Task, b: Task): number {
  return rank(a) - rank(b) || sizeOf(b) - sizeOf(a);
}

function rank(task: Task): number {
  const { part } = task;
  if (part === 'provision' || part === 'package') return parts.indexOf(part);
  if (part === 'ui') return filesOf(task).some(startsVsCode) ? 2 : 3;
  return parts.indexOf(part) + 4;
}

function startsVsCode(file: string): boolean {
  return /installedTally|describeApply/.test(readFileSync(file, 'utf8'));
}

function isPageTest(file: string): boolean {
  return file.startsWith(join('test', 'ui', sep)) && !startsVsCode(join(projectFolder, file));
}

function sizeOf(task: Task): number {
  return filesOf(task).reduce((sum, file) => sum + statSync(file).size, 0);
}

function filesOf({ nodeArguments }: Task): readonly string[] {
  return nodeArguments.filter((argument) => argument.endsWith('.test.ts')).map((file) => join(projectFolder, file));
}

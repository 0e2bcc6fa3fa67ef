import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { projectFolder } from '../hosts/projectPaths.ts';
import { parts, type Part, type Task } from './task.ts';

/** The parts whose test files Mocha runs outside VS Code. */
const mochaParts = ['unit', 'compatibility', 'ui'] as const;

type MochaPart = (typeof mochaParts)[number];

/** Time limits of one test, in milliseconds. UI tests have more time, because they may load VS Code several times. */
const timeouts: Readonly<Record<MochaPart, number>> = { unit: 30_000, compatibility: 30_000, ui: 180_000 };

/**
 * Finds the tasks for the command line of `npm test`, and the tasks that these need. Sorts them by start order.
 *
 * @param names Parts, test files or folders of test files. All parts if empty.
 * @param npm The file that runs npm, as npm names it in `npm_execpath`.
 * @throws An error if a name is neither a part nor a path with tests.
 */
export function findTasks(names: readonly string[], npm: string): readonly Task[] {
  const tasksOf = (part: Part): readonly Task[] => tasksOfPart(part, npm);
  const wanted = (names.length === 0 ? parts : names).flatMap((name) =>
    isPart(name) ? tasksOf(name) : tasksAt(name, tasksOf),
  );
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

function tasksAt(path: string, tasksOf: (part: Part) => readonly Task[]): readonly Task[] {
  const file = relative(projectFolder, resolve(path));
  const isFolder = statSync(join(projectFolder, file), { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === undefined) throw new Error(`"${path}" is neither a path nor one of ${parts.join(', ')}.`);
  if (file.startsWith(join('test', 'integration'))) return tasksOf('integration');
  const tasks = mochaTasks(isFolder ? testFiles(file) : [file]);
  if (tasks.length === 0) throw new Error(`There are no tests at "${path}".`);
  return tasks;
}

function testFiles(folder: string): readonly string[] {
  return globSync(join(folder, '**', '*.test.ts'), { cwd: projectFolder }).toSorted();
}

/** Returns one task for each folder directly in `test/unit`, and one for each other test file. */
function mochaTasks(files: readonly string[]): readonly Task[] {
  const groups = Map.groupBy(files, (file) => {
    const [, part, ...names] = file.split(sep);
    return part === 'unit' && names.length > 1 ? `${part}/${names[0] ?? ''}` : `${part ?? ''}/${names.join('/')}`;
  });
  return [...groups].flatMap(([name, group]) => {
    const part = mochaParts.find((each) => name.startsWith(`${each}/`));
    return part === undefined ? [] : [mochaTask(part, name, group)];
  });
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
 * Compares two tasks by their start order. Provision and package start first because other tasks wait for them. UI
 * tests in VS Code follow because they take the longest, then other UI tests, then the other parts. Within each of
 * these groups, tasks with larger test files start first because they usually take longer.
 */
function compareTasks(a: Task, b: Task): number {
  return rank(a) - rank(b) || sizeOf(b) - sizeOf(a);
}

function rank(task: Task): number {
  const { part } = task;
  if (part === 'provision' || part === 'package') return parts.indexOf(part);
  if (part === 'ui') return usesVsCode(task) ? 2 : 3;
  return parts.indexOf(part) + 4;
}

function usesVsCode(task: Task): boolean {
  return filesOf(task).some((file) => readFileSync(file, 'utf8').includes('installedTally.ts'));
}

function sizeOf(task: Task): number {
  return filesOf(task).reduce((sum, file) => sum + statSync(file).size, 0);
}

function filesOf({ nodeArguments }: Task): readonly string[] {
  return nodeArguments.filter((argument) => argument.endsWith('.test.ts')).map((file) => join(projectFolder, file));
}

import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../hosts/projectPaths.ts';
import { collectSites } from './collectSites.ts';
import type { MutationSite } from './mutation.ts';
import { createTypedProgram, typeFacts } from './typeFacts.ts';

/**
 * Returns the absolute paths of the TypeScript files in `folder` and its subfolders. If `folder` is the path of a file,
 * returns only this file. Skips declaration files (`.d.ts`). Throws an error if no file remains.
 */
export function sourceFilesIn(folder: string): readonly string[] {
  const absolute = path.resolve(projectFolder, folder);
  const stats = statSync(absolute, { throwIfNoEntry: false });
  const names = stats?.isFile() === true ? [absolute] : globSync('**/*.ts', { cwd: absolute });
  const files = names
    .map((name) => path.join(stats?.isFile() === true ? '' : absolute, name))
    .filter((file) => !file.endsWith('.d.ts'));
  if (files.length === 0) throw new Error(`${folder} has no TypeScript files.`);
  return files.toSorted();
}

/** Returns all mutation sites of `files`, which are absolute paths. */
export function sitesIn(files: readonly string[]): readonly MutationSite[] {
  const program = createTypedProgram(files);
  const types = typeFacts(program.getTypeChecker());
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source === undefined ? [] : collectSites(projectPath(file), source, types);
  });
}

/** Returns the path of `file` relative to the project's folder, with `/` as separator. */
export function projectPath(file: string): string {
  return path.relative(projectFolder, file).split(path.sep).join('/');
}

import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { projectFolder } from '../hosts/projectPaths.ts';
import type { FileFinder, PlanFile } from './evaluate.ts';

/** The functions of the engine that the corpus tests. */
export interface ApplyEngine extends FileFinder {
  readonly planFile: PlanFile;
}

/** Loads the engine from a folder, so that the report can also compare engines of other work trees. */
export async function loadEngine(folder = join(projectFolder, 'src', 'apply')): Promise<ApplyEngine> {
  const load = async (name: keyof ApplyEngine): Promise<Partial<ApplyEngine>> =>
    (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Partial<ApplyEngine>;
  return { ...(await load('planFile')), ...(await load('namedPaths')), ...(await load('matchPath')) } as ApplyEngine;
}

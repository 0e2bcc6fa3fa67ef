import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { packageFile, projectFolder } from '../hosts/projectPaths.ts';
import type { Figure } from './figure.ts';

/** Makes the package, which the other benches use too, and weighs it. */
export async function measurePackage(): Promise<readonly Figure[]> {
  await promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: projectFolder });
  const { size } = await stat(packageFile);
  return [{ name: 'size of the package', value: size / 1_000_000, unit: 'MB', atMost: 2.5 }];
}

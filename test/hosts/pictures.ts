/**
 * `npm run pictures`: takes the README's screenshot of the running extension.
 * `npm run pictures -- --all FOLDER`: takes screenshots of the extension in many states and four themes.
 * Both commands build the extension's package first, because the screenshots show the installed package.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from './projectPaths.ts';
import { takeReadmePicture } from './readmePicture.ts';
import { runProgram } from './runProgram.ts';
import { takeStatePictures } from './statePictures.ts';

const { values } = parseArgs({ options: { all: { type: 'string' } } });
console.log('Making the package.');
const npm = process.env['npm_execpath'];
const [program, ...before] = npm === undefined ? ['npm'] : [process.execPath, npm];
await runProgram(program, [...before, 'run', '--silent', 'package'], { cwd: projectFolder, output: 'keep' });
if (values.all === undefined) {
  const file = join(projectFolder, 'media', 'panel.png');
  await takeReadmePicture(file);
  console.log(file);
} else {
  await mkdir(values.all, { recursive: true });
  await takeStatePictures(values.all);
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleForVsCode } from '../hosts/bundleForVsCode.ts';
import { projectFolder } from '../hosts/projectPaths.ts';
import { runInsideVsCode } from '../hosts/runInsideVsCode.ts';
import { median, type Figure } from './figure.ts';

const windowCount = 5;

/** Measures the CPU time of activation and of loading the chat in an extension host, as medians of several windows. */
export async function measureInVsCode(): Promise<readonly Figure[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const resultFile = join(temporary, 'result.json');
  try {
    const module = await bundleForVsCode('bench', ['activation.ts']);
    const extension = await copyWithoutActivationEvents(join(temporary, 'extension'));
    const results: Result[] = [];
    for (let window = 0; window < windowCount; window += 1) {
      const code = await runInsideVsCode(module, {
        env: { TALLY_BENCH_RESULT: resultFile },
        extensionFolder: extension,
        isMeasured: true,
      });
      if (code !== 0) throw new Error('Activation could not be measured.');
      results.push(JSON.parse(await readFile(resultFile, 'utf8')) as Result);
    }
    return [
      {
        name: 'activation: CPU time in the extension host',
        value: median(results.map(({ activating }) => activating)),
        unit: 'ms',
        atMost: 20,
      },
      {
        name: 'first use of the chat: CPU time in the extension host',
        value: median(results.map(({ loading }) => loading)),
        unit: 'ms',
        atMost: 40,
      },
    ];
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

interface Result {
  readonly activating: number;
  readonly loading: number;
}

/**
 * Copies the extension without activation events, so that the bench can activate the copy after all other extensions.
 */
async function copyWithoutActivationEvents(folder: string): Promise<string> {
  for (const name of ['dist', 'media', 'package.nls.json']) {
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as Record<string, unknown>;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  return folder;
}

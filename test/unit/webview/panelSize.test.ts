import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { panelPlugins } from '../../../panelPlugins.js';
import { projectFolder } from '../../hosts/projectPaths.ts';

/**
 * Maximum total size of the minified panel script and of the token engine with its worker, which highlight code. Other
 * scripts that load on demand, such as the grammars, do not count.
 */
const maxBytes = 342_000;

describe('panel bundle', () => {
  it('has at most 342,000 bytes, including the token engine and its worker', async () => {
    const { metafile } = await build({
      entryPoints: [join(projectFolder, 'src/webview/main.ts')],
      outdir: 'out',
      bundle: true,
      minify: true,
      splitting: true,
      plugins: panelPlugins(),
      format: 'esm',
      target: 'chrome138',
      metafile: true,
      write: false,
      legalComments: 'none',
    });
    const files = ['main', 'tokenEngine', 'startHighlightWorker'].flatMap((name) =>
      withStaticImports(metafile, new RegExp(`/${name}(?:-\\w+)?\\.js$`)),
    );
    const size = [...new Set(files)].reduce((sum, file) => sum + metafile.outputs[file]!.bytes, 0);
    assert.ok(size <= maxBytes, `${size} bytes`);
  });
});

/** Returns the only output file whose path matches `name`, and all its direct and indirect static imports. */
function withStaticImports({ outputs }: Metafile, name: RegExp): readonly string[] {
  const files = Object.keys(outputs).filter((file) => name.test(file));
  assert.equal(files.length, 1, String(name));
  for (const file of files) {
    for (const { kind, path } of outputs[file]!.imports)
      if (kind === 'import-statement' && !files.includes(path)) files.push(path);
  }
  return files;
}

/** Bundles the extension, its workers and the panel into dist/. `--production` minifies, `--watch` rebuilds. */
import { build, context } from 'esbuild';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'info',
  legalComments: 'none',
};

/**
 * Leaves what the extension imports on demand in a file of its own, which is not even read when VS Code starts.
 * @type {import('esbuild').Plugin}
 */
const onDemand = {
  name: 'on-demand',
  setup({ onResolve, initialOptions }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      const name = basename(path, '.ts');
      const isBundled = initialOptions.entryPoints.some((file) => basename(file, '.ts') === name);
      return isBundled
        ? { path: `./${name}.cjs`, external: true }
        : { errors: [{ text: `${path}, imported on demand by ${importer}, is none of the files to bundle.` }] };
    });
  },
};

/**
 * Imports 'vscode' once, by the names that are used. Else the bundle would copy the whole API, property by
 * property, for each file that imports it, which takes longer than the rest of the activation.
 * @type {import('esbuild').Plugin}
 */
const vscodeOnce = {
  name: 'vscode-once',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'file' ? { path: 'vscode', namespace: 'vscode-once' } : { path: 'vscode', external: true },
    );
    onLoad({ filter: /.*/, namespace: 'vscode-once' }, () => {
      const source = globSync(['src/extension.ts', 'src/vscode/**/*.ts'])
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
      const members = [...source.matchAll(/\bvscode\.(\w+)/g)].map(([, name]) => name);
      const destructured = [...source.matchAll(/\{ ([\w, ]+) \} (?:= vscode|from 'vscode');/g)].flatMap(([, names]) =>
        names.split(', '),
      );
      const names = [...new Set([...members, ...destructured])];
      return {
        contents: `const api = require('vscode');\nexport const { ${names.join(', ')} } = api;`,
        resolveDir: '.',
      };
    });
  },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  {
    ...shared,
    entryPoints: [
      'src/extension.ts',
      'src/node/tokenWorker.ts',
      // Imported on demand:
      'src/vscode/chatWindow.ts',
      'src/vscode/context/completer.ts',
      'src/vscode/tokenColors/readThemeRules.ts',
      'src/api/network/undiciTransport.ts',
    ],
    entryNames: '[name]',
    plugins: [onDemand, vscodeOnce],
    // The package's main file is UMD, whose own `require` esbuild cannot follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    format: 'cjs',
    target: 'node22',
  },
  {
    ...shared,
    entryPoints: {
      main: 'src/webview/main.ts',
      codicon: '@vscode/codicons/dist/codicon.css',
      katex: 'katex/dist/katex.css',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'esm',
    target: 'chrome138',
    splitting: true,
    loader: { '.ttf': 'file', '.woff2': 'file' },
    // Every Chromium takes the first kind, WOFF2.
    external: ['fonts/*.woff', 'fonts/*.ttf'],
    assetNames: '[name]',
  },
  // By itself: the panel shares no file with it, and so loads none for it.
  {
    ...shared,
    entryPoints: { spend: 'src/webview/spend/main.ts', uplot: 'uplot/dist/uPlot.min.css' },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'esm',
    target: 'chrome138',
  },
];

rmSync('dist', { recursive: true, force: true });
if (watch) {
  const contexts = await Promise.all(bundles.map((options) => context(options)));
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await Promise.all(bundles.map((options) => build(options)));
}

/**
 * Bundles the extension, its workers and its pages into dist/. `--production` minifies the code, omits source maps, and
 * writes the licences of the bundled packages to dist/ThirdPartyNotices.txt, and esbuild's lists of the bundled files to
 * dist/metafiles.json, which is not packaged.
 * `--watch` rebuilds after each change of a source file.
 */
import { build, context } from 'esbuild';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { panelPlugins } from './panelPlugins.js';
import { thirdPartyNotices } from './thirdPartyNotices.js';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'info',
  legalComments: 'none',
  metafile: production,
};

/**
 * Keeps each file that is loaded with `import()` out of the bundles that import it, so that VS Code does not read the
 * file at startup. Such a file must be an entry point, and has its own bundle.
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
        : { errors: [{ text: `${importer} imports ${path} dynamically, but that is not an entry point.` }] };
    });
  },
};

/**
 * Imports 'vscode' only once in each bundle, with only the names that the sources use. By default, esbuild copies all
 * properties of the API for each file that imports it. Making these copies takes longer than the rest of the
 * extension's activation.
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
      'src/node/payloadWorker.ts',
      'src/node/applyWorker.ts',
      // The following entry points are loaded with `import()`.
      'src/vscode/chatWindow.ts',
      'src/vscode/apply/blockActions.ts',
      'src/chat/secrets/findSecrets.ts',
      'src/vscode/context/completer.ts',
      'src/vscode/tokenColors/readThemeRules.ts',
      'src/api/network/undiciTransport.ts',
    ],
    entryNames: '[name]',
    plugins: [onDemand, vscodeOnce],
    // Bundles the ES modules of jsonc-parser. Its main file is a UMD module, and esbuild cannot follow the `require`
    // calls of that file.
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
    plugins: panelPlugins(),
    loader: { '.ttf': 'file', '.woff2': 'file' },
    // Leaves KaTeX's WOFF and TTF fonts out of dist/. Chromium never loads them, because it uses the WOFF2 fonts, which
    // the style sheet names first.
    external: ['fonts/*.woff', 'fonts/*.ttf'],
    assetNames: '[name]',
  },
  // The Spend page has a separate build. In one build for the chat panel and the Spend page, `splitting` would move
  // their common code into extra files, which the panel would have to load.
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
  const results = await Promise.all(bundles.map((options) => build(options)));
  const metafiles = results.flatMap(({ metafile }) => metafile ?? []);
  if (production) {
    writeFileSync('dist/ThirdPartyNotices.txt', thirdPartyNotices(metafiles));
    writeFileSync('dist/metafiles.json', JSON.stringify(metafiles));
  }
}

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Metafile } from 'esbuild';
import { unzipSync } from 'fflate';
import ts from 'typescript';
import { packageFile, projectFolder } from '../hosts/projectPaths.ts';

/** Separates the notices of the packages. */
const noticeLine = `\n${'-'.repeat(80)}\n`;

describe('The extension’s package (VSIX)', () => {
  let files: ReadonlyMap<string, Uint8Array>;

  before(() => {
    const entries = Object.entries(unzipSync(readFileSync(packageFile)));
    files = new Map(entries.map(([name, content]) => [name.replace(/^extension\//, ''), content]));
  });

  const textOf = (name: string) => new TextDecoder().decode(files.get(name));
  const namesOf = (ending: string) => [...files.keys()].filter((name) => name.endsWith(ending));
  const isPackaged = (path: string) => {
    const pattern = new RegExp(`^${path.split('*').map(escapePattern).join('[^/]*')}$`);
    return [...files.keys()].some((name) => pattern.test(name));
  };

  it('contains every file that the manifest names', () => {
    const named = [...textOf('package.json').matchAll(/"(?:\.\/)?((?:dist|media|l10n)(?:\/[^"]*)?)"/g)].map(
      ([, path = '']) => path,
    );
    assert.ok(named.length >= 4);
    for (const path of named) assert.ok(isPackaged(path === 'l10n' ? 'l10n/bundle.l10n.json' : path), path);
  });

  it('contains every file whose path is in the source code of the extension', () => {
    const source = globSync('src/vscode/**/*.ts', { cwd: projectFolder })
      .map((file) => readFileSync(posix.join(projectFolder, file), 'utf8'))
      .join('\n');
    const literals = [...source.matchAll(/'((?:dist|media)\/[^']+)'/g)].map(([, path = '']) => path);
    const joined = [...source.matchAll(/joinPath\((?:context\.)?extensionUri, ('(?:dist|media)', [^)]+)\)/g)].map(
      ([, args = '']) =>
        args
          .split(', ')
          .map((argument) => argument.slice(1, -1).replace(/\$\{[^}]+\}/, '*'))
          .join('/'),
    );
    const scripts = [...source.matchAll(/\bscript: '([^']+)'/g)].map(([, name = '']) => `dist/webview/${name}`);
    const named = [...literals, ...joined, ...scripts].filter((path) => posix.extname(path) !== '');
    for (const path of ['media/spend-*.svg', 'dist/tokenWorker.cjs', 'dist/webview/main.js'])
      assert.ok(named.includes(path), path);
    for (const path of named) assert.ok(isPackaged(path), path);
  });

  it('contains every file that its style sheets and scripts refer to', () => {
    const references = [
      ...namesOf('.css').flatMap((name) => matchesIn(name, /(?:url\(|@import )["']?(\.?[\w./-]+)["']?/g)),
      ...namesOf('.js').flatMap((name) => matchesIn(name, /\b(?:import\(|from|import)["'](\.\/[^"']+)["']/g)),
      ...namesOf('.cjs').flatMap((name) => matchesIn(name, /\b(?:import|require)\(["'](\.\/[^"']+)["']\)/g)),
    ];
    assert.ok(references.length > 30);
    // Skips the .woff and .ttf fonts that KaTeX's style sheet names. Chromium loads only the .woff2 fonts.
    for (const path of references.filter((each) => !/\/KaTeX_[\w-]+\.(?:woff|ttf)$/.test(each)))
      assert.ok(isPackaged(path), path);

    function matchesIn(name: string, pattern: RegExp): readonly string[] {
      return [...textOf(name).matchAll(pattern)].map(([, path = '']) => posix.join(posix.dirname(name), path));
    }
  });

  it('contains the licence of each npm package whose files are in a bundle, or which the source code imports', () => {
    const notices = textOf('dist/ThirdPartyNotices.txt').split(noticeLine);
    // An npm package may contain code of other packages. Secretlint's preset contains lodash, which has this licence.
    assert.match(notices.join(''), /Copyright jQuery Foundation and other contributors/);
    const bundled = bundledPackages();
    const imported = globSync('src/**/*.ts', { cwd: projectFolder })
      .map((file) => readFileSync(posix.join(projectFolder, file), 'utf8'))
      // Imported types are not in the package.
      .map((source) => source.replace(/^import type [^;]+;/gm, ''))
      .flatMap((source) => ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName))
      .filter((name) => !/^(?:\.|node:|vscode$)/.test(name))
      .map((name) => packageOf(`node_modules/${/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name}/`) ?? name);
    assert.ok(bundled.size > new Set(imported).size);
    const expected = new Set([...bundled, ...imported]);
    assert.deepEqual(missingIn(notices, expected), []);
    // No licence is in the notice of another package.
    for (const name of expected) {
      const others = notices.filter((notice) => !notice.includes(`${name} (`));
      assert.deepEqual(missingIn(others, expected), [name]);
    }
  });

  /** Returns the names and versions of the npm packages of which at least one file is in a bundle. */
  function bundledPackages(): ReadonlySet<string> {
    const metafiles = JSON.parse(readFileSync(posix.join(projectFolder, 'dist/metafiles.json'), 'utf8')) as Metafile[];
    const outputs = new Map(metafiles.flatMap((metafile) => Object.entries(metafile.outputs)));
    const built = [...files.keys()].filter((name) => name.startsWith('dist/') && !name.endsWith('Notices.txt'));
    for (const name of built) assert.ok(outputs.has(name), name);
    const inputs = [...outputs.values()].flatMap((output) => Object.keys(output.inputs));
    return new Set(inputs.map(packageOf).filter((name) => name !== undefined));
  }
});

/** Returns the name and the version of the npm package to which a file belongs, or undefined for a file of our own. */
function packageOf(file: string): string | undefined {
  const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  if (folder === undefined) return undefined;
  const manifest = readFileSync(posix.join(projectFolder, folder, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { readonly name: string; readonly version: string };
  return `${name} ${version}`;
}

/** Returns the packages that have no notice with the text of a licence. */
function missingIn(notices: readonly string[], packages: Iterable<string>): readonly string[] {
  const licensed = notices.filter((notice) => /(?:Permission|Redistribution|License)[^]{200}/.test(notice));
  const names = new Set(licensed.map((notice) => /^(\S+ [\d.]+\S*) \(/m.exec(notice)?.[1]));
  return [...packages].filter((name) => !names.has(name));
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

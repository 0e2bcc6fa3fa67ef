import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * The layers that each layer may import, in addition to itself. A layer is a folder directly in src, or a file directly
 * in src. No two layers import each other.
 */
const allowedLayers: Readonly<Record<string, readonly string[]>> = {
  extension: ['vscode', 'node', 'chat', 'meter', 'api', 'apply', 'common'],
  vscode: ['node', 'chat', 'meter', 'api', 'apply', 'common'],
  node: ['chat', 'meter', 'api', 'apply', 'common'],
  chat: ['meter', 'api', 'common'],
  meter: ['common'],
  api: ['common'],
  apply: ['common'],
  webview: ['common'],
  common: [],
};

/**
 * The packages that each layer may import. A name that ends with `/` or `:` is a prefix. The allowed imports of undici
 * are in `undiciPaths`.
 */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  extension: ['vscode', 'node:'],
  vscode: ['vscode', 'node:', 'fast-plist', 'ignore', 'jsonc-parser'],
  node: ['node:', 'gpt-tokenizer/'],
  chat: ['valibot', '@secretlint/'],
  meter: [],
  api: ['node:', 'eventsource-parser'],
  webview: ['@vscode/l10n', 'markdown-it', 'markdown-it/', '@shikijs/', 'katex', 'uplot'],
  apply: ['markdown-it'],
  common: ['@leeoniya/ufuzzy'],
};

/**
 * The files of undici that src may import. The main file of undici sets the global dispatcher of the process if none is
 * set yet. The files in this list do not set the global dispatcher.
 */
const undiciPaths = ['undici/lib/api/index.js', 'undici/lib/dispatcher/agent.js'];

const sourceFolder = path.join(import.meta.dirname, '../../src');

describe('The source code in src', () => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => ({ file, text: readFileSync(path.join(sourceFolder, file), 'utf8') }));
  const code = sources.filter(({ file }) => !file.endsWith('.d.ts'));
  const imports = code.flatMap(({ file, text }) => importsOf(file, text).map((specifier) => ({ file, specifier })));

  it('contains files of every layer in `allowedLayers`, and more than 100 imports', () => {
    for (const layer of Object.keys(allowedLayers))
      assert.ok(
        files.some((file) => layerOf(file) === layer),
        layer,
      );
    assert.ok(imports.length > 100);
  });

  it('contains only the layers in `allowedLayers`', () => {
    assert.deepEqual(
      files.filter((file) => !(layerOf(file) in allowedLayers)),
      [],
    );
  });

  it('follows `allowedLayers` in all relative imports', () => {
    const wrong = imports.filter(({ file, specifier }) => {
      if (!specifier.startsWith('.')) return false;
      const from = layerOf(file);
      const to = layerOf(path.posix.join(path.posix.dirname(file), specifier));
      return to !== from && allowedLayers[from]?.includes(to) !== true;
    });
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('has no import cycle between files', () => {
    const graph = new Map(files.map((file) => [file, importedFiles(file, imports)]));
    assert.deepEqual(
      files.flatMap((file) => shortestCycle(file, graph)),
      [],
    );
  });

  it('imports nothing but windows.ts from src/chat/windows into the other files of src/chat', () => {
    const isInWindows = (file: string) => file.startsWith('chat/windows/');
    const wrong = imports.filter(({ file, specifier }) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      return (
        specifier.startsWith('.') &&
        isInWindows(target) &&
        file.startsWith('chat/') &&
        !isInWindows(file) &&
        target !== 'chat/windows/windows.ts'
      );
    });
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('follows `allowedPackages` in all package imports except those of undici', () => {
    const wrong = imports.filter(({ file, specifier }) => {
      if (specifier.startsWith('.') || isUndici(specifier)) return false;
      return allowedPackages[layerOf(file)]?.some((name) => matchesName(specifier, name)) !== true;
    });
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it("imports 'vscode' only in src/vscode and src/extension.ts", () => {
    const wrong = imports.filter(
      ({ file, specifier }) => specifier === 'vscode' && !/^(vscode\/|extension\.ts$)/.test(file),
    );
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('imports undici only in undiciTransport.ts, and only the files in `undiciPaths`', () => {
    const ofUndici = imports.filter(({ specifier }) => isUndici(specifier));
    assert.notEqual(ofUndici.length, 0);
    const wrong = ofUndici.filter(
      ({ file, specifier }) => file !== 'api/network/undiciTransport.ts' || !undiciPaths.includes(specifier),
    );
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('ends all relative imports with .ts, .ts?worker or .css', () => {
    const wrong = imports.filter(
      ({ specifier }) => specifier.startsWith('.') && !/\.(ts|ts\?worker|css)$/.test(specifier),
    );
    assert.deepEqual(wrong.map(describeImport), []);
  });

  it('does not contain innerHTML, outerHTML or insertAdjacentHTML', () => {
    const wrong = sources.filter(({ text }) => /innerHTML|outerHTML|insertAdjacentHTML/.test(text));
    assert.deepEqual(
      wrong.map(({ file }) => file),
      [],
    );
  });

  it('has no folder with more than 20 TypeScript files directly in it', () => {
    const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
    const crowded = [...folders].filter(([, contents]) => contents.length > 20).map(([folder]) => folder);
    assert.deepEqual(crowded, []);
  });

  it('has no function longer than 100 lines', () => {
    const tooLong = code.flatMap(({ file, text }) => namesOfLongFunctions(file, text).map((name) => `${file} ${name}`));
    assert.deepEqual(tooLong, []);
  });
});

/** Returns the names of all modules that a file imports or re-exports, including `import()` and `require()`. */
function importsOf(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const add = (name: ts.Node | undefined) => {
    if (name === undefined) return;
    assert.ok(
      ts.isStringLiteralLike(name),
      `src/${file} imports a module whose name is not a string: ${name.getText()}`,
    );
    found.push(name.text);
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    else if (ts.isCallExpression(node) && /^(import|require)$/.test(node.expression.getText())) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Returns the names of a file's functions that are longer than 100 lines. An unnamed function is `anonymous`. */
function namesOfLongFunctions(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && lineAt(node.end) - lineAt(node.getStart()) >= 100) {
      const named = ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent) ? node.parent : node;
      found.push(named.name?.getText() ?? 'anonymous');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the files in src that a file imports, including type imports. */
function importedFiles(
  file: string,
  imports: readonly { readonly file: string; readonly specifier: string }[],
): readonly string[] {
  const relative = imports.filter(({ file: from, specifier }) => from === file && specifier.startsWith('.'));
  return relative.map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier.replace(/\?worker$/, '')));
}

/** Returns a shortest import cycle through a file, such as `['a.ts → b.ts → a.ts']`, or `[]` if there is none. */
function shortestCycle(file: string, graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const chains: (readonly string[])[] = [[file]];
  const seen = new Set<string>();
  for (let chain = chains.shift(); chain !== undefined; chain = chains.shift()) {
    for (const target of graph.get(chain.at(-1)!) ?? []) {
      if (target === file) return [[...chain, target].join(' → ')];
      if (seen.has(target)) continue;
      seen.add(target);
      chains.push([...chain, target]);
    }
  }
  return [];
}

/** Returns the layer of a file: its first folder in src or, for a file directly in src, its name without `.ts`. */
function layerOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '');
}

function isUndici(specifier: string): boolean {
  return matchesName(specifier, 'undici') || matchesName(specifier, 'undici/');
}

function matchesName(specifier: string, name: string): boolean {
  return /[/:]$/.test(name) ? specifier.startsWith(name) : specifier === name;
}

function describeImport({ file, specifier }: { readonly file: string; readonly specifier: string }): string {
  return `src/${file} must not import '${specifier}'`;
}

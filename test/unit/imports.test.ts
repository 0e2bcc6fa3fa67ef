import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What each layer may import, besides itself. Imports go one way. */
const allowedLayers: Readonly<Record<string, readonly string[]>> = {
  extension: ['vscode', 'node', 'chat', 'meter', 'api', 'common'],
  vscode: ['node', 'chat', 'meter', 'api', 'common'],
  node: ['chat', 'meter', 'api', 'common'],
  chat: ['meter', 'api', 'common'],
  meter: ['common'],
  api: ['common'],
  webview: ['common'],
  common: [],
};

/** The packages each layer may import; a name that ends with `/` or `:` allows all below it. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  extension: ['vscode', 'node:'],
  vscode: ['vscode', 'node:', 'fast-plist', 'ignore', 'jsonc-parser'],
  node: ['node:', 'gpt-tokenizer/'],
  chat: [],
  meter: [],
  api: ['node:', 'eventsource-parser'],
  webview: ['@vscode/l10n', 'markdown-it', 'markdown-it/', '@shikijs/', 'katex', 'uplot'],
  common: ['@leeoniya/ufuzzy'],
};

const undiciPaths = ['undici/lib/api/index.js', 'undici/lib/dispatcher/agent.js'];

const sourceFolder = path.join(import.meta.dirname, '../../src');

describe('the source', () => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'));
  const sources = files.map((file) => ({ file, text: readFileSync(path.join(sourceFolder, file), 'utf8') }));
  const code = sources.filter(({ file }) => !file.endsWith('.d.ts'));
  const imports = code.flatMap(({ file, text }) => importsOf(file, text).map((specifier) => ({ file, specifier })));

  it('is found', () => {
    for (const layer of Object.keys(allowedLayers))
      assert.ok(
        files.some((file) => layerOf(file) === layer),
        layer,
      );
    assert.ok(imports.length > 100);
  });

  it('has no folder that the table of imports does not know', () => {
    assert.deepEqual(
      files.filter((file) => !(layerOf(file) in allowedLayers)),
      [],
    );
  });

  it('imports one way only, between its layers', () => {
    const wrong = imports.filter(({ file, specifier }) => {
      if (!specifier.startsWith('.')) return false;
      const from = layerOf(file);
      const to = layerOf(path.posix.join(path.posix.dirname(file), specifier));
      return to !== from && allowedLayers[from]?.includes(to) !== true;
    });
    assert.deepEqual(wrong.map(sentence), []);
  });

  it('has no circle of imports between its files', () => {
    const targets = new Map(files.map((file) => [file, importedFiles(file, imports)]));
    assert.deepEqual(
      files.flatMap((file) => circlesThrough(file, targets)),
      [],
    );
  });

  it('sees chat/windows only through its interface, within chat', () => {
    const isInside = (file: string) => file.startsWith('chat/windows/');
    const targets = imports.filter(({ file, specifier }) => {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      return (
        specifier.startsWith('.') &&
        isInside(target) &&
        file.startsWith('chat/') &&
        !isInside(file) &&
        target !== 'chat/windows/windows.ts'
      );
    });
    assert.deepEqual(targets.map(sentence), []);
  });

  it('imports no packages but those of its layer', () => {
    const wrong = imports.filter(({ file, specifier }) => {
      if (specifier.startsWith('.') || isUndici(specifier)) return false;
      return allowedPackages[layerOf(file)]?.some((name) => isPartOf(specifier, name)) !== true;
    });
    assert.deepEqual(wrong.map(sentence), []);
  });

  it("imports 'vscode' only in src/vscode and src/extension.ts", () => {
    const wrong = imports.filter(
      ({ file, specifier }) => specifier === 'vscode' && !/^(vscode\/|extension\.ts$)/.test(file),
    );
    assert.deepEqual(wrong.map(sentence), []);
  });

  it('imports undici only in src/api/network/undiciTransport.ts, and only by paths that write no process-wide slot', () => {
    const ofUndici = imports.filter(({ specifier }) => isUndici(specifier));
    assert.notEqual(ofUndici.length, 0);
    const wrong = ofUndici.filter(
      ({ file, specifier }) => file !== 'api/network/undiciTransport.ts' || !undiciPaths.includes(specifier),
    );
    assert.deepEqual(wrong.map(sentence), []);
  });

  it('imports every file of its own by its whole name', () => {
    const wrong = imports.filter(({ specifier }) => specifier.startsWith('.') && !/\.(ts|css)$/.test(specifier));
    assert.deepEqual(wrong.map(sentence), []);
  });

  it('builds no HTML out of text', () => {
    const wrong = sources.filter(({ text }) => /innerHTML|outerHTML|insertAdjacentHTML/.test(text));
    assert.deepEqual(
      wrong.map(({ file }) => file),
      [],
    );
  });

  it('has no file of more than 400 lines', () => {
    const wrong = sources.filter(({ text }) => text.trimEnd().split('\n').length > 400);
    assert.deepEqual(
      wrong.map(({ file }) => file),
      [],
    );
  });

  it('has no folder of more than 20 files', () => {
    const folders = Map.groupBy(files, (file) => path.posix.dirname(file));
    const crowded = [...folders].filter(([, contents]) => contents.length > 20).map(([folder]) => folder);
    assert.deepEqual(crowded, []);
  });

  it('has no function of more than 100 lines', () => {
    const tooLong = code.flatMap(({ file, text }) => namesOfLongFunctions(file, text).map((name) => `${file} ${name}`));
    assert.deepEqual(tooLong, []);
  });
});

/** Every module that a file names: imported, exported from, loaded later, required or imported for its types. */
function importsOf(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const take = (name: ts.Node | undefined) => {
    if (name === undefined) return;
    assert.ok(ts.isStringLiteralLike(name), `src/${file} imports what cannot be known: ${name.getText()}`);
    found.push(name.text);
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) take(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) take(node.expression);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) take(node.argument.literal);
    else if (ts.isCallExpression(node) && /^(import|require)$/.test(node.expression.getText())) take(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Lists the functions of more than 100 lines; those without a name as `anonymous`. */
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

/** The files of ours that a file imports, for its values or its types. */
function importedFiles(
  file: string,
  imports: readonly { readonly file: string; readonly specifier: string }[],
): readonly string[] {
  const own = imports.filter(({ file: from, specifier }) => from === file && specifier.startsWith('.'));
  return own.map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier));
}

/** A shortest circle of imports that comes back to a file, as a list of one sentence; empty where there is none. */
function circlesThrough(file: string, targets: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const ways: (readonly string[])[] = [[file]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const target of targets.get(way.at(-1)!) ?? []) {
      if (target === file) return [[...way, target].join(' → ')];
      if (seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return [];
}

/** The first folder of a file, or its own name. */
function layerOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '');
}

function isUndici(specifier: string): boolean {
  return isPartOf(specifier, 'undici') || isPartOf(specifier, 'undici/');
}

function isPartOf(specifier: string, name: string): boolean {
  return /[/:]$/.test(name) ? specifier.startsWith(name) : specifier === name;
}

function sentence({ file, specifier }: { readonly file: string; readonly specifier: string }): string {
  return `src/${file} must not import '${specifier}'`;
}

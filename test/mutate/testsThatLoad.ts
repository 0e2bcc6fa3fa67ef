import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../hosts/projectPaths.ts';

/**
 * Returns the test files that load at least one of `files`, directly or through other files.
 * `testFolder` is a folder or one test file. `files` and the result are absolute paths.
 */
export function testsThatLoad(files: readonly string[], testFolder: string): readonly string[] {
  const targets = new Set(files);
  const named = new Map<string, readonly string[]>();
  const loads = (file: string, seen: Set<string>): boolean => {
    if (targets.has(file)) return true;
    if (seen.has(file)) return false;
    seen.add(file);
    const next = named.get(file) ?? filesNamedIn(file);
    named.set(file, next);
    return next.some((other) => loads(other, seen));
  };
  return testFiles(testFolder).filter((file) => loads(file, new Set()));
}

function testFiles(folder: string): readonly string[] {
  const absolute = path.resolve(projectFolder, folder);
  if (absolute.endsWith('.test.ts')) return [absolute];
  return globSync('**/*.test.ts', { cwd: absolute })
    .map((file) => path.join(absolute, file))
    .toSorted();
}

/**
 * Returns the TypeScript files that exist and whose paths are strings in the code of `file`. Such a path is relative to
 * the folder of `file`. Thus the result contains the files that `file` imports, and the scripts that it starts as
 * processes or workers. Ignores `import type` and `export type` statements.
 */
function filesNamedIn(file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
    if (ts.isExportDeclaration(node) && node.isTypeOnly) return;
    if (ts.isStringLiteralLike(node) && node.text.endsWith('.ts')) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found.map((name) => path.resolve(path.dirname(file), name)).filter((other) => ts.sys.fileExists(other));
}

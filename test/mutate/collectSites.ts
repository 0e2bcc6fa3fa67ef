import ts from 'typescript';
import { callMutations } from './callMutations.ts';
import { literalMutations } from './literalMutations.ts';
import { applyMutation, type Mutation, type MutationSite } from './mutation.ts';
import { operatorMutations } from './operatorMutations.ts';
import { statementMutations } from './statementMutations.ts';
import type { TypeFacts } from './typeFacts.ts';

/**
 * Lists the mutations of a source file, sorted by position.
 * Skips types, imports, lists of exports such as `export { name }`, and declarations with `declare`.
 * If several mutations of a line would have the same name, the second gets the suffix ` #2`, the third ` #3`, etc.
 */
export function collectSites(file: string, source: ts.SourceFile, types: TypeFacts): readonly MutationSite[] {
  const sites: MutationSite[] = [];
  const visit = (node: ts.Node): void => {
    if (!isExecuted(node)) return;
    for (const mutation of mutationsOf(node, types)) sites.push(siteOf(file, source, node, mutation));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return withDistinctNames(sites.toSorted((one, other) => one.start - other.start));
}

function mutationsOf(node: ts.Node, types: TypeFacts): readonly Mutation[] {
  return [
    ...literalMutations(node),
    ...operatorMutations(node, types),
    ...callMutations(node, types),
    ...statementMutations(node),
  ];
}

function isExecuted(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return false;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return false;
  return !ts.canHaveModifiers(node) || !isDeclared(node);
}

function isDeclared(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true;
}

function siteOf(file: string, source: ts.SourceFile, node: ts.Node, mutation: Mutation): MutationSite {
  const { line } = source.getLineAndCharacterOfPosition(mutation.start);
  const lineStart = source.getPositionOfLineAndCharacter(line, 0);
  return {
    ...mutation,
    file,
    line: line + 1,
    before: firstLine(source.text.slice(lineStart)),
    after: firstLine(applyMutation(source.text, mutation).slice(lineStart)),
    executedAt: node.getStart(),
  };
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1).join('').trim();
}

function withDistinctNames(sites: readonly MutationSite[]): readonly MutationSite[] {
  const counts = new Map<string, number>();
  return sites.map((site) => {
    const key = `${site.line} ${site.name}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? site : { ...site, name: `${site.name} #${count}` };
  });
}

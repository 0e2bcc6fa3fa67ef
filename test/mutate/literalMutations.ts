import ts from 'typescript';
import type { Mutation } from './mutation.ts';
import { replaceNode } from './replaceNode.ts';

/**
 * Lists the mutations of an integer, a boolean or a string.
 * Returns none for the name of a property, and none for a tagged template.
 * Returns none for a string that is empty, a module's path, an error message or a localized text.
 */
export function literalMutations(node: ts.Node): readonly Mutation[] {
  if (isName(node)) return [];
  if (ts.isNumericLiteral(node)) return numberMutations(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaceNode(node, 'false', 'true → false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replaceNode(node, 'true', 'false → true')];
  if (!isText(node) || isForPeople(node) || isModuleName(node)) return [];
  return [replaceNode(node, "''", 'string emptied')];
}

function numberMutations(node: ts.NumericLiteral): readonly Mutation[] {
  const value = Number(node.text);
  if (!Number.isSafeInteger(value)) return [];
  return [
    replaceNode(node, String(value + 1), 'number + 1'),
    // The parentheses keep `-0` from becoming `--1`, which would be a decrement.
    replaceNode(node, value === 0 ? '(-1)' : String(value - 1), 'number - 1'),
  ];
}

function isText(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) return !ts.isTaggedTemplateExpression(node.parent);
  return ts.isStringLiteralLike(node) && node.text !== '' && !ts.isTaggedTemplateExpression(node.parent);
}

function isName(node: ts.Node): boolean {
  return 'name' in node.parent && node.parent.name === node;
}

function isModuleName(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** Returns true for a string in the arguments of `new …Error(…)` or in the first argument of `l10n.t`. */
function isForPeople(node: ts.Node): boolean {
  for (let inner = node, outer = node.parent; !ts.isStatement(outer); inner = outer, outer = outer.parent) {
    if (ts.isNewExpression(outer) && /Error$/.test(outer.expression.getText())) return true;
    if (ts.isCallExpression(outer) && /\bl10n\.t$/.test(outer.expression.getText())) {
      return outer.arguments[0] === inner;
    }
  }
  return false;
}

import ts from 'typescript';
import type { Mutation } from './mutation.ts';
import { replaceNode } from './replaceNode.ts';
import type { TypeFacts } from './typeFacts.ts';

const { SyntaxKind } = ts;

const swaps: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
]);

/** Swaps that are used only if the result is a number, because `+` and `+=` also concatenate strings. */
const arithmeticSwaps: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
]);

/** Lists the mutations of an expression's operator. */
export function operatorMutations(node: ts.Node, types: TypeFacts): readonly Mutation[] {
  if (ts.isPrefixUnaryExpression(node)) return negationMutations(node);
  if (!ts.isBinaryExpression(node)) return [];
  const { left, operatorToken: operator, right } = node;
  if (operator.kind === SyntaxKind.QuestionQuestionToken) {
    return [replaceNode(node, left.getText(), '?? → left'), replaceNode(node, bracketed(right), '?? → right')];
  }
  const arithmetic = arithmeticSwaps.get(operator.kind);
  const replacement = swaps.get(operator.kind) ?? (arithmetic !== undefined && types.isNumber(node) ? arithmetic : '');
  return replacement === '' ? [] : [replaceNode(operator, replacement, `${operator.getText()} → ${replacement}`)];
}

function negationMutations(node: ts.PrefixUnaryExpression): readonly Mutation[] {
  const isNegation = node.operator === SyntaxKind.ExclamationToken || node.operator === SyntaxKind.MinusToken;
  return isNegation ? [replaceNode(node, node.operand.getText(), 'negation removed')] : [];
}

/**
 * Returns the text of an expression, with parentheses around an object literal. Without them, an object literal after
 * the `=>` of an arrow function would be parsed as a block.
 */
function bracketed(expression: ts.Expression): string {
  return ts.isObjectLiteralExpression(expression) ? `(${expression.getText()})` : expression.getText();
}

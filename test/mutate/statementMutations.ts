import ts from 'typescript';
import type { Mutation } from './mutation.ts';
import { replaceNode } from './replaceNode.ts';

/**
 * Lists the mutations that make a condition constant, remove a statement, or replace the operand of a spread with an
 * empty array or object.
 */
export function statementMutations(node: ts.Node): readonly Mutation[] {
  if (ts.isIfStatement(node)) return conditionMutations(node.expression, ['true', 'false']);
  if (ts.isConditionalExpression(node)) return conditionMutations(node.condition, ['true', 'false']);
  // No mutation makes a loop condition `true`. The loop would be endless, and would fail every test that runs it, even
  // a test that does not check the results of the loop.
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) return conditionMutations(node.expression, ['false']);
  if (ts.isForStatement(node)) return conditionMutations(node.condition, ['false']);
  if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent)) {
    return [replaceNode(node, '...[]', 'spread removed')];
  }
  if (ts.isSpreadAssignment(node)) return [replaceNode(node, '...{}', 'spread removed')];
  const removed = removableName(node);
  return removed === undefined ? [] : [replaceNode(node, ';', `${removed} removed`)];
}

function conditionMutations(condition: ts.Expression | undefined, values: readonly string[]): readonly Mutation[] {
  if (condition === undefined || /^(true|false)$/.test(condition.getText())) return [];
  return values.map((value) => replaceNode(condition, value, `condition → ${value}`));
}

/**
 * Returns the kind of the statement if a mutation removes it, otherwise undefined.
 * No mutation removes a `return` at the end of a function.
 */
function removableName(node: ts.Node): string | undefined {
  if (ts.isReturnStatement(node)) return endsFunction(node) ? undefined : 'return';
  if (ts.isBreakStatement(node)) return 'break';
  if (ts.isContinueStatement(node)) return 'continue';
  return ts.isExpressionStatement(node) && isCall(node.expression) ? 'call' : undefined;
}

function isCall(expression: ts.Expression): boolean {
  if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) return isCall(expression.expression);
  return ts.isCallExpression(expression) && expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
}

function endsFunction(node: ts.ReturnStatement): boolean {
  return ts.isBlock(node.parent) && ts.isFunctionLike(node.parent.parent) && node.parent.statements.at(-1) === node;
}

import ts from 'typescript';
import type { Mutation } from './mutation.ts';
import { replaceNode } from './replaceNode.ts';
import type { TypeFacts } from './typeFacts.ts';

const swapped = new Map(
  [
    ['some', 'every'],
    ['min', 'max'],
    ['floor', 'ceil'],
    ['startsWith', 'endsWith'],
    ['toLowerCase', 'toUpperCase'],
    ['indexOf', 'lastIndexOf'],
    ['find', 'findLast'],
    ['findIndex', 'findLastIndex'],
    ['push', 'unshift'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/**
 * Methods of strings and arrays. Each returns a value of its receiver's type, so that a mutation can remove the call.
 */
const removed = new Set([
  ...['slice', 'filter', 'concat', 'reverse', 'sort', 'toReversed', 'toSorted'],
  ...['trim', 'trimStart', 'trimEnd'],
]);

/** Lists the mutations of a method call or of optional chaining. */
export function callMutations(node: ts.Node, types: TypeFacts): readonly Mutation[] {
  return [...chainMutations(node), ...(ts.isCallExpression(node) ? methodMutations(node, types) : [])];
}

function chainMutations(node: ts.Node): readonly Mutation[] {
  const isChain =
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
  if (!isChain || node.questionDotToken === undefined) return [];
  return [
    replaceNode(node.questionDotToken, ts.isPropertyAccessExpression(node) ? '.' : '', 'optional chaining → plain'),
  ];
}

function methodMutations(call: ts.CallExpression, types: TypeFacts): readonly Mutation[] {
  const method = call.expression;
  if (!ts.isPropertyAccessExpression(method)) return [];
  const { expression: receiver, name } = method;
  const other = swapped.get(name.text);
  if (other !== undefined && types.hasMethod(receiver, other)) {
    return [replaceNode(name, other, `${name.text} → ${other}`)];
  }
  // A receiver without `slice` is neither a string nor an array. Its method of this name may have another meaning.
  if (!removed.has(name.text) || !types.hasMethod(receiver, 'slice')) return [];
  return [{ name: `${name.text} removed`, start: receiver.end, end: call.end, replacement: '' }];
}

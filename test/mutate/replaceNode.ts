import type ts from 'typescript';
import type { Mutation } from './mutation.ts';

export function replaceNode(node: ts.Node, replacement: string, name: string): Mutation {
  return { name, start: node.getStart(), end: node.end, replacement };
}

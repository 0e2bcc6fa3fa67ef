import type { Language } from '../languages.ts';

/** Longer lines are not searched. */
const maxLength = 400;

/** The end of a text that a value in brackets follows, such as that of an assignment, a property or a list. */
const valueFollows = /(?:[:(,[?|&!<{]|\b(?:return|import|export|default|const|let|var|use|type|in|of))$/;
const assigns = /(?:^|[^=!<>])=(?![=>])/;

/** A call with a name and a function whose body is an expression, such as `it('adds', () => add());`. */
const expressionCallback =
  /^([\w$.]+\((["'`])(?:(?!\2).){1,200}\2,\s{0,9}(?:async\s{1,9})?(?:\([^()]*\)|[\w$]+)\s{0,9}=>)\s{0,9}[^{\s].*\)[;,]?$/;

/**
 * Returns the header of code on one line whose body is on the same line, up to the bracket: `size() {` for
 * `size() { return 1; }`. Returns undefined if the line does not end with a body. A value in brackets is none, but the
 * expression of a callback is one.
 */
export function headerOfInlineBody(line: string, { id, blocks }: Language): string | undefined {
  const callback = id === 'javascript' ? expressionCallback.exec(line.slice(0, maxLength))?.[1] : undefined;
  if (callback !== undefined) return `${callback} {`;
  const end = line.lastIndexOf('}');
  if (blocks !== 'brackets' || id === 'json' || line.length > maxLength || !/^\}[\s;,)]*$/.test(line.slice(end)))
    return undefined;
  const start = openingBrace(line, end);
  const before = line.slice(0, start).trimEnd();
  if (start < 1 || before === '') return undefined;
  const isBody = id === 'css' ? !before.endsWith(':') : mayPrecedeBody(before, id);
  return isBody ? `${before} {` : undefined;
}

/** Returns the position of the bracket that the one at `end` closes; -1 if there is none. */
function openingBrace(line: string, end: number): number {
  let depth = 0;
  for (let position = end; position >= 0; position -= 1) {
    if (line[position] === '}') depth += 1;
    else if (line[position] === '{') depth -= 1;
    if (depth === 0) return position;
  }
  return -1;
}

function mayPrecedeBody(before: string, id: string): boolean {
  if (before.endsWith('=>')) return true;
  // Default values of parameters are not assignments.
  const outside = before.replaceAll(/\([^()]*\)/g, '()').replaceAll(/\([^()]*\)/g, '()');
  if (valueFollows.test(outside) || outside.includes('(') !== outside.includes(')')) return false;
  if (assigns.test(outside)) return id === 'javascript' && /=\s*(?:async\s+)?(?:function|class)\b/.test(outside);
  // In Java and Kotlin, a block after a call without a type is an argument.
  return (id !== 'java' && id !== 'c') || /^\S.*\s\S/.test(outside);
}

/** Returns the text in the last brackets of code that ends with a body in curly brackets without others in it. */
export function bracedBody(text: string): string | undefined {
  return /\{\s{0,40}([^{}]{0,400}?)\s{0,40}\}[;,)]{0,9}\s{0,40}$/.exec(text)?.[1];
}

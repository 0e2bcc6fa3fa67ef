import type { ScannedCode } from './scanCode.ts';

/** A line of the preprocessor that starts, divides or ends lines which depend on a condition. */
export interface ConditionLine {
  readonly line: number;
  readonly role: 'if' | 'else' | 'end';
}

const [native, other] = [/^\s*#\s*(if|el|endif\b)/, /^\s*#(if\b|el(?:se|if|seif)\b|endif\b)/];
const conditions: Readonly<Record<string, RegExp>> = { c: native, java: other };

/** Returns the lines with conditions of the preprocessor; none for languages without one. */
export function conditionLinesOf({ language, code, startsInText }: ScannedCode): readonly ConditionLine[] {
  const pattern = conditions[language.id];
  if (pattern === undefined) return [];
  return code.flatMap((text, line) => {
    const word = startsInText[line] === true ? undefined : pattern.exec(text.slice(0, 400))?.[1];
    if (word === undefined) return [];
    return [{ line, role: word === 'endif' ? 'end' : word.startsWith('if') ? 'if' : 'else' }];
  });
}

/** Returns the lines that a condition is around, apart from that of an include guard. */
export function conditionalLines(scan: ScannedCode): ReadonlySet<number> {
  const lines = new Set<number>();
  const areGuards: boolean[] = [];
  let count = 0;
  let next = 0;
  const addUpTo = (line: number) => {
    if (count > 0) for (let each = next; each <= line; each += 1) lines.add(each);
    next = line + 1;
  };
  for (const { line, role } of conditionLinesOf(scan)) {
    addUpTo(line);
    if (role === 'if') {
      const isGuard = isIncludeGuard(scan.code, line);
      areGuards.push(isGuard);
      if (!isGuard) count += 1;
    } else if (role === 'end' && areGuards.pop() === false) count -= 1;
  }
  addUpTo(scan.lines.length - 1);
  return lines;
}

/** Returns true if the next line defines the name without which the lines up to `#endif` are left out. */
function isIncludeGuard(code: readonly string[], line: number): boolean {
  const name = /^\s*#\s*if(?:ndef\s+|\s+!\s*defined\s*\(?\s*)(\w+)/.exec((code[line] ?? '').slice(0, 400))?.[1];
  const next = code.slice(line + 1, line + 4).find((text) => text.trim() !== '') ?? '';
  return name !== undefined && /^\s*#\s*define\s+(\w+)/.exec(next.slice(0, 400))?.[1] === name;
}

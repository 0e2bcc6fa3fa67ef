import type { Language } from './languages.ts';
import { indentOf, isBlank } from './textMatch.ts';

/** A function, method, class or similar. Lines [start, end) of a file, counted from 0. */
export interface Declaration {
  readonly name: string;
  /** True if the declaration can have members. */
  readonly isContainer: boolean;
  /** The first line of the header: neither a comment nor a decorator above it. */
  readonly start: number;
  /** The first line after the header. */
  readonly bodyStart: number;
  readonly end: number;
  /** The first line of the comments, decorators and attributes directly above the header, or `start`. */
  readonly docStart: number;
}

interface HeaderPattern {
  readonly pattern: RegExp;
  readonly isContainer: boolean;
}

const scriptPatterns: readonly HeaderPattern[] = [
  {
    pattern:
      /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:declare\s+)?(?:class|interface|enum|namespace)\s+([\w$]+)/,
    isContainer: true,
  },
  { pattern: /^\s*(?:export\s+)?type\s+([\w$]+)[^=]*=\s*\{$/, isContainer: true },
  { pattern: /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*([\w$]+)/, isContainer: false },
  { pattern: /^\s*((?:[\w$]+\.)+[\w$]+)\s*=\s*(?:async\s+)?function\b/, isContainer: false },
  {
    pattern:
      /^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^;]*$|[\w$]+\s*=>)/,
    isContainer: false,
  },
  {
    pattern:
      /^\s+(?:(?:public|private|protected|static|async|override|get|set)\s+)*\*?\s*(#?[\w$]+)\s*(?:<[^()]*>)?\((?!.*(?:=>|function\b))[^;'"`]*$/,
    isContainer: false,
  },
];

const patterns: Readonly<Record<Language, readonly HeaderPattern[]>> = {
  JavaScript: scriptPatterns,
  TypeScript: scriptPatterns,
  Python: [
    { pattern: /^\s*class\s+(\w+)/, isContainer: true },
    { pattern: /^\s*(?:async\s+)?def\s+(\w+)/, isContainer: false },
  ],
  'C++': [
    {
      pattern: /^\s*(?:template\s*<.*>\s*)?(?:class|struct|namespace|enum(?:\s+class)?)\s+(\w+)[^;()]*$/,
      isContainer: true,
    },
    { pattern: /^\s*(?:[\w:<>,*&~]+\s+)*[*&]*((?:\w+::)*~?\w+)\s*\([^;]*$/, isContainer: false },
  ],
  Rust: [
    { pattern: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|trait|mod|union)\s+(\w+)/, isContainer: true },
    { pattern: /^\s*(?:unsafe\s+)?(impl\b[^{]*)/, isContainer: true },
    {
      pattern: /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:async|const|unsafe|extern\s+"C")\s+)*fn\s+(\w+)/,
      isContainer: false,
    },
  ],
  Go: [
    { pattern: /^type\s+(\w+)\s+(?:struct|interface)\b/, isContainer: true },
    { pattern: /^func\s+((?:\([^)]*\)\s*)?\w+)\s*[([]/, isContainer: false },
  ],
  Java: [
    {
      pattern: /^\s*(?:(?:public|private|protected|static|final|abstract)\s+)*(?:class|interface|enum)\s+(\w+)/,
      isContainer: true,
    },
    {
      pattern:
        /^\s*(?:(?:public|private|protected|static|final|abstract|synchronized)\s+)*(?:<[^>]*>\s*)?[\w<>[\],.?]+\s+(\w+)\s*\([^;]*$/,
      isContainer: false,
    },
  ],
};

const statementWords =
  /^(?:if|for|while|switch|catch|return|with|else|do|try|new|throw|delete|await|typeof|super|match|loop|elif|sizeof|defined)$/;

const maxHeaderLines = 12;

/**
 * Returns the declarations of a file in the order of their headers. Recognises only declarations that a formatter laid
 * out: the header has the indentation of the last line, and the lines between them are indented further.
 */
export function findDeclarations(lines: readonly string[], language: Language): readonly Declaration[] {
  return lines.flatMap((line, start) => {
    const header = matchHeader(line, language);
    if (header === undefined) return [];
    const extent = language === 'Python' ? pythonExtent(lines, start) : braceExtent(lines, start);
    return extent === undefined ? [] : [{ ...header, start, ...extent, docStart: docStart(lines, start) }];
  });
}

/** Returns the lines that look like the header of a declaration with this name. */
export function headersNamed(name: string, lines: readonly string[], language: Language): readonly number[] {
  return lines.flatMap((line, index) => (matchHeader(line, language)?.name === name ? [index] : []));
}

/** Returns the smallest container around the declaration. */
export function containerOf(
  inner: Pick<Declaration, 'start' | 'end'>,
  declarations: readonly Declaration[],
): Declaration | undefined {
  return declarations.findLast(
    ({ isContainer, start, end }) =>
      isContainer && start < inner.start && end >= inner.end && end - start > inner.end - inner.start,
  );
}

function matchHeader(line: string, language: Language): Pick<Declaration, 'name' | 'isContainer'> | undefined {
  if (!/[({:]|\b(?:class|struct|enum|impl|trait|mod|union|namespace)\b/.test(line)) return undefined;
  for (const { pattern, isContainer } of patterns[language]) {
    const name = pattern.exec(line)?.[1]?.trim();
    if (name !== undefined && !statementWords.test(name) && !/^\s*(?:return|else|throw|await|new)\b/.test(line))
      return { name, isContainer };
  }
  return undefined;
}

type Extent = Pick<Declaration, 'bodyStart' | 'end'>;

function braceExtent(lines: readonly string[], start: number): Extent | undefined {
  const indent = indentOf(lines[start]!);
  const opening = lines.slice(start, start + maxHeaderLines).findIndex((line) => /[{;]\s*(?:\/\/.*)?$/.test(line));
  if (opening < 0 || !/\{\s*(?:\/\/.*)?$/.test(lines[start + opening]!)) return undefined;
  // A call with an object or a list.
  if (/[([,]\s*\{\s*$/.test(lines[start + opening]!)) return undefined;
  const bodyStart = start + opening + 1;
  for (let index = bodyStart; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (isBlank(line) || line.startsWith('#')) continue;
    if (line.startsWith(indent) && /^[ \t]/.test(line.slice(indent.length))) continue;
    return /^[ \t]*\}[;,)]*$/.test(line) && indentOf(line) === indent ? { bodyStart, end: index + 1 } : undefined;
  }
  return undefined;
}

function pythonExtent(lines: readonly string[], start: number): Extent | undefined {
  const indent = indentOf(lines[start]!);
  const opening = lines.slice(start, start + maxHeaderLines).findIndex((_, index) => {
    const header = lines.slice(start, start + index + 1).join('\n');
    return header.split(/[([{]/).length === header.split(/[)\]}]/).length;
  });
  // The body of `class Cart: ...` is in the line of the header.
  if (opening < 0 || !/:\s*(?:#.*)?$/.test(lines[start + opening]!)) return undefined;
  const bodyStart = start + opening + 1;
  let end = bodyStart;
  for (let index = bodyStart; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (isBlank(line)) continue;
    if (!line.startsWith(indent) || !/^[ \t]/.test(line.slice(indent.length))) break;
    end = index + 1;
  }
  return end === bodyStart ? undefined : { bodyStart, end };
}

function docStart(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start]!);
  let first = start;
  while (first > 0) {
    const line = lines[first - 1]!;
    const isDoc = /^\s*(?:\/\/|\/\*|\*|#(?!include|if|endif|else|define|pragma|undef|elif)|@)/.test(line);
    if (!isDoc || !line.startsWith(indent)) break;
    first -= 1;
  }
  return first;
}

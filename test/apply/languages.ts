import { extname } from 'node:path';

export const languages = ['JavaScript', 'TypeScript', 'Python', 'C++', 'Rust', 'Go', 'Java'] as const;

/** A language that the corpus counts. C counts as C++. */
export type Language = (typeof languages)[number];

const extensions: Readonly<Record<string, Language>> = {
  '.js': 'JavaScript',
  '.cjs': 'JavaScript',
  '.mjs': 'JavaScript',
  '.ts': 'TypeScript',
  '.mts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.py': 'Python',
  '.pyi': 'Python',
  '.c': 'C++',
  '.cc': 'C++',
  '.cpp': 'C++',
  '.h': 'C++',
  '.hpp': 'C++',
  '.rs': 'Rust',
  '.go': 'Go',
  '.java': 'Java',
};

/** Folders and files with minified, generated or vendored code. */
const ignored =
  /^v[34][\w-]*\/.*js$|(?:^|\/)(?:dist(?!\/typeshed-fallback\/stdlib)|build|umd|esm|cjs|browser|node_modules|vendor|deps|third_party|protos?|generated|lib\/(?:commonjs|module)|target|releases|docs?)\/|\.min\.|\.d\.[cm]?ts$|\.pb\.|bundle|(?:^|\/)(?:lexer|parser)\.c$/;

/** Returns the language of a file. Returns undefined if the corpus does not use the file. */
export function languageOf(path: string): Language | undefined {
  return ignored.test(path) ? undefined : extensions[extname(path)];
}

/** The info string of a fence in Markdown. */
export const fenceNames: Readonly<Record<Language, readonly string[]>> = {
  JavaScript: ['js', 'javascript'],
  TypeScript: ['ts', 'typescript'],
  Python: ['python', 'py'],
  'C++': ['cpp', 'c++'],
  Rust: ['rust'],
  Go: ['go'],
  Java: ['java'],
};

export function isPython(language: Language): boolean {
  return language === 'Python';
}

/** Returns the start of a line comment. */
export function lineComment(language: Language): string {
  return isPython(language) ? '#' : '//';
}

/** Returns true if strings in single and in double quotes mean the same. */
export function hasTwoQuoteStyles(language: Language): boolean {
  return language === 'JavaScript' || language === 'TypeScript' || language === 'Python';
}

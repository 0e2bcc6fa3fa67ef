import type { LanguageRegistration } from '@shikijs/primitive';

type LoadGrammar = () => Promise<{ readonly default: LanguageRegistration[] }>;

/** The bundled grammars. Each grammar is a separate file that is loaded on first use. */
const grammars = {
  bat: async () => import('@shikijs/langs/bat'),
  c: async () => import('@shikijs/langs/c'),
  cpp: async () => import('@shikijs/langs/cpp'),
  csharp: async () => import('@shikijs/langs/csharp'),
  css: async () => import('@shikijs/langs/css'),
  dart: async () => import('@shikijs/langs/dart'),
  diff: async () => import('@shikijs/langs/diff'),
  docker: async () => import('@shikijs/langs/docker'),
  go: async () => import('@shikijs/langs/go'),
  graphql: async () => import('@shikijs/langs/graphql'),
  html: async () => import('@shikijs/langs/html'),
  ini: async () => import('@shikijs/langs/ini'),
  java: async () => import('@shikijs/langs/java'),
  javascript: async () => import('@shikijs/langs/javascript'),
  json: async () => import('@shikijs/langs/json'),
  jsonc: async () => import('@shikijs/langs/jsonc'),
  kotlin: async () => import('@shikijs/langs/kotlin'),
  lua: async () => import('@shikijs/langs/lua'),
  make: async () => import('@shikijs/langs/make'),
  markdown: async () => import('@shikijs/langs/markdown'),
  php: async () => import('@shikijs/langs/php'),
  powershell: async () => import('@shikijs/langs/powershell'),
  python: async () => import('@shikijs/langs/python'),
  r: async () => import('@shikijs/langs/r'),
  ruby: async () => import('@shikijs/langs/ruby'),
  rust: async () => import('@shikijs/langs/rust'),
  scala: async () => import('@shikijs/langs/scala'),
  scss: async () => import('@shikijs/langs/scss'),
  shellscript: async () => import('@shikijs/langs/shellscript'),
  sql: async () => import('@shikijs/langs/sql'),
  swift: async () => import('@shikijs/langs/swift'),
  toml: async () => import('@shikijs/langs/toml'),
  tsx: async () => import('@shikijs/langs/tsx'),
  typescript: async () => import('@shikijs/langs/typescript'),
  vue: async () => import('@shikijs/langs/vue'),
  xml: async () => import('@shikijs/langs/xml'),
  yaml: async () => import('@shikijs/langs/yaml'),
} satisfies Record<string, LoadGrammar>;

export type GrammarName = keyof typeof grammars;

export async function loadGrammar(name: GrammarName): Promise<LanguageRegistration[]> {
  return (await grammars[name]()).default;
}

const aliases: ReadonlyMap<string, GrammarName> = new Map<string, GrammarName>([
  ['batch', 'bat'],
  ['cmd', 'bat'],
  ['h', 'c'],
  ['c++', 'cpp'],
  ['cc', 'cpp'],
  ['hpp', 'cpp'],
  ['cxx', 'cpp'],
  ['c#', 'csharp'],
  ['cs', 'csharp'],
  ['patch', 'diff'],
  ['dockerfile', 'docker'],
  ['golang', 'go'],
  ['gql', 'graphql'],
  ['htm', 'html'],
  ['svg', 'xml'],
  ['properties', 'ini'],
  ['cfg', 'ini'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['node', 'javascript'],
  ['jsx', 'tsx'],
  ['javascriptreact', 'tsx'],
  ['typescriptreact', 'tsx'],
  ['json5', 'jsonc'],
  ['jsonl', 'json'],
  ['kt', 'kotlin'],
  ['kts', 'kotlin'],
  ['makefile', 'make'],
  ['mk', 'make'],
  ['md', 'markdown'],
  ['ps1', 'powershell'],
  ['ps', 'powershell'],
  ['pwsh', 'powershell'],
  ['py', 'python'],
  ['python3', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sass', 'scss'],
  ['less', 'scss'],
  ['sh', 'shellscript'],
  ['bash', 'shellscript'],
  ['shell', 'shellscript'],
  ['zsh', 'shellscript'],
  ['console', 'shellscript'],
  ['postgres', 'sql'],
  ['mysql', 'sql'],
  ['sqlite', 'sql'],
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['yml', 'yaml'],
]);

/**
 * Returns the name of the grammar for a VS Code language id or for the language that a code fence names, ignoring case.
 * Returns undefined if there is no such grammar.
 */
export function grammarFor(language: string): GrammarName | undefined {
  const name = language.toLowerCase();
  return isGrammarName(name) ? name : aliases.get(name);
}

function isGrammarName(name: string): name is GrammarName {
  return Object.hasOwn(grammars, name);
}

import type { LanguageRegistration } from '@shikijs/primitive';

type LoadGrammar = () => Promise<LanguageRegistration[]>;

/** The bundled grammars. Each grammar is a separate file that is loaded on first use. */
const grammars = {
  bat: async () => (await import('@shikijs/langs/bat')).default,
  c: async () => (await import('@shikijs/langs/c')).default,
  cpp: async () => (await import('@shikijs/langs/cpp')).default,
  csharp: async () => (await import('@shikijs/langs/csharp')).default,
  css: async () => (await import('@shikijs/langs/css')).default,
  dart: async () => (await import('@shikijs/langs/dart')).default,
  diff: async () => (await import('@shikijs/langs/diff')).default,
  docker: async () => (await import('@shikijs/langs/docker')).default,
  go: async () => (await import('@shikijs/langs/go')).default,
  graphql: async () => (await import('@shikijs/langs/graphql')).default,
  html: async () => (await import('@shikijs/langs/html')).default,
  ini: async () => (await import('@shikijs/langs/ini')).default,
  java: async () => (await import('@shikijs/langs/java')).default,
  javascript: async () => (await import('@shikijs/langs/javascript')).default,
  json: async () => (await import('@shikijs/langs/json')).default,
  jsonc: async () => (await import('@shikijs/langs/jsonc')).default,
  kotlin: async () => (await import('@shikijs/langs/kotlin')).default,
  lua: async () => (await import('@shikijs/langs/lua')).default,
  make: async () => (await import('@shikijs/langs/make')).default,
  markdown: async () => (await import('@shikijs/langs/markdown')).default,
  php: async () => (await import('@shikijs/langs/php')).default,
  powershell: async () => (await import('@shikijs/langs/powershell')).default,
  python: async () => (await import('@shikijs/langs/python')).default,
  r: async () => (await import('@shikijs/langs/r')).default,
  ruby: async () => (await import('@shikijs/langs/ruby')).default,
  rust: async () => (await import('@shikijs/langs/rust')).default,
  scala: async () => (await import('@shikijs/langs/scala')).default,
  scss: async () => (await import('@shikijs/langs/scss')).default,
  shellscript: async () => (await import('@shikijs/langs/shellscript')).default,
  sql: async () => (await import('@shikijs/langs/sql')).default,
  swift: async () => (await import('@shikijs/langs/swift')).default,
  toml: async () => (await import('@shikijs/langs/toml')).default,
  tsx: async () => (await import('@shikijs/langs/tsx')).default,
  typescript: async () => (await import('@shikijs/langs/typescript')).default,
  vue: async () => (await import('@shikijs/langs/vue')).default,
  xml: async () => (await import('@shikijs/langs/xml')).default,
  yaml: async () => (await import('@shikijs/langs/yaml')).default,
} satisfies Record<string, LoadGrammar>;

export type GrammarName = keyof typeof grammars;

export async function loadGrammar(name: GrammarName): ReturnType<LoadGrammar> {
  return grammars[name]();
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

const names = new Map(Object.entries({
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  python: 'Python',
  rust: 'Rust',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
  cpp: 'C++',
  c: 'C',
  ruby: 'Ruby',
  php: 'PHP',
  shellscript: 'shell',
  sql: 'SQL',
  json: 'JSON',
  jsonc: 'JSON',
  yaml: 'YAML',
  html: 'HTML',
  css: 'CSS',
  kotlin: 'Kotlin',
  swift: 'Swift',
  markdown: 'Markdown',
  plaintext: 'text',
}));

/** How a language of a code fence is called in a sentence. */
export function languageName(fenceLanguage: string): string {
  if (fenceLanguage === '') return 'code';
  const id = languageId(fenceLanguage);
  return names.get(id) ?? fenceLanguage;
}

const aliases = new Map(Object.entries({
  ts: 'typescript',
  tsx: 'typescript',
  typescriptreact: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  javascriptreact: 'javascript',
  py: 'python',
  rs: 'rust',
  cs: 'csharp',
  'c++': 'cpp',
  rb: 'ruby',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  yml: 'yaml',
  md: 'markdown',
}));

/** One id for the different names of a language, such as `typescript` for `ts` and `tsx`. */
export function languageId(fenceLanguage: string): string {
  return aliases.get(fenceLanguage) ?? fenceLanguage;
}

const mentions: Readonly<Record<string, RegExp>> = {
  typescript: /\btypescript\b/i,
  javascript: /\b(?:javascript|node(?:\.?js)?)\b/i,
  python: /\bpython\b/i,
  rust: /\brust\b/i,
  go: /\b(?:golang|in go)\b/i,
};

/** The id of the language that a sentence mentions, if any. */
export function mentionedLanguage(sentence: string): string | undefined {
  return Object.entries(mentions).find(([, pattern]) => pattern.test(sentence))?.[0];
}

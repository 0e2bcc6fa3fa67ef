import { strict as assert } from 'node:assert';
import { grammarFor, loadGrammar } from '../../../../src/webview/highlight/languages.ts';

/** The names that models and VS Code use for a language, by grammar. */
const names = {
  bat: ['bat', 'batch', 'cmd'],
  c: ['c', 'h'],
  cpp: ['cpp', 'c++', 'cc', 'hpp', 'cxx'],
  csharp: ['csharp', 'c#', 'cs'],
  diff: ['diff', 'patch'],
  docker: ['docker', 'dockerfile', 'Dockerfile'],
  go: ['go', 'golang'],
  graphql: ['graphql', 'gql'],
  html: ['html', 'htm', 'HTML'],
  ini: ['ini', 'properties', 'cfg'],
  javascript: ['javascript', 'js', 'mjs', 'cjs', 'node'],
  json: ['json', 'jsonl'],
  jsonc: ['jsonc', 'json5'],
  kotlin: ['kotlin', 'kt', 'kts'],
  make: ['make', 'makefile', 'mk'],
  markdown: ['markdown', 'md'],
  powershell: ['powershell', 'ps1', 'ps', 'pwsh'],
  python: ['python', 'py', 'python3'],
  ruby: ['ruby', 'rb'],
  rust: ['rust', 'rs'],
  scss: ['scss', 'sass', 'less'],
  shellscript: ['shellscript', 'sh', 'bash', 'shell', 'zsh', 'console'],
  sql: ['sql', 'postgres', 'mysql', 'sqlite'],
  tsx: ['tsx', 'jsx', 'javascriptreact', 'typescriptreact'],
  typescript: ['typescript', 'ts', 'mts', 'cts'],
  xml: ['xml', 'svg'],
  yaml: ['yaml', 'yml'],
};

describe('grammarFor', () => {
  for (const [grammar, languages] of Object.entries(names)) {
    it(`returns the loadable grammar ${grammar} for ${languages.join(', ')}`, async () => {
      const found = languages.map(grammarFor);
      assert.deepEqual(
        found,
        languages.map(() => grammar),
      );
      assert.ok((await loadGrammar(found[0]!)).length > 0);
    });
  }

  it('returns undefined for an unknown language, and for the name of a property that every object inherits', () => {
    for (const language of ['', 'text', 'klingon', 'constructor', '__proto__'])
      assert.equal(grammarFor(language), undefined, language);
  });
});

import assert from 'node:assert/strict';
import { contributedLanguages, languageIdOf } from '../../../../src/vscode/code/languageIdOf.ts';

const languages = contributedLanguages({
  contributes: {
    languages: [
      { id: 'typescript', aliases: ['TypeScript', 'ts'], extensions: ['.ts', '.cts'] },
      { id: 'dockerfile', aliases: ['Docker'] },
      { id: 'makefile', filenames: ['GNUmakefile'] },
      { id: 'shellscript', extensions: ['.sh', '.zsh'], aliases: ['Shell Script', 'bash'] },
      { id: 'cpp', aliases: ['C++', 1], extensions: 'cpp' },
      { id: 'gone', extensions: ['.gone'] },
      { id: 7 },
      null,
    ],
  },
});
const ids = [
  'plaintext',
  'typescript',
  'dockerfile',
  'makefile',
  'shellscript',
  'cpp',
  'typescriptreact',
  'go',
  'python',
  'javascript',
];

describe('contributedLanguages', () => {
  it('returns no languages for an extension without languages', () => {
    for (const packageJson of [null, {}, { contributes: null }, { contributes: { languages: {} } }])
      assert.deepEqual(contributedLanguages(packageJson), []);
  });
});

describe('languageIdOf', () => {
  it('finds languages by id, alias, file extension, file name or another name that models use, ignoring case', () => {
    const names = {
      TypeScript: 'typescript',
      cts: 'typescript',
      typescriptreact: 'typescriptreact',
      Dockerfile: 'dockerfile',
      gnumakefile: 'makefile',
      bash: 'shellscript',
      console: 'shellscript',
      shell: 'shellscript',
      golang: 'go',
      node: 'javascript',
      python3: 'python',
      'c++': 'cpp',
    };
    for (const [name, id] of Object.entries(names)) assert.equal(languageIdOf(name, ids, languages), id);
  });

  it('returns plaintext for unknown names, and for names of unavailable languages', () => {
    for (const name of ['', 'klingon', 'gone', 'constructor', '__proto__', '.ts'])
      assert.equal(languageIdOf(name, ids, languages), 'plaintext', name);
  });
});

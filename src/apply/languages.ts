/** How the blocks of a language are marked. `lines` means that only the indentation is known. */
export type BlockStyle = 'brackets' | 'indentation' | 'lines';

/** The marks with which the code of a language is divided into comments, strings and declarations. */
export interface Language {
  readonly id: string;
  readonly blocks: BlockStyle;
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [start: string, end: string])[];
  /** Quotes of strings that end at the end of the line. */
  readonly quotes: string;
  /** The quotes of strings that may contain line breaks. */
  readonly longQuotes: readonly string[];
  /** The language has regular expressions between slashes. */
  readonly hasRegExps: boolean;
  /** The language has functions of the same name with other types of parameters. */
  readonly hasOverloads?: boolean;
  /** The extensions of files, and the names in info strings. */
  readonly names: readonly string[];
}

const slashes = { lineComments: ['//'], blockComments: [['/*', '*/']], hasRegExps: false } as const;
const dashes = { lineComments: ['--'], blockComments: [['/*', '*/']], hasRegExps: false } as const;
const hashes = { lineComments: ['#'], blockComments: [], hasRegExps: false } as const;

const c = { ...slashes, id: 'c', blocks: 'brackets', quotes: `"'`, longQuotes: [] } as const;
const java = { ...slashes, id: 'java', blocks: 'brackets', quotes: `"'`, longQuotes: ['"""'] } as const;

const languages: readonly Language[] = [
  {
    ...slashes,
    id: 'javascript',
    blocks: 'brackets',
    quotes: `"'`,
    longQuotes: ['`'],
    hasRegExps: true,
    names: words('ts tsx js jsx mjs cjs mts cts javascript typescript javascriptreact typescriptreact node'),
  },
  {
    ...slashes,
    id: 'go',
    blocks: 'brackets',
    quotes: `"'`,
    longQuotes: ['`'],
    names: words('go golang'),
  },
  {
    ...slashes,
    id: 'rust',
    blocks: 'brackets',
    quotes: '',
    longQuotes: ['"'],
    names: words('rs rust'),
  },
  {
    ...c,
    hasOverloads: true,
    names: words('h cc cpp cxx c++ hh hpp hxx ino mm'),
  },
  {
    ...c,
    names: words('c m objc objective-c'),
  },
  {
    ...java,
    hasOverloads: true,
    names: words('java kt kts kotlin cs csharp c# scala groovy gradle swift'),
  },
  {
    ...java,
    names: words('dart php'),
  },
  {
    ...slashes,
    lineComments: [],
    id: 'css',
    blocks: 'brackets',
    quotes: `"'`,
    longQuotes: [],
    names: words('css scss less'),
  },
  {
    ...slashes,
    id: 'json',
    blocks: 'brackets',
    quotes: '"',
    longQuotes: [],
    names: words('json jsonc json5'),
  },
  {
    ...hashes,
    id: 'python',
    blocks: 'indentation',
    quotes: `"'`,
    longQuotes: ['"""', "'''"],
    names: words('py pyi python python3 py3 gyp gypi'),
  },
  {
    ...hashes,
    id: 'ruby',
    blocks: 'lines',
    quotes: `"'`,
    longQuotes: [],
    names: words('rb ruby rake gemspec'),
  },
  {
    ...hashes,
    id: 'shell',
    blocks: 'lines',
    quotes: '',
    longQuotes: [`"`, `'`],
    names: words('sh bash zsh fish ksh shell shellscript'),
  },
  {
    ...hashes,
    id: 'powershell',
    blocks: 'brackets',
    quotes: `"'`,
    longQuotes: [],
    names: words('ps1 powershell pwsh psm1'),
  },
  {
    ...hashes,
    id: 'yaml',
    blocks: 'lines',
    quotes: '',
    longQuotes: [],
    names: words('yml yaml'),
  },
  {
    ...hashes,
    id: 'toml',
    blocks: 'lines',
    quotes: '',
    longQuotes: [],
    names: words('toml ini cfg conf properties env editorconfig gitignore dockerfile docker makefile mk make'),
  },
  {
    id: 'markup',
    blocks: 'lines',
    lineComments: [],
    blockComments: [['<!--', '-->']],
    quotes: '',
    longQuotes: [],
    hasRegExps: false,
    names: words('html htm xml svg vue svelte xhtml'),
  },
  {
    id: 'markdown',
    blocks: 'lines',
    lineComments: [],
    blockComments: [['<!--', '-->']],
    quotes: '',
    longQuotes: [],
    hasRegExps: false,
    names: words('md markdown mdx rst'),
  },
  {
    ...dashes,
    id: 'sql',
    blocks: 'lines',
    quotes: `'`,
    longQuotes: [],
    names: words('sql'),
  },
  {
    ...dashes,
    id: 'dashes',
    blocks: 'lines',
    quotes: `'`,
    longQuotes: [],
    names: words('lua hs haskell elm ada'),
  },
];

/** A language of which nothing is known. Lines that start with any usual sign of a comment may be comments. */
const unknownLanguage: Language = {
  id: 'unknown',
  blocks: 'lines',
  lineComments: [],
  blockComments: [],
  quotes: '',
  longQuotes: [],
  hasRegExps: false,
  names: [],
};

/** Files that contain code of other languages. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  markup: ['javascript', 'css', 'json', 'markup'],
  markdown: ['markup', 'yaml', 'json', 'javascript', 'shell'],
};

/** Returns the language of an extension or of a name in an info string. */
export function languageNamed(name: string): Language | undefined {
  const lower = name.toLowerCase();
  return languages.find(({ names }) => names.includes(lower));
}

/** Returns the language of a file by its extension or name. */
export function languageOfPath(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('.env.')) return languageNamed('env') ?? unknownLanguage;
  return languageNamed(name.slice(name.lastIndexOf('.') + 1)) ?? unknownLanguage;
}

/** Returns true if a block of the language `block` may be a part of a file of the language `file`. */
export function canContain(file: Language, block: Language): boolean {
  return file.id === block.id || file.id === 'unknown' || (hosts[file.id]?.includes(block.id) ?? false);
}

function words(text: string): readonly string[] {
  return text.split(' ');
}

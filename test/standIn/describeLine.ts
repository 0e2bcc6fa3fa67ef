const modifiers = String.raw`(?:(?:export|default|public|private|protected|static|final|pub|async|override|abstract|readonly) )*`;

/** The first pattern that fits says what the line does; they are tried in this order. */
const patterns: readonly (readonly [RegExp, Describe])[] = [
  [/^(?:import|use|using|from|require|#include|package)\b\s*(.+?);?$/, (what = '') => `Brings in ${inlineCode(what)}`],
  [
    new RegExp(String.raw`^${modifiers}(?:function\*?|def|fn|func|fun|sub)\s+(?:\([^)]*\)\s*)?([\w$?!]+)\s*(?:<[^>]*>)?\s*\(([^)]*)\)?`),
    describeFunction,
  ],
  [
    new RegExp(String.raw`^${modifiers}(?:const|let|var|val)\s+([\w$]+)[^=]*=\s*(?:async\s*)?\(?([^()=]*)\)?[^=]*=>`),
    describeFunction,
  ],
  [
    new RegExp(String.raw`^${modifiers}(?:class|interface|struct|enum|trait|impl|type|module|namespace|record)\s+([\w$]+)`),
    (name = '') => `Declares ${inlineCode(name)}`,
  ],
  [/^(?:\}\s*)?(?:else if|elif|elsif)\s*\(?(.+?)\)?\s*(?:\{|:|then)?$/i, (test = '') => `Otherwise, when ${inlineCode(test)}`],
  [/^if\s*\((.+)\)\s*(?:return|throw|continue|break)\b.*$/, (test = '') => `Leaves early when ${inlineCode(test)}`],
  [/^if\s*\((.+)\)\s*\{?$/, (test = '') => `Only when ${inlineCode(test)}`],
  [/^if\s+([^{]+?)\s*(?:\{.*|:|then)?$/, (test = '') => `Only when ${inlineCode(test)}`],
  [/^(?:\}\s*)?else\b/, () => 'In every other case'],
  [/^for\s*(?:await\s*)?\(?\s*(?:const|let|var|auto)?\s*(.+?)\s+(?:of|in)\s+(.+?)\)?\s*(?:\{|:|do)?$/, (item = '', list = '') => `Takes each ${inlineCode(item)} of ${inlineCode(list)} in turn`],
  [/^(?:for|while|loop|foreach|until)\b\s*\(?(.*?)\)?\s*(?:\{|:|do)?$/, (what = '') => (what === '' ? 'Repeats' : `Repeats for ${inlineCode(what)}`)],
  [/^return\b\s*(.*?);?$/, (what = '') => (what === '' ? 'Returns' : `Returns ${inlineCode(what)}`)],
  [/^(?:throw|raise|panic!?)\b\s*(.*?);?$/, (what = '') => `Fails with ${inlineCode(what)}`],
  [/^(?:\}\s*)?(?:try)\b/, () => 'Tries what follows'],
  [/^(?:\}\s*)?(?:catch|except|rescue)\b/, () => 'Deals with what went wrong'],
  [/^(?:\}\s*)?finally\b/, () => 'Tidies up either way'],
  [/^(?:switch|match)\b\s*\(?(.*?)\)?\s*[{:]?$/, (what = '') => `Decides by ${inlineCode(what)}`],
  [/^case\b\s*(.*?):?$/, (what = '') => `In the case ${inlineCode(what)}`],
  [/^(?:SELECT)\s+(.+?),?$/i, (what = '') => `Reads ${inlineCode(what)}`],
  [/^(?:FROM|(?:LEFT |RIGHT |INNER )?JOIN)\s+(.+?)$/i, (what = '') => `Takes the rows of ${inlineCode(what)}`],
  [/^(?:WHERE|HAVING|AND)\s+(.+?);?$/i, (what = '') => `Keeps the rows where ${inlineCode(what)}`],
  [/^(?:GROUP|ORDER) BY\s+(.+?);?$/i, (what = '') => `Arranges them by ${inlineCode(what)}`],
  [/^(?:const|let|var|val|auto|final|my)\s+(?:mut\s+)?([\w$]+)[^=]*=\s*(.+?);?$/, (name = '', value = '') => `Sets ${inlineCode(name)} to ${inlineCode(value)}`],
  [/^([\w$.[\]]+)\s*:?=\s*(?!=)(.+?);?$/, (name = '', value = '') => `Sets ${inlineCode(name)} to ${inlineCode(value)}`],
  [/^([\w$.[\]]+)\s*([-+*/%&|^]|\*\*|\?\?|\|\||&&)=\s*(.+?);?$/, (name = '', _sign, value = '') => `Updates ${inlineCode(name)} with ${inlineCode(value)}`],
  [/^([\w$.[\]]+)(?:\+\+|--);?$/, (name = '') => `Counts ${inlineCode(name)}`],
  [/^(?:await\s+)([\w$.]+)\s*\(/, (name = '') => `Waits for ${inlineCode(name)}`],
  [/^([\w$.:!]+)\s*\(.*\)?;?$/, (name = '') => `Calls ${inlineCode(name)}`],
];

/** What one line of code does, in a few words of markdown, or undefined when that is not worth a row. */
export function describeLine(line: string): string | undefined {
  const text = line.trim().replace(/\s*(\/\/|--|#(?!include|\[)) .*$/, '');
  if (text.length < 3 || text.length > 400 || /^(\/\/|\/\*|\*|#(?!include)|--|"""|<!--)/.test(text)) return undefined;
  for (const [pattern, describe] of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return describe(...match.slice(1).map((part) => part.trim()));
  }
  return undefined;
}

/** Code inside a sentence or a table cell, shortened to fit. */
export function inlineCode(code: string): string {
  const text = code.trim().replace(/\s+/g, ' ');
  const short = text.length > 48 ? `${text.slice(0, 47)}…` : text;
  const mark = short.includes('`') ? '``' : '`';
  const pad = short.startsWith('`') || short.endsWith('`') ? ' ' : '';
  return `${mark}${pad}${short.replaceAll('|', '\\|')}${pad}${mark}`;
}

type Describe = (...parts: string[]) => string | undefined;

function describeFunction(name = '', parameters = ''): string {
  const names = parameterNames(parameters).map(inlineCode);
  if (names.length === 0) return `Defines ${inlineCode(name)}`;
  const list = names.length === 1 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return `Defines ${inlineCode(name)}, which takes ${list}`;
}

/** The names in a parameter list of any of the usual languages. */
export function parameterNames(parameters: string): string[] {
  return parameters
    .split(/,(?![^<([{]*[>)\]}])/)
    .map((part) => /^[*&.\s]*(?:mut |const |final )?([\w$]+)/.exec(part.trim())?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'self' && name !== 'this');
}

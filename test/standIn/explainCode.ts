import { describeLine, inlineCode, parameterNames } from './describeLine.ts';
import { languageName } from './languages.ts';
import { quote } from './quote.ts';
import type { Fence } from './readQuestion.ts';
import { tryOut } from './tryOut.ts';

const maximumRows = 12;

/** Explains a piece of code by looking at its lines: what it is, line by line, remarks, how to try it. */
export function explainCode(fence: Fence): string {
  const { language, code, place } = fence;
  const lines = code.split('\n');
  const name = nameOf(code);
  const subject = name === undefined ? 'this code' : inlineCode(name);
  const rows = lines
    .map((line, index) => ({ number: (place?.startLine ?? 1) + index, text: describeLine(line) }))
    .filter((row) => row.text !== undefined);
  const table = rows.slice(0, maximumRows).map((row) => `| ${row.number} | ${row.text ?? ''} |`);
  const trial = tryOut(fence, name);
  return [
    `## What ${subject} does`,
    `${opening(fence, lines, name)} Here it is again:`,
    quote(fence),
    ...(table.length > 0 ? ['Line by line:', ['| Line | What happens |', '|---:|---|', ...table].join('\n')] : []),
    ...(rows.length > maximumRows ? [`The other ${rows.length - maximumRows} go on in the same way.`] : []),
    '### Worth a second look',
    remarksOn(fence).map((remark) => `- ${remark}`).join('\n'),
    ...(trial === undefined ? [] : ['### Try it', `A call shows most of it, in ${languageName(language)}:`, trial]),
  ].join('\n\n');
}

/** The line of the code that has most words in common with a question. */
export function closestLine(code: string, question: string): string | undefined {
  const asked = new Set(question.toLowerCase().match(/[a-z_$][\w$]{2,}/g));
  let best: { line: string; score: number } | undefined;
  for (const line of code.split('\n')) {
    const words = new Set(line.toLowerCase().match(/[a-z_$][\w$]{2,}/g));
    const score = [...words].filter((word) => asked.has(word)).length;
    if (score > (best?.score ?? 0)) best = { line: line.trim(), score };
  }
  return best?.line;
}

const scripts = /^(?:ts|tsx|js|jsx|mjs|cjs|typescript|javascript|typescriptreact|javascriptreact)$/;

const python = /^(?:py|python)$/;

const checks: readonly Check[] = [
  { pattern: /\b(?:TODO|FIXME|XXX)\b/, remark: 'A note in the code says that it is not finished.' },
  { languages: scripts, pattern: /[^=!<>]==[^=]/, remark: '`==` converts its operands first; `===` does not.' },
  { languages: scripts, pattern: /:\s*any\b/, remark: '`any` switches the type checks off for everything it touches; `unknown` does not.' },
  { languages: scripts, pattern: /for\s*\([^)]*\)\s*\{[^}]*\bawait\b/, remark: 'The `await` is inside a loop: the calls run one after the other, not together.' },
  { languages: scripts, pattern: /catch\s*(?:\([^)]*\))?\s*\{\s*\}/, remark: 'The empty `catch` hides what went wrong.' },
  { languages: scripts, pattern: /fetch\((?![\s\S]*\.ok\b)/, remark: '`fetch` does not fail on an error status: nothing here looks at `response.ok`.' },
  { languages: scripts, pattern: /\.sort\(\)/, remark: '`sort()` without a comparison sorts numbers as text, and changes the array it is called on.' },
  { languages: python, pattern: /def .*=\s*(?:\[\]|\{\})/, remark: 'A list or dict as a default value is shared by all calls.' },
  { languages: python, pattern: /except\s*:/, remark: 'A bare `except` also catches Ctrl+C.' },
  { languages: /^(?:rs|rust)$/, pattern: /\.unwrap\(\)/, remark: '`unwrap()` ends the program when there is no value; `?` would hand the error on.' },
  { languages: /^go$/, pattern: /,\s*_\s*:?=/, remark: 'The `_` throws an error or a value away.' },
  { languages: /sql/, pattern: /select\s+\*/i, remark: '`SELECT *` also fetches the columns that nobody reads.' },
  { pattern: /\b(?:password|secret|api_?key|token)\s*[:=]\s*['"]\w+/i, remark: 'It looks as if a secret is written into the code.' },
  { pattern: /\/\s*[\w$.]+\.(?:length|size|len)\b|\/\s*len\(/, remark: 'It divides by a length: with nothing in the list that is a division by zero.' },
];

/** What a person might want to look at again; never empty. */
export function remarksOn({ language, code: whole }: Fence): string[] {
  const code = whole.slice(0, 20_000);
  const remarks = checks
    .filter(({ languages, pattern }) => (languages === undefined || languages.test(language)) && pattern.test(code))
    .map(({ remark }) => remark);
  const [, name, parameters] = /(?:function\*?|def|fn|func)\s+([\w$]+)\s*\(([^)]*)\)/.exec(code) ?? [];
  const [first] = parameterNames(parameters ?? '');
  const checked = first === undefined || new RegExp(String.raw`(?:if|assert|match|switch|guard)\b.*\b${first.replace('$', String.raw`\$`)}\b`).test(code);
  if (name !== undefined && first !== undefined && !checked) {
    remarks.push(`${inlineCode(first)} is used as it comes: an empty or missing value is not looked for.`);
  }
  if (!/\b(?:if|for|while|switch|match|case)\b|\?/.test(code)) {
    remarks.push('There are no branches and no loops: it takes the same way through each time, which makes it easy to test.');
  }
  return remarks.length > 0 ? remarks.slice(0, 4) : ['Nothing stands out. The names say what they hold, and each path ends where one would expect.'];
}

function opening({ language, place }: Fence, lines: readonly string[], name: string | undefined): string {
  const size = lines.length === 1 ? 'one line' : `${lines.length} lines`;
  const from = place === undefined ? '' : ` from \`${place.path}\``;
  const about = name === undefined ? 'It defines no name of its own, so it acts where it stands.' : `Its centre is ${inlineCode(name)}; everything else serves that.`;
  return `You picked ${size} of ${languageName(language)}${from}. ${about}`;
}

function nameOf(code: string): string | undefined {
  const declared = /(?:function\*?|def|fn|func|fun|class|interface|struct|enum|trait|record)\s+(?:\([^)]*\)\s*)?([\w$]+)/.exec(code);
  return (declared ?? /(?:const|let|var|val)\s+([\w$]+)[^=\n]*=\s*(?:async\s*)?(?:\([^)]*\)|[\w$]+)[^=\n]*=>/.exec(code))?.[1];
}

interface Check {
  readonly languages?: RegExp;
  readonly pattern: RegExp;
  readonly remark: string;
}

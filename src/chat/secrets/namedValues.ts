import { isPlaceholder, looksLikePassword, looksRandom } from './plausibleSecret.ts';
import type { SecretRule, TextKind } from './secretRule.ts';

/** Matches a word in a name that shows that the named value is a password. */
const passwordWord = /pass(?:wor[dt]|wd|phrase|code)|passwd|pwd|(?<![a-z\d])(?:pass|psk)(?![a-z])/i;

/** Matches the part of a name from a word such as `password`, `apiKey` or `token` to the end of the name. */
const names =
  /(?:pass(?:wor[dt]|wd|phrase|code)?|pwd|(?<![a-z\d])psk|secret|token|sonar[_.-]?login|credentials?|creds|authorization|(?<=[a-z\d])[_-]auth(?![a-z])|(?:api|access|auth|private|encryption|signing|account|client|consumer|master|service|storage|shared|security|session|webhook|application|app|admin|deploy|license)[_.-]?key)[\w.-]{0,40}/gi;

/** Patterns of the text between a name and its value. */
const operators: readonly RegExp[] = [
  // A block of YAML: `name: |`, and the value on the next line
  /["']?:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?\n[ \t]{1,40}/y,
  // `name=value`, `"name": "value"`, `name := "value"`, `"name" => "value"`, `name: string = "value"`
  /(?:["'`\]]|\\"){0,2}(?:[ \t]{0,2}:?[ \t]{1,2}[A-Za-z][\w.<>[\]]{0,20})?[ \t]{0,20}(?:::{0,2}=|[:.?|+]{0,2}=>?|:|\|\|)[ \t]{0,20}/y,
  // `name is value`
  /[ \t]{1,4}is[ \t]{1,4}/y,
  // `"name": "DB_PASSWORD", "value": "…"`. Stands before the next pattern, which would match `"value"` as the value.
  /["']?(?:,\s{0,40}|\s{1,40})["']?value["']?\s{0,4}[:=]\s{0,4}/y,
  // `define("name", "value")`
  /["'`][ \t]{0,20},[ \t]{0,20}(?=["'`])/y,
  // `<name>value</name>`
  /(?<=<[\w:.-]{1,100})>\s{0,20}(?=[^\s<]{4,200}\s{0,20}<\/)/y,
];

const quotedValue = /(?:\\?(["'`]))(?<value>[^\s"'`\\<>]{4,200})\\?\1/y;
const plainValue = /(?<value>[^\s"'`\\<>;&]{4,200})/y;

/** Matches the end of a name whose value is not a secret, but a fact about a secret, for example `tokenUrl`. */
const describingEnd =
  /(?:name|id|ids|url|uri|endpoint|path|file|dir|type|length|len|size|count|limit|index|field|label|hint|title|text|message|error|regexp?|pattern|policy|format|method|provider|header|prefix|suffix|kind|class|style|color|icon|version|expir\w*|ttl|age|input|placeholder|strength|min|max|required|selector|ref|location|position|start|end|scope|usage|algorithm|(?<!str)ing|ize[rd]?|alias|(?<!st)ring|store|pair|board|code|vault|host|port|user|at|from|page|link|button|form|prompt|list|map|set)s?$/i;

/** Matches the start of a name whose value need not be kept secret, for example `csrf` in `csrfToken`. */
const publicStart =
  /(?:public|csrf|xsrf|next|continuation|page|sync|cancel\w*|syntax|css|design|lint|primary|foreign|sort|cache|max|min|num|total|no)[_.-]?$/i;

/** Finds values by their names, such as `DB_PASSWORD=…`, `password: …` or `"apiToken": "…"`. */
export const findNamedValues: SecretRule = function* (text, kind) {
  names.lastIndex = 0;
  for (let name = names.exec(text); name !== null; name = names.exec(text)) {
    const start = name.index;
    const end = start + name[0].length;
    const found = valueAfter(text, end);
    if (found === undefined) continue;
    const named = { name: wholeName(text, start, end), kind, ...found };
    const isSecret = isSecretValue(named);
    if (isSecret) yield found.value;
    // A quoted value that is not a secret may contain a name and its secret, so search inside the value, too.
    if (isSecret || !found.isQuoted) names.lastIndex = found.end;
  }
};

interface ValueInText {
  readonly value: string;
  readonly isQuoted: boolean;
  /** The text between the name and the value, without white space at its ends. */
  readonly operator: string;
  /** True if only `=`, without spaces, stands between the name and the value, as in `export NAME=value`. */
  readonly isTight: boolean;
  readonly end: number;
}

interface NamedValue extends ValueInText {
  readonly name: string;
  readonly kind: TextKind;
}

function valueAfter(text: string, nameEnd: number): ValueInText | undefined {
  const between = matchAt(operators, text, nameEnd)?.[0];
  if (between === undefined) return undefined;
  for (const pattern of [quotedValue, plainValue]) {
    const value = matchAt([pattern], text, nameEnd + between.length)?.groups?.['value'];
    if (value === undefined) continue;
    const isQuoted = pattern === quotedValue;
    return {
      value: isQuoted ? value : value.replace(/[,)}\]]+$/, ''),
      isQuoted,
      operator: between.trim(),
      isTight: between === '=',
      end: pattern.lastIndex,
    };
  }
  return undefined;
}

/** Returns the match of the first sticky pattern that matches at an index, or undefined if no pattern matches there. */
function matchAt(patterns: readonly RegExp[], text: string, index: number): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = index;
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
}

/** Returns the name, including up to 60 characters before the part that `names` has found. */
function wholeName(text: string, start: number, end: number): string {
  let from = start;
  while (from > 0 && start - from < 60 && /[\w.$-]/.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from, end);
}

function isSecretValue(named: NamedValue): boolean {
  const { name, value, kind, isQuoted, isTight } = named;
  if (describingEnd.test(name) || isPlaceholder(value) || isDescribed(name)) return false;
  const isPassword = passwordWord.test(name);
  if (!isQuoted && kind === 'code') {
    // In code, an unquoted value is an expression, except in a line for the shell.
    if (!isTight || !/^[A-Z][A-Z\d_]*$/.test(name)) return false;
    return isPassword ? looksLikePassword(value) : value.length >= 16 && looksRandom(value);
  }
  if (!isPassword) return isKey(value) && !isExpression(value);
  if (kind === 'code') return value.length >= 6 && looksLikePassword(value);
  return isPasswordInData(named);
}

/** Returns true for a value that seems random, and for a long number, because some services use numbers as keys. */
function isKey(value: string): boolean {
  return (value.length >= 12 && looksRandom(value)) || /^\d{15,40}$/.test(value);
}

/** Returns true if the start of the name says that the value is public (see publicStart). */
function isDescribed(name: string): boolean {
  const word = /pass|pwd|secret|token|cred|key|authorization/i.exec(name);
  return word !== null && publicStart.test(name.slice(0, word.index));
}

/**
 * Returns true if the value of a password in data can be a secret. After `=` and in XML elements, each ASCII text can
 * be a secret, except URLs and expressions. Elsewhere, the rules are stricter, because the value may be a translation,
 * such as `"password": "Passwort"`, or a word, as in “the password is submitted”.
 */
function isPasswordInData({ value, isQuoted, operator: sign }: NamedValue): boolean {
  if (isExpression(value) || !/^[\x21-\x7e]+$/.test(value) || value.includes('://')) return false;
  if (sign.endsWith('=') || sign === '>') return true;
  if (looksLikePassword(value)) return true;
  if (sign === 'is') return false;
  return isQuoted ? /^[a-z\d]{8,}$/.test(value) && !sign.startsWith('"') : /^[a-z\d]{6,}$/.test(value);
}

/** Returns true for code such as `getPassword()` or `config.password`. */
function isExpression(value: string): boolean {
  return /^[\w$]{1,60}(?:\.[\w$]{1,60}){0,5}[([{]|^(?:this|self|config|options|props|args|params|data|user|req|request|secrets?|env|var|local|module)\./.test(
    value,
  );
}

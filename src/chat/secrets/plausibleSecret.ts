/** Matches text that stands for a value, such as a variable, a template, or a call. */
const reference =
  /^\$|\$[{(]|\{\{|\}\}|<[\w .-]{1,60}>|^%[\w.]{1,60}%$|%[sdv](?![\w%])|\[[a-z\d]-[a-z\d]|#\{|\.\.\.|…|@@|^\[\w+\]$|process\.env|environ|getenv/i;

/** Matches names of secrets, such as `my_token`. */
const namedSecret =
  /^(?:the|your|my|our|some|any|a|this|that)[-_. ]?(?:\w{0,20}[-_. ]?)?(?:pass|secret|token|key|value)/i;

/** Matches passwords that people make of a name or a common word, such as `mySecret2024`. */
const composedPassword = /^(?=.{0,40}[a-z])(?=.{0,40}[A-Z])[A-Za-z]\w{6,40}\d{3}[!?.*#&]?$/;

/** Matches text that shows that a value is only an example, such as `your_token`. */
const exampleWords =
  /your|example|sample|placeholder|change[-_]?(?:me|it|this)|replace|insert|redacted|dummy|fake|foobar|lorem|xxxx|\*\*\*|todo|^(?:abcdef|qwerty|123456|000000|deadbeef|cafebabe)\w{0,6}$/i;

/** Matches common values of settings, such as `true`, and words that stand for a password, such as `mypassword1`. */
const commonWords =
  /^(?:true|false|null|none|nil|undefined|unset|empty|optional|required|string|number|boolean|object|any|text|hidden|prompt|ask|auto|default|disabled?|enabled?|user(?:name)?|(?:my|new|old|current|confirm|user|db|the|test|bad|wrong)?[-_ ]?(?:pass(?:word|wd|phrase|code)?|pwd|pw|secret|token|key|apikey|api[-_]key|accesstoken|authtoken)s?[-_]?\d{0,4}|test\w{0,4}|root|admin|guest|basic|bearer|digest|abc\w{0,4}|foo|bar|baz|asdf\w{0,4}|\d?p[a4@][s$5]{2}w[o0]rd\d{0,4}|value|file|env|include|omit|same-origin|bcrypt|md5|sha\d{0,3})$/i;

const version = /^[\^~<>=v]{0,3}\d{1,5}(?:\.\d{1,5}){1,3}(?:[-+][\w.-]{1,40})?$/;

/**
 * Returns true if the value is a variable, a placeholder, an example, a common word, or a version. Also returns true if
 * a value of at least four characters has fewer than four different characters, such as `xxx-xxx`, or if a value
 * of two or three characters contains a character twice, such as `aab`.
 */
export function isPlaceholder(value: string): boolean {
  if ([reference, exampleWords, version].some((pattern) => pattern.test(value))) return true;
  if ([namedSecret, commonWords].some((pattern) => pattern.test(value))) return !composedPassword.test(value);
  return new Set(value.toLowerCase()).size < Math.min(4, value.length);
}

/**
 * Returns true if a token is only an example, such as `ghp_xxxxxxxxxxxx`. `token` may also be the part of a token after
 * its fixed start.
 */
export function isFiller(token: string): boolean {
  return new Set(token).size < 5 || /x{8}|0{12}|example|your/i.test(token);
}

/**
 * Returns true if the value could be a password: it has characters of at least two kinds, among them a digit or a
 * symbol such as `!`. Returns false for placeholders, paths, names and code.
 */
export function looksLikePassword(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /[\d!@#$%^&*?~+=]/.test(value) && !isPlaceholder(value) && !isPathOrName(value);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns true if the value seems random, as generated keys and tokens do. */
export function looksRandom(value: string): boolean {
  if (isPlaceholder(value) || /:\/\/|^[.~]{0,2}\/[\w.-]*(?:\/|$)/.test(value)) return false;
  if (uuid.test(value)) return true;
  const characters = value.replace(/[^A-Za-z\d]/g, '');
  if (characters.length < 10 || new Set(characters).size < 8) return false;
  return hasMixedDigits(characters) || hasMixedCase(value, characters) || isUnpronounceable(characters);
}

/** Returns true for a value with a digit and with more consonants in a row than almost any word has. */
function isUnpronounceable(characters: string): boolean {
  return /\d/.test(characters) && /[b-df-hj-np-tv-xz]{5}/i.test(characters);
}

/** Returns true if letters and digits alternate often. Returns false for a word with a number, such as `version2`. */
function hasMixedDigits(characters: string): boolean {
  const changes = characters.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  return changes >= 3 && changes / characters.length >= 0.09;
}

/** Returns true if upper and lower case seem to change at random. Returns false for words, as in `camelCaseWords`. */
function hasMixedCase(value: string, characters: string): boolean {
  if (characters.length < 16 || !/[a-z]/.test(characters) || !/[A-Z]/.test(characters)) return false;
  const words = value.match(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g) ?? [];
  return words.join('').length / characters.length < 0.45;
}

/** Returns true for a path, a name of several words, a CSS selector, or code such as a call. */
function isPathOrName(value: string): boolean {
  return (
    /^[#.]?[a-z]{2,}(?:[-_./:][a-z]{2,}){1,10}(?:[-_./]?\d{1,3})?$/i.test(value) ||
    /^[.#@~]?\/|:\/\/|^\[|^[\w$.]{1,80}\(|^[#.][\w-]+$|=>|&&|\|\||\?\./.test(value) ||
    /^(?:[A-Z][a-z]{1,20}){4,8}[A-Z]?\d{0,3}$/.test(value)
  );
}

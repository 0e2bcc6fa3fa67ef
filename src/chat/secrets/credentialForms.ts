import { isPlaceholder, looksLikePassword, looksRandom } from './plausibleSecret.ts';
import type { SecretRule, TextKind } from './secretRule.ts';

interface CredentialForm {
  /** The group `value` is the secret. Every repetition has an upper limit. */
  readonly pattern: RegExp;
  readonly isSecret: (value: string, kind: TextKind) => boolean;
}

const notPlaceholder = (value: string) => !isPlaceholder(value);
const always = () => true;

/**
 * Each form recognizes a credential by its format or by the text around it. For values with names such as `apiToken`,
 * see findNamedValues.
 */
const forms: readonly CredentialForm[] = [
  // A private key. It may be encrypted, indented, or in a string with the escape sequence \n. Each separator and each
  // header line can match in only one way. Otherwise, four headers could match in billions of ways.
  {
    pattern:
      /-----BEGIN (?:[A-Z\d]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:(?:[\s"'+,]|\\(?:[nr]|(?![nr]))){1,40}[\w-]{1,30}:[^\n\\]{1,100}(?=[\n\\])){0,4}(?:[\s"'+,]|\\(?:[nr]|(?![nr]))){0,60}(?<value>[A-Za-z\d+/=]{24})/g,
    isSecret: (value) => new Set(value).size > 5,
  },
  { pattern: /(?<value>---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----)/g, isSecret: always },
  { pattern: /(?<value>AGE-SECRET-KEY-1[A-Z\d]{58})/g, isSecret: always },
  { pattern: /PuTTY-User-Key-File-\d: (?<value>[\w-]{3,40})/g, isSecret: always },
  // A private key in Base64, as in the files of kubectl.
  { pattern: /(?<value>LS0tLS1CRUdJTi[A-Za-z\d+/]{40,120})/g, isSecret: (value) => isPrivateKeyInBase64(value) },
  // A URL with a password.
  {
    pattern:
      /:\/\/[^\s:@/'"`<>]{0,100}:(?<value>[^\s@/'"`<>]{3,200})@(?!example|host\b|domain|your|server\b|hostname)[\w[.-]/g,
    isSecret: isUrlPassword,
  },
  // The header Authorization.
  {
    pattern: /\b(?:bearer|basic|token|apikey)[ \t]{1,4}["']?(?<value>[\w.~+/-]{12,400}={0,2})/gi,
    isSecret: (value) => looksRandom(value) || isLogin(value),
  },
  // A connection string, such as `Server=db;Password=…;`.
  {
    pattern:
      /(?:^|[;"'`\s])(?:password|pwd)[ \t]{0,4}=[ \t]{0,4}(?<value>[^;'"`\s<>{}]{4,200})(?:;|["'`](?=[\s;,)]|$))/gim,
    isSecret: (value, kind) => (kind === 'data' ? !isPlaceholder(value) : looksLikePassword(value)),
  },
  { pattern: /\bAccountKey=(?<value>[A-Za-z\d+/]{60,90}={0,2})/g, isSecret: notPlaceholder },
  { pattern: /\bSharedAccessKey=(?<value>[A-Za-z\d+/]{40,60}={0,2})/g, isSecret: notPlaceholder },
  { pattern: /[?&]sig=(?<value>[\w%-]{40,100})/g, isSecret: looksRandom },
  // The content of a netrc file, whatever its name is.
  {
    pattern:
      /\b(?:machine[ \t]{1,8}\S{1,200}|default)\s{1,40}login\s{1,40}\S{1,200}\s{1,40}password\s{1,40}(?<value>\S{3,200})/g,
    isSecret: notPlaceholder,
  },
  // The files of Docker and npm: the user's name and password in Base64, or as plain text in `npmAuthIdent`.
  {
    pattern:
      /(?:"auth"\s{0,4}:\s{0,4}"|(?<![\w-])_auth\s{0,4}=\s{0,4}"?|npmAuthIdent["']?\s{0,4}:\s{0,4}["']?)(?<value>[\w+/:=.-]{8,400})/g,
    isSecret: isUserAndPassword,
  },
  { pattern: /"(?:identity|registry)token"\s{0,4}:\s{0,4}"(?<value>[^"\s]{20,4000})"/g, isSecret: notPlaceholder },
  // Passwords in the arguments of commands.
  {
    pattern: /[\s"'](?:-u|--user)(?:=|[ \t]{1,4})["']?(?<value>[^\s:"'$<]{0,80}["']?:["']?[^\s"'$<]{4,200})/g,
    isSecret: isCommandPassword,
  },
  // A token as the user's name, without a password.
  {
    pattern: /[\s"'](?:-u|--user)(?:=|[ \t]{1,4})["']?(?<value>[^\s:"'$<]{8,200}):(?=["'\s]|$)/g,
    isSecret: looksLikeSecret,
  },
  {
    pattern:
      /\b(?:sshpass[ \t]{1,4}-p|docker[ \t]{1,4}login\b[^\n]{0,100}[ \t](?:-p|--password))[ \t=]{0,4}["']?(?<value>[^\s"'$<]{4,200})/g,
    isSecret: notPlaceholder,
  },
  {
    pattern:
      /(?:[\s"'`]--?[\w-]{0,30}(?:password|passwd|secret|token|api-?key)|^[ \t]{0,20}(?:ENV|ARG)[ \t]{1,4}\w{0,60}(?:PASSWORD|SECRET|TOKEN|KEY))[ \t]{1,4}["']?(?<value>[^\s"'`$<>|;&]{6,200})/gm,
    isSecret: looksLikeSecret,
  },
  { pattern: /\bmysql\w{0,10}(?:[ \t][^\n]{0,100}?)?[ \t]-p(?<value>[^\s"'$<]{6,200})/g, isSecret: looksLikeSecret },
  // SQL.
  {
    pattern: /\b(?:PASSWORD|IDENTIFIED\s{1,4}BY)\s{1,4}'(?<value>[^'\s]{4,200})'/gi,
    isSecret: (value, kind) => (kind === 'data' ? !isPlaceholder(value) : looksLikePassword(value)),
  },
  // Webhooks, whose address is the secret.
  {
    pattern:
      /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/(?<value>[A-Z\d]{5,20}\/[\w/]{20,120}|[\w+/]{43,120})/g,
    isSecret: notPlaceholder,
  },
  { pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/(?<value>[\w-]{60,90})/g, isSecret: notPlaceholder },
  { pattern: /\.webhook\.office\.com\/webhookb2\/(?<value>[\w@-]{36,80}\/IncomingWebhook\/\w{32})/g, isSecret: always },
  {
    pattern: /\bBUNDLE_\w{1,60}CONTRIBSYS\w{1,60}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<value>[a-f\d]{8}:[a-f\d]{8})/gi,
    isSecret: always,
  },
  { pattern: /:\/\/(?<value>[a-f\d]{8}:[a-f\d]{8})@(?:gems|enterprise)\.contribsys\.com\b/gi, isSecret: always },
  // Keys that only the name of the service tells from other texts: Sourcegraph, Sumo Logic.
  { pattern: /\bsourcegraph["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<value>[a-f\d]{40})\b/gi, isSecret: always },
  {
    pattern: /\b[Ss][Uu][Mm][Oo][\w.-]{0,20}\W(?:[^<>]{0,20}\W)?(?<value>su(?=[a-z]{0,11}[A-Z\d])[A-Za-z\d]{12})\b/g,
    isSecret: always,
  },
  { pattern: /_gitlab_session=(?<value>[a-z\d]{32})/g, isSecret: always },
  // NuGet and other XML files with attributes.
  {
    pattern: /\bkey=["'](?:clear ?text)?password["']\s{1,20}value=["'](?<value>[^"'<>\n]{6,200})["']/gi,
    isSecret: notPlaceholder,
  },
  // WordPress salts: long values with symbols and spaces.
  {
    pattern: /define\(\s{0,8}["'][A-Z_]{1,40}(?:KEY|SALT)["'],\s{0,20}["'](?<value>[^\n'"]{40,100})["']/g,
    isSecret: (value) => looksRandom(value.replaceAll(' ', '')),
  },
];

/** Finds credentials by the way they are written. */
export const findCredentialForms: SecretRule = function* (text, kind) {
  for (const { pattern, isSecret } of forms) {
    for (const { groups } of text.matchAll(pattern)) {
      const value = groups?.['value'] ?? '';
      if (isSecret(value, kind)) yield value;
    }
  }
};

function looksLikeSecret(value: string): boolean {
  return looksLikePassword(value) || looksRandom(value);
}

/**
 * Returns true if the password in a URL seems real. The checks are stricter for `code`, because `code` includes
 * documentation. Most passwords in the URLs of documentation are words, such as `pass` or `secret`.
 */
function isUrlPassword(value: string, kind: TextKind): boolean {
  if (isPlaceholder(value)) return false;
  return kind === 'data' ? !/^[\d.:]+$/.test(value) : looksLikePassword(value) && value.length >= 8;
}

/**
 * Returns true if the text after the colon can be a password. Returns false for a group id, as in
 * `docker run -u 1000:1000`, and for a plain word, as in documentation.
 */
function isCommandPassword(value: string): boolean {
  const password = value.slice(value.indexOf(':') + 1);
  return !isPlaceholder(password) && !/^(?:\d+|[a-z_-]+)$/.test(password);
}

function isPrivateKeyInBase64(text: string): boolean {
  return decodeBase64(text.slice(0, 80)).includes('PRIVATE KEY');
}

function isUserAndPassword(value: string): boolean {
  if (isPlaceholder(value)) return false;
  const plain = value.includes(':') ? value : decodeBase64(value);
  return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,2000}$/.test(plain);
}

/** Returns true for a user's name and a password in Base64, unless the password is a plain word. */
function isLogin(value: string): boolean {
  return isUserAndPassword(value) && isCommandPassword(decodeBase64(value));
}

/** Returns an empty string if the text is not Base64. */
function decodeBase64(text: string): string {
  try {
    return atob(text.slice(0, text.length - (text.length % 4)));
  } catch {
    return '';
  }
}

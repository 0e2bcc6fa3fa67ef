import { isFiller } from './plausibleSecret.ts';
import type { SecretRule } from './secretRule.ts';

/**
 * Formats of keys and tokens that have a fixed start: the start, and a pattern of the rest. Sources: the documentation
 * of the services, and the rules of gitleaks. Formats that secretlint's preset covers are listed only if its rule is
 * not used (see secretlintRules.ts) or knows fewer variants.
 */
const formats: readonly (readonly [start: string, rest: string])[] = [
  ['A3-', '[A-Z\\d]{6}-[A-Z\\d]{6}-?[A-Z\\d]{5}(?:-[A-Z\\d]{5}){3}'],
  ['AIza', '[\\w-]{35}'],
  ['AKCp', '[A-Za-z\\d]{69}'],
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'].map((start) => [start, '[A-Z\\d]{16,17}'] as const),
  ['API-', '[A-Z\\d]{26}'],
  ['AQVN', '[\\w-]{35,38}'],
  ['ATATT3', '[\\w-]{40,240}'],
  ['ATCTT3', '[\\w-]{40,240}'],
  ['CLOJARS_', '[A-Za-z\\d]{60}'],
  ['EAAA', '[\\w-]{22,64}'],
  ['EAAC', '[A-Za-z\\d]{100,300}'],
  ['EAAM', '[A-Za-z\\d]{100,300}'],
  ['EZAK', '[A-Za-z\\d]{54}'],
  ['EZTK', '[A-Za-z\\d]{54}'],
  ['FLWSECK_TEST-', '[A-Za-z\\d]{12,32}'],
  ['FLWPUBK_TEST-', '[A-Za-z\\d]{12,32}'],
  ['GOCSPX-', '[\\w-]{28}'],
  ['GR1348941', '[\\w-]{20}'],
  ['HRKU-', '[\\w-]{36,64}'],
  ['LTAI', '[A-Za-z\\d]{17,24}'],
  ['NRAK-', '[A-Za-z\\d]{27}'],
  ['NRJS-', '[a-f\\d]{19}'],
  ['NRII-', '[\\w-]{32}'],
  ['PMAK-', '[a-f\\d]{24}-[a-f\\d]{34}'],
  ['SG.', '[\\w-]{20,24}\\.[\\w-]{39,50}|[\\w.=-]{66}'],
  ['SK', '[a-f\\d]{32}'],
  ['YC', '[\\w-]{38}'],
  ['aio_', '[A-Za-z\\d]{28}'],
  ['api_org_', '[A-Za-z]{34}'],
  ['cfut_', '[A-Za-z\\d]{40}'],
  ['cmVmd', '[A-Za-z\\d]{59}'],
  ['dckr_oat_', '[\\w-]{27,40}'],
  ['dckr_pat_', '[\\w-]{27}'],
  ['doo_v1_', '[a-f\\d]{64}'],
  ['dop_v1_', '[a-f\\d]{64}'],
  ['dor_v1_', '[a-f\\d]{64}'],
  ['dp.', '(?:pt|st|sa|ct|scim|audit)\\.[\\w.-]{40,60}'],
  ['dt0', '[cs]01\\.[A-Z\\d]{24}\\.[A-Z\\d]{64}'],
  ['duffel_', '(?:test|live)_[\\w=-]{43}'],
  // A long JSON Web Token may be cut at the end of the searched window.
  ['ey', '[\\w-]{15,1000}\\.ey[\\w/\\\\-]{12,3000}(?:\\.[\\w/\\\\-]{0,10}|$)'],
  ['fio-u-', '[\\w=-]{60,64}'],
  ['fo1_', '[\\w-]{43}'],
  ...['ghp', 'gho', 'ghu', 'ghr', 'ghs'].map((start) => [`${start}_`, '[A-Za-z\\d]{36}'] as const),
  ['ghs_', '\\d{1,20}_[\\w-]{10,1000}\\.[\\w-]{10,2000}'],
  ['github_pat_', '\\w{82}'],
  ...['pat', 'dt', 'rt', 'ptt', 'ft', 'imt', 'soat', 'ffct', 'agent', 'oas', 'cbt'].map(
    (kind) => [`gl${kind}-`, '[\\w-]{20,300}'] as const,
  ),
  ['glsa_', '[A-Za-z\\d]{32}_[A-Fa-f\\d]{8}'],
  ['gsk_', '[A-Za-z\\d]{52}'],
  ['hf_', '[A-Za-z]{34}|[A-Za-z\\d]{34,40}'],
  ['hvb.', '[\\w-]{100}'],
  ['hvs.', '[\\w-]{24,120}'],
  ['ico-', '[A-Za-z\\d]{32}'],
  ['lin_api_', '[A-Za-z\\d]{40}'],
  ['npm_', '[A-Za-z\\d]{36}'],
  ['nvapi-', '[\\w-]{60,70}'],
  ['ntn_', '\\d{11}[A-Za-z\\d]{35}'],
  ['oy2', '[a-z\\d]{43}'],
  ['p8e-', '[A-Za-z\\d]{32}'],
  ['pat', '[A-Za-z\\d]{14}\\.[a-f\\d]{64}'],
  ['pat.', '[\\w-]{22}\\.[A-Za-z\\d]{24}\\.[A-Za-z\\d]{20}'],
  ['sat.', '[\\w-]{22}\\.[A-Za-z\\d]{24}\\.[A-Za-z\\d]{20}'],
  ['pnu_', '[A-Za-z\\d]{36}'],
  ['pplx-', '[A-Za-z\\d]{48}'],
  ...['tkn', 'oauth', 'pw'].map((kind) => [`pscale_${kind}_`, '[\\w=.-]{32,64}'] as const),
  ['pul-', '[a-f\\d]{40}'],
  ['pypi-', 'AgE[\\w-]{50}'],
  ['rdme_', '[a-z\\d]{70}'],
  ['rk_', '(?:live|test|prod)_[A-Za-z\\d]{10,99}'],
  ['rubygems_', '[a-f\\d]{48}'],
  ['s-s4t2', '(?:ud|af)-[a-f\\d]{64}'],
  ['s.', '(?=[A-Za-z]*\\d)[A-Za-z\\d]{24}'],
  ['secret_', '[A-Za-z\\d]{43}'],
  ['sgp_', '(?:(?:[A-Fa-f\\d]{16}|local)_)?[A-Fa-f\\d]{40}'],
  ['sha256~', '[\\w-]{43}'],
  ['shippo_', '(?:live|test)_[a-f\\d]{40}'],
  ...['at', 'ca', 'pa', 'ss'].map((kind) => [`shp${kind}_`, '[A-Fa-f\\d]{32}'] as const),
  // The start `sk-` belongs to OpenAI and to services with a compatible interface. The digit excludes hyphenated words.
  ['sk-', '(?=[A-Za-z_-]{0,40}\\d)[\\w-]{20}'],
  ['sk_', '(?:live|test|prod)_[A-Za-z\\d]{10,99}'],
  ...['aat', 'pat', 'sat'].map((kind) => [`sm_${kind}_`, '[A-Za-z\\d]{16}'] as const),
  ['sntryu_', '[a-f\\d]{64}'],
  ...['squ', 'sqp', 'sqa'].map((start) => [`${start}_`, '[a-f\\d]{40}'] as const),
  ['sq0atp-', '[\\w-]{22}'],
  ['sq0csp-', '[\\w-]{43}'],
  ['t1.', '[\\w-]{10,1000}=?=?\\.[\\w-]{86}'],
  ['tfp_', '[A-Za-z\\d]{40}'],
  ['tk-us-', '[\\w-]{48}'],
  ['v1.0-', '[a-f\\d]{24}-[a-f\\d]{146}'],
  ['xai-', '[A-Za-z\\d]{70}'],
  ['xapp-', '\\d-[\\w-]{20}'],
  ...['xoxb', 'xoxp', 'xoxa', 'xoxo', 'xoxr', 'xoxs', 'xoxe', 'xoxc', 'xoxd'].map(
    (start) => [start, '(?:[-.][\\w-]{16})'] as const,
  ),
  ['xkeysib-', '[a-f\\d]{64}-[A-Za-z\\d]{16}'],
  ['xsmtpsib-', '[a-f\\d]{64}-[A-Za-z\\d]{16}'],
  ['ya29.', '[\\w-]{30}'],
  ['4b1d', '[A-Za-z\\d]{38}(?![\\w-])'],
  ['00', '(?=[\\w-]{0,30}[A-Z])[\\w-]{40}(?![\\w-])'],
];

interface TokenFormat {
  readonly start: string;
  /** Matches the part of the token after `start`, at `lastIndex`. */
  readonly rest: RegExp;
}

/** The formats by the first two characters of their start. */
const formatsByStart: ReadonlyMap<string, readonly TokenFormat[]> = groupByStart();

function groupByStart(): Map<string, TokenFormat[]> {
  const groups = new Map<string, TokenFormat[]>();
  for (const [start, rest] of formats) {
    const key = start.slice(0, 2);
    groups.set(key, [...(groups.get(key) ?? []), { start, rest: new RegExp(rest, 'y') }]);
  }
  return groups;
}

/**
 * Formats without a fixed start. Each pattern has one fixed part, such as `.atlasv1.`. Most attempts to match fail at
 * this part.
 */
const otherFormats: readonly RegExp[] = [
  // In this order: Terraform Cloud, Azure Active Directory, MaxMind, Telegram, Authress, Facebook, Slack.
  /(?<![A-Za-z\d])[A-Za-z\d]{14}\.atlasv1\.[\w=-]{60,70}/g,
  /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g,
  /(?<![A-Za-z\d])[A-Za-z\d]{6}_[A-Za-z\d]{29}_mmk(?!\w)/g,
  /(?<![\w])\d{8,10}:AA[\w-]{32,33}(?![\w-])/g,
  /(?<![a-z\d])(?:sc|ext|scauth|authress)_[a-z\d]{5,30}\.[a-z\d]{4,6}\.acc[_-][a-z\d-]{10,32}\.[\w+/=-]{30,120}/gi,
  /(?<!\w)\d{15,16}[|%][\w-]{27,40}(?![\w-])/g,
  /(?<![\w-])xox[ar]-(?:\d-)?(?=[A-Za-z]{0,14}\d)[A-Za-z\d]{8,15}(?![\w-])/g,
];

/**
 * Formats with a fixed start whose rest is Base64. In this order: 1Password, Amazon Bedrock, Fly.io, Grafana, JSON Web
 * Tokens in Base64, Sentry, webhooks.
 */
const base64Formats: readonly RegExp[] = [
  /(?<![\w+/-])ops_eyJ[A-Za-z\d+/]{200,1000}/g,
  /(?<![\w+/-])ABSK[A-Za-z\d+/]{100,269}/g,
  /(?<![\w+/-])fm(?:1[ar]|2)_[\w+/]{100}/g,
  /(?<![\w+/-])(?:glc_[A-Za-z\d+/]{32}|eyJrIjoi[A-Za-z\d+/]{70})/g,
  /(?<![\w+/-])ZXlK[\w+/\\-]{40,4000}/g,
  /(?<![\w+/-])sntrys_eyJ[\w+/=]{60}/g,
  /(?<![\w+/-])whsec_[A-Za-z\d+/]{32}/g,
];

/** Matches words of the characters that most tokens consist of. A Base64 text with `/` or `+` is several words. */
const words = /[\w~][\w.~-]{17,4000}/g;

/** Finds keys and tokens by their formats. */
export const findTokens: SecretRule = function* (text) {
  for (const { 0: word, index } of text.matchAll(words)) {
    const token = tokenIn(word, text, index);
    if (token !== undefined) yield token;
  }
  for (const pattern of [...otherFormats, ...base64Formats]) {
    for (const [found] of text.matchAll(pattern)) if (!isFiller(found)) yield found;
  }
};

/** Returns the token at the start of the word at `index`, or undefined if the word does not start with a token. */
function tokenIn(word: string, text: string, index: number): string | undefined {
  for (const { start, rest } of formatsByStart.get(word.slice(0, 2)) ?? []) {
    if (!word.startsWith(start)) continue;
    rest.lastIndex = index + start.length;
    const match = rest.exec(text)?.[0];
    if (match !== undefined && !isFiller(match)) return start + match;
  }
  return undefined;
}

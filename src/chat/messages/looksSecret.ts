/**
 * Patterns of these secrets: private keys, keys and tokens of well-known services, JSON Web Tokens, quoted values with
 * a name such as `apiKey`, and passwords in URLs. Every repetition has an upper limit, except for white space. Without
 * limits, a hostile text could cause catastrophic backtracking.
 */
const keyPatterns: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}/,
  /\bgithub_pat_[A-Za-z0-9_]{40}/,
  /\bgl(?:pat|oas|dt|rt)-[\w-]{20}/,
  /\bsk-(?=[\w-]{0,40}\d)[\w-]{20}/,
  /\b[rs]k_live_[0-9A-Za-z]{16}/,
  /\bxox[abeoprs]-[\w-]{10}/,
  /\bAIza[\w-]{35}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bpypi-[\w-]{50}/,
  /\beyJ[\w-]{10,400}\.eyJ[\w-]{10,4000}\.[\w-]{10}/,
  /(?:api[_-]?key|secret|passw(?:or)?d|token)\w{0,40}["']?\s*[:=]\s*["'](?=[^"']{0,200}\d)[^\s"'$<{]{16,400}["']/i,
  /:\/\/[^\s:@/]{1,100}:[^\s:@/]{8,200}@/,
];

/** Returns true if the file's name or text suggests that the file has keys or passwords. Both results can be wrong. */
export function looksSecret(path: string, text: string): boolean {
  return isSecretFile(path) || keyPatterns.some((pattern) => pattern.test(text));
}

/** Patterns of the names of files that often hold secrets. The patterns expect the name in lower case. */
const secretFileNames: readonly RegExp[] = [
  /^\.env(\..+)?$/,
  /\.env$/,
  /\.(pem|key|p12|pfx|jks|keystore|ppk|kdbx|asc|gpg)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^\.(npmrc|netrc|pgpass|htpasswd|pypirc|git-credentials|dockercfg|vault-token)$/,
  /^_netrc$/,
  /^credentials(\.(json|ya?ml|toml|ini))?$/,
  /^(client_)?secrets?\b.*\.(json|ya?ml|toml|ini|txt)$/,
  /^(kubeconfig|terraform\.tfvars|service-?account.*\.json)$/,
];

function isSecretFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  // A template such as `.env.example` usually has only the names of the secrets.
  if (/\.(example|sample|template|dist|defaults?)$/.test(name)) return false;
  return secretFileNames.some((pattern) => pattern.test(name));
}

/** Patterns of names of files that often hold secrets. They are matched against the name in lower case. */
const secretNames: readonly RegExp[] = [
  /^\.?env(rc)?$/,
  /^\.env[._-]/,
  /\.env(rc)?$/,
  /\.(pem|key|p8|p12|pfx|jks|keystore|ppk|kdbx?|asc|gpg|pgp|ovpn|mobileprovision)$/,
  /^(ssh_host_|id_)(rsa|dsa|ecdsa|ed25519|xmss)(_sk|_key)?$/,
  /^[._]?(netrc|pgpass|htpasswd|pypirc|git-credentials|dockercfg|dockerconfigjson|vault-token|s3cfg|boto|my\.cnf|mylogin\.cnf)$/,
  /^\.(npmrc|yarnrc|yarnrc\.yml|condarc|gem-credentials|terraformrc)$/,
  /^(application_default_)?credentials(\.(json|ya?ml|toml|ini|xml|tfrc\.json))?$/,
  /^(client_)?secrets?\b.*\.(json|ya?ml|toml|ini|txt)$/,
  /^(kubeconfig|service-?account.*\.json|master\.key|auth\.json|wp-config\.php)$/,
  /\.(tfvars|tfvars\.json|tfstate)$/,
  /^(passwd|shadow|passwords?)(\.(txt|csv|json))?$/,
];

/** Patterns of the last two parts of a path, for files whose name alone says nothing. */
const secretPaths: readonly RegExp[] = [
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.kube\/config$/,
  /(^|\/)\.ssh\/[^/]+$/,
];

/** Files in `.ssh` that hold no secrets. */
const publicSshFile = /(^|\/)\.ssh\/(known_hosts|authorized_keys|config|[^/]+\.pub)(\.old)?$/;

/** The ending of a copy's name, for example in `id_rsa.bak` or `.env copy 2`. It is removed before the name is matched. */
const copyEnding = /(~|[ ._-](bak|backup|old|orig|copy|save|saved|swp|tmp|\d{1,8}|\(\d{1,3}\)))$/;
/** The maximum number of endings to remove from a name. A hostile name may have thousands of them. */
const maxCopyEndings = 5;

/** The endings of templates such as `.env.example`, which usually have only the names of the secrets. */
const templateEnding = /[._-](example|sample|template|tmpl|tpl|dist|defaults?)(\.(json|ya?ml|toml|ini|txt))?$/;

/** Returns true if the file at this path usually holds keys or passwords. The separator of the path is `/`. */
export function isSecretFile(path: string): boolean {
  const lowerCase = withoutCopyEndings(path.toLowerCase());
  const name = lowerCase.slice(lowerCase.lastIndexOf('/') + 1);
  if (templateEnding.test(name)) return false;
  if (secretNames.some((pattern) => pattern.test(name))) return true;
  return secretPaths.some((pattern) => pattern.test(lowerCase)) && !publicSshFile.test(lowerCase);
}

function withoutCopyEndings(path: string): string {
  let shorter = path;
  for (let count = 0; count < maxCopyEndings; count += 1) shorter = shorter.replace(copyEnding, '');
  return shorter;
}
